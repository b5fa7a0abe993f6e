import { isMissingFile } from "./missing-file.ts";

/**
 * For the root of an app: what a boundary has caught is an error of the page all the same, for
 * whoever watches those; a missing file is none.
 */
export function onCaughtError(error: unknown): void {
  if (!isMissingFile(error)) reportError(error);
}
