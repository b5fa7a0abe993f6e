import type { MediaType } from "@wordloom/contract";
import { imageTypeOf, imageTypes } from "../../accounts/avatars/image-type.ts";
import { isFlac, isMp3, isOggSound, isWav } from "./sound-formats.ts";
import { isM4a, isWebmSound } from "./sound-containers.ts";

const SOUNDS: readonly (readonly [MediaType, (bytes: Buffer) => boolean])[] = [
  ["audio/mpeg", isMp3],
  ["audio/ogg", isOggSound],
  ["audio/wav", isWav],
  ["audio/flac", isFlac],
  ["audio/mp4", isM4a],
  ["audio/webm", isWebmSound],
];

/**
 * The type of a recording or picture by its bytes, whatever its name claims; undefined for anything
 * else, such as video, SVG and pages.
 */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  return soundTypeOf(bytes) ?? pictureTypeOf(bytes);
}

/** The same for recordings only. */
export function soundTypeOf(bytes: Uint8Array): MediaType | undefined {
  const buffer = bufferOf(bytes);
  return SOUNDS.find(([, isOf]) => isOf(buffer))?.[0];
}

function pictureTypeOf(bytes: Uint8Array): MediaType | undefined {
  const type = imageTypeOf(bufferOf(bytes));
  return type === undefined ? undefined : (imageTypes[type] as MediaType);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
