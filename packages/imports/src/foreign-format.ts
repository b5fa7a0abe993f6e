import type { ByteSource } from "./files/byte-source.ts";

/** Formats that can be told by their first bytes, and what to do instead. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\xd0\xcf\x11\xe0/, "This is a file of old Excel or Word. Save it as .xlsx or .csv."],
  [/^%PDF/, "This is a PDF. Copy its words into a table or a text file."],
  [
    /^\x1f\x8b|^7z\xbc\xaf|^Rar!|^BZh|^\xfd7zXZ|^\x28\xb5\x2f\xfd/,
    "The file is packed. Unpack it first.",
  ],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF|^ID3|^OggS|^fLaC/, "This is a picture or a recording."],
];

/**
 * Why a file with these first bytes holds no words, and what to do instead; undefined if it may.
 *
 * @param start  the first 16 bytes
 */
export function foreignFormat(start: Uint8Array): string | undefined {
  const text = String.fromCharCode(...start.subarray(0, 16));
  return FOREIGN.find(([pattern]) => pattern.test(text))?.[1];
}

/** The container of old Excel, in which Excel also keeps workbooks that need a password. */
const CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The part of the container that holds the workbook. Source: [MS-OFFCRYPTO], 2.3.4.4. */
const LOCKED_PART = Buffer.from("EncryptedPackage", "utf16le");
const PIECE = 1024 * 1024;

/** Whether the file is an .xlsx that opens only with a password. */
export function isLockedWorkbook(source: ByteSource): boolean {
  if (!CONTAINER.equals(source.read(0, CONTAINER.length))) return false;
  for (let offset = 0; offset < source.size; offset += PIECE) {
    // A name may lie across two pieces.
    const piece = source.read(offset, PIECE + LOCKED_PART.length);
    if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(LOCKED_PART))
      return true;
  }
  return false;
}
