import type { MediaType } from "@wordloom/contract";

/** A part of a content: the first byte and the one after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part that a `Range` header asks for. Several ranges, other units and what cannot be read
 * count as absent, as RFC 9110, section 14.2, allows.
 *
 * @returns undefined for the whole content; `beyond` if the content has no such part
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | "beyond" | undefined {
  const [, first = "", last = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "beyond" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "beyond" : { start, end };
}

const ENDINGS: Readonly<Record<MediaType, string>> = {
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/webm": "webm",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};

/**
 * Headers under which a file does nothing but play or show. Its ending follows its content,
 * whatever its name claims.
 */
export function mediaHeaders(mime: MediaType, name: string): Record<string, string> {
  const stem = name.replace(/\.[^.]*$/u, "").toWellFormed() || "file";
  const plain = encodeURIComponent(`${stem}.${ENDINGS[mime]}`).replace(/['()*]/g, escape);
  return {
    "content-type": mime,
    "content-disposition": `inline; filename*=UTF-8''${plain}`,
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=31536000, immutable",
    "accept-ranges": "bytes",
  };
}

const escape = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
