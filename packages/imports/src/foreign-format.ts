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
