/** The longest wait for a screen that never reports that it is ready. */
const LATEST_MS = 10_000;

const stands = Promise.withResolvers<void>();

/**
 * Settles when the first screen of this visit was painted with its content. Work that it does not
 * need is postponed until then.
 */
export const firstScreen: Promise<void> = stands.promise;

setTimeout(stands.resolve, LATEST_MS);

/** Called when a screen is drawn; settles `firstScreen` once the browser has painted it. */
export function firstScreenStands(): void {
  requestAnimationFrame(() => setTimeout(stands.resolve));
}
