import { readBytes } from "./read-bytes.ts";

/** A recording or picture that does not come by then is not waited for. */
const TIMEOUT_MS = 10_000;

/**
 * The bytes of a recording, sound or picture, with their type. An element of a page cannot send the
 * sign-in, so its address must be made of them.
 *
 * @param path  `/api/media/…` or `/api/speech?…`
 * @throws ApiError for every unsuccessful reply; status 0 when there was none
 */
export async function mediaBytes(path: string): Promise<Blob> {
  return readBytes(path, TIMEOUT_MS);
}
