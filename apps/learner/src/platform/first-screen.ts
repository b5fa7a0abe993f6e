/** The longest wait for a screen that never reports that it is ready. */
const LATEST_MS = 10_000;

const ready = Promise.withResolvers<void>();

/**
 * Settles when the first screen of this visit was painted with its content. Work that it does not
 * need is postponed until then.
 */
export const firstScreen: Promise<void> = ready.promise;

setTimeout(ready.resolve, LATEST_MS);

/** Called when a screen is drawn; settles `firstScreen` once the browser has painted it. */
export function firstScreenReady(): void {
  requestAnimationFrame(() => setTimeout(ready.resolve));
}
