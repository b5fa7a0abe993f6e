import type { MediaType } from "@wordloom/contract";
import { soundTypeOf } from "../../../platform/basics/sounds/sound-type.ts";
import { imageTypeOf, imageTypes } from "../../accounts/avatars/image-type.ts";

/**
 * The type of a recording or picture by its bytes, whatever its name claims; undefined for anything
 * else, such as video, SVG and pages.
 */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  return soundTypeOf(bytes) ?? pictureTypeOf(bytes);
}

function pictureTypeOf({ buffer, byteOffset, byteLength }: Uint8Array): MediaType | undefined {
  const type = imageTypeOf(Buffer.from(buffer, byteOffset, byteLength));
  return type === undefined ? undefined : (imageTypes[type] as MediaType);
}
