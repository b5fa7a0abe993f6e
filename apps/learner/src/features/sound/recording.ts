import type { WordPublic } from "@wordloom/contract";
import { mediaBytes } from "../../server-state/media-bytes.ts";
import { keepSound, keptSound } from "./kept-sounds.ts";
import { createRecordings, type Recording } from "./recordings.ts";

export type { Recording } from "./recordings.ts";

const recordings = createRecordings({
  bytes: soundBytes,
  addressOf: (bytes) => URL.createObjectURL(bytes),
  revoke: (address) => URL.revokeObjectURL(address),
});

async function soundBytes(path: string): Promise<Blob> {
  const kept = await keptSound(path);
  if (kept !== undefined) return kept;
  const bytes = await mediaBytes(path);
  await keepSound(path, bytes);
  return bytes;
}

/**
 * The recording of a word: the first source of its sound.
 *
 * @returns undefined without one, or while the service has yet to fetch it from elsewhere: only
 *   what the service keeps is played, so that no other server learns who hears what
 */
export function recordingOf(word: Partial<Pick<WordPublic, "audioUrl">>): Recording | undefined {
  return recordings(word.audioUrl ?? null);
}

/** A sound that the service's voice makes. @param path  from `soundPath` */
export function soundAt(path: string): Recording | undefined {
  return recordings(path);
}
