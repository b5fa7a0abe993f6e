/** Maximum stored size of a result, in bytes of UTF-8. */
export const RESULT_MAX_BYTES = 256 * 1024;
export const STDERR_MAX_BYTES = 64 * 1024;

export interface KeptText {
  readonly text: string | null;
  readonly truncated: boolean;
}

/** A result as text: strings unchanged, anything else as JSON; null without a result. */
export function keepResult(result: unknown): KeptText {
  if (result === undefined || result === null) return { text: null, truncated: false };
  return keepText(typeof result === "string" ? result : JSON.stringify(result), RESULT_MAX_BYTES);
}

/** The text truncated to this size without splitting a character. */
export function keepText(text: string | null | undefined, maxBytes: number): KeptText {
  if (text == null) return { text: null, truncated: false };
  if (Buffer.byteLength(text) <= maxBytes) return { text, truncated: false };
  const bytes = Buffer.from(text).subarray(0, maxBytes + 1);
  let end = maxBytes;
  // UTF-8 continuation bytes start with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString("utf8", 0, end), truncated: true };
}
