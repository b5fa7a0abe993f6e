/** A screen that never says so holds up the rest no longer than that. */
const LATEST_MS = 10_000;

const stands = Promise.withResolvers<void>();

/**
 * Settles when the first screen of this visit was painted with what it is about: what is not needed
 * for it is loaded and asked for afterwards.
 */
export const firstScreen: Promise<void> = stands.promise;

setTimeout(stands.resolve, LATEST_MS);

/** To be called when a screen is drawn: settled once the browser has painted it. */
export function firstScreenStands(): void {
  requestAnimationFrame(() => setTimeout(stands.resolve));
}
