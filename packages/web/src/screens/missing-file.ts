/** As Chrome, Firefox and Safari say it, and the loader of the build of styles. */
const MISSING =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/**
 * Whether a file of the app could not be loaded: there is no connection, or a newer version has
 * taken the place of the one that is open. Browsers have no name for it but their message.
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}
