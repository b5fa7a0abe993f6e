import type { AvatarTypeName } from "../users/users.tables.ts";

/** Media types by file extension. */
export const imageTypes: Readonly<Record<AvatarTypeName, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Offset of the four letters that identify WebP among RIFF files. */
const WEBP_AT = 8;

/** The image type by the first bytes; undefined for unsupported types. */
export function imageTypeOf(bytes: Buffer): AvatarTypeName | undefined {
  if (startsWith(bytes, PNG)) return "png";
  if (startsWith(bytes, JPEG)) return "jpg";
  const letters = bytes.toString("latin1", 0, WEBP_AT + 4);
  if (/^GIF8[79]a/.test(letters)) return "gif";
  return letters.startsWith("RIFF") && letters.endsWith("WEBP") ? "webp" : undefined;
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}
