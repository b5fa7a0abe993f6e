import type { WordPublic } from "@wordloom/contract";
import { mediaBytes } from "../../server-state/media-bytes.ts";
import { createRecordings, type Recording } from "./recordings.ts";

const recordings = createRecordings({
  bytes: mediaBytes,
  addressOf: (bytes) => URL.createObjectURL(bytes),
  revoke: (address) => URL.revokeObjectURL(address),
});

/**
 * The recording of a word: the first source of its sound.
 *
 * @returns undefined without one, or while the service has yet to fetch it from elsewhere: only
 *   what the service keeps is played, so that no other server learns who hears what
 */
export function recordingOf(word: Partial<Pick<WordPublic, "audioUrl">>): Recording | undefined {
  return recordings(word.audioUrl ?? null);
}
