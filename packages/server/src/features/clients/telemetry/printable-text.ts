/** Characters that could control a terminal, break a line or reorder text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

/**
 * Text that is safe in a log: control characters escaped as `\uXXXX`, and at most `maxBytes` of
 * UTF-8 in all.
 */
export function toPrintable(text: string, maxBytes: number): string {
  // Nearly every text takes this path, without a look at each character.
  if (!CONTROLS.test(text) && Buffer.byteLength(text) <= maxBytes) return text;
  let printable = "";
  let bytes = 0;
  for (const character of text) {
    const written = CONTROLS.test(character) ? escaped(character) : character;
    bytes += Buffer.byteLength(written);
    if (bytes > maxBytes) break;
    printable += written;
  }
  return printable;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
