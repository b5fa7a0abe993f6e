import type { ByteSource } from "../files/byte-source.ts";

/** The encodings that can be asked for. All others are read only if the file shows them. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "shift_jis",
  "windows-1252",
  "big5",
  "euc-jp",
  "euc-kr",
  "windows-1251",
  "macintosh",
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Bytes decoded at a time. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The text of a file in pieces, without its byte order mark. Bytes that the encoding does not have
 * become U+FFFD.
 */
export function* decodedChunks(source: ByteSource, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let offset = 0; offset < source.size; offset += CHUNK_BYTES) {
    const text = decoder.decode(source.read(offset, CHUNK_BYTES), { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** A line and its number, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A longer line is cut: it is no line of a list. UTF-16 units. */
const LINE_MAX = 1_000_000;

/** The lines of a text that comes in pieces, with any line ends. */
export function* linesOf(chunks: Iterable<string>): Generator<Line> {
  let number = 0;
  let rest = "";
  for (const chunk of chunks) {
    // A \r at the end of a piece may belong to the \n that follows.
    const text = rest + chunk;
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) yield { number: (number += 1), text: line.slice(0, LINE_MAX) };
    if (rest.length > LINE_MAX) rest = rest.slice(0, LINE_MAX);
  }
  if (rest !== "") yield { number: number + 1, text: rest.replace(/\r$/, "") };
}
