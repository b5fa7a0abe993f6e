/** The messages of Chrome, Firefox and Safari, and of the bundler's loader for styles. */
const MISSING =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/**
 * Whether a file of the app could not be loaded: there is no connection, or a newer version has
 * replaced the open one. Browsers identify this error only by its message.
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}
