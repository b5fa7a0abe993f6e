import { isMissingFile } from "./missing-file.ts";

/**
 * For the root of an app: reports an error that a boundary caught as an error of the page, except
 * for a missing file.
 */
export function onCaughtError(error: unknown): void {
  if (!isMissingFile(error)) reportError(error);
}
