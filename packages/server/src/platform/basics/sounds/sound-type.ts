import { isM4a, isWebmSound } from "./sound-containers.ts";
import { isFlac, isMp3, isOggSound, isWav } from "./sound-formats.ts";

const SOUNDS = [
  ["audio/mpeg", isMp3],
  ["audio/ogg", isOggSound],
  ["audio/wav", isWav],
  ["audio/flac", isFlac],
  ["audio/mp4", isM4a],
  ["audio/webm", isWebmSound],
] as const;

export type SoundType = (typeof SOUNDS)[number][0];

/**
 * The type of a recording by its bytes, whatever its name claims; undefined for anything else, such
 * as video, pages and an empty recording.
 */
export function soundTypeOf({ buffer, byteOffset, byteLength }: Uint8Array): SoundType | undefined {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return SOUNDS.find(([, isOf]) => isOf(bytes))?.[0];
}
