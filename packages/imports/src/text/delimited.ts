/** How the fields of a file are quoted: as in RFC 4180, as MySQL does, or not at all. */
export type QuoteStyle = "doubled" | "backslash" | "none";

export interface DelimitedRow {
  /** The number of its first line, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quoted cell has no end, or the row is too long: only its beginning is given. */
  readonly fault?: "open_quote" | "long_row";
}

/** A longer row has an open quote. UTF-16 units. */
const ROW_MAX = 200_000;

/** Further cells of a row are dropped. */
export const CELLS_MAX = 200;

/** One parsed row, and where the next one begins. */
interface Parsed {
  readonly cells: string[];
  readonly end: number;
}

/** Text that comes in pieces, with a place in it. */
interface Reader {
  text: string;
  at: number;
  line: number;
  isComplete: boolean;
}

/**
 * The rows of a text whose cells are separated by one character. Quoted cells may hold separators
 * and line breaks. Blank lines are rows of one empty cell.
 *
 * Source: RFC 4180.
 */
export function* delimitedRows(
  chunks: Iterable<string>,
  separator: string,
  quotes: QuoteStyle,
): Generator<DelimitedRow> {
  const pieces = chunks[Symbol.iterator]();
  const reader: Reader = { text: "", at: 0, line: 1, isComplete: false };
  const readOn = () => {
    const piece = pieces.next();
    reader.text = reader.text.slice(reader.at) + (piece.done === true ? "" : piece.value);
    reader.at = 0;
    reader.isComplete = piece.done === true;
  };
  for (;;) {
    const parsed = parseRow(reader, separator, quotes);
    if (parsed === "more" && reader.text.length - reader.at <= ROW_MAX) {
      readOn();
      continue;
    }
    if (parsed === undefined) return;
    if (parsed !== "open" && parsed !== "more") {
      yield { line: reader.line, cells: parsed.cells };
      advance(reader, parsed.end);
      continue;
    }
    const first = firstLine(reader, separator);
    yield {
      line: reader.line,
      cells: first.cells,
      fault: first.isWhole ? "open_quote" : "long_row",
    };
    advance(reader, first.end);
    while (!first.isWhole && skipLine(reader) && !reader.isComplete) readOn();
  }
}

function advance(reader: Reader, end: number): void {
  reader.line += reader.text.slice(reader.at, end).match(/\r\n|\n|\r/g)?.length ?? 0;
  reader.at = end;
}

/** The first line of a row that cannot be read, with its quotes as text. */
function firstLine({ text, at }: Reader, separator: string) {
  const place = text.slice(at).search(/[\r\n]/);
  const isWhole = place !== -1 && place <= ROW_MAX;
  const line = text.slice(at, isWhole ? at + place : at + ROW_MAX);
  const lineEnd = isWhole ? (text.startsWith("\r\n", at + place) ? 2 : 1) : 0;
  const cells = line.split(separator, CELLS_MAX);
  return {
    cells,
    isWhole: isWhole || at + line.length === text.length,
    end: at + line.length + lineEnd,
  };
}

/** Moves to the next line. @returns whether the line goes on in the next piece */
function skipLine(reader: Reader): boolean {
  const place = reader.text.slice(reader.at).search(/[\r\n]/);
  if (place === -1) {
    reader.at = reader.text.length;
    return true;
  }
  const end = reader.at + place;
  advance(reader, end + (reader.text.startsWith("\r\n", end) ? 2 : 1));
  return false;
}

/**
 * @returns "more" if the row may go on in the next piece, "open" for a quote without an end,
 *   undefined at the end of the text
 */
function parseRow(
  { text, at, isComplete }: Reader,
  separator: string,
  quotes: QuoteStyle,
): Parsed | "more" | "open" | undefined {
  if (at >= text.length) return isComplete ? undefined : "more";
  const cells: string[] = [];
  let place = at;
  for (;;) {
    const field = takeField(text, place, separator, quotes);
    if (field === undefined) return isComplete ? "open" : "more";
    if (cells.length < CELLS_MAX) cells.push(field.value);
    place = field.end;
    if (text.startsWith(separator, place)) {
      place += separator.length;
      continue;
    }
    // The line break may be cut in two, or not have come yet.
    if (place >= text.length - 1 && !isComplete) return "more";
    if (text[place] === "\r") place += text[place + 1] === "\n" ? 2 : 1;
    else if (text[place] === "\n") place += 1;
    return { cells, end: place };
  }
}

interface Field {
  readonly value: string;
  readonly end: number;
  /** Text follows the closing quote, which no program writes that quotes. */
  readonly hasTail?: boolean;
}

function takeField(
  text: string,
  start: number,
  separator: string,
  quotes: QuoteStyle,
): Field | undefined {
  if (quotes !== "none") {
    const open = start + (/^ */.exec(text.slice(start, start + 16))?.[0].length ?? 0);
    if (text[open] === '"') return takeQuoted(text, open, separator, quotes);
  }
  const separatorCode = separator.charCodeAt(0);
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === 0x0a || code === 0x0d) break;
    if (code === 0x5c && quotes === "backslash") end += 1;
  }
  end = Math.min(end, text.length);
  const value = text.slice(start, end);
  return { value: quotes === "backslash" ? withoutBackslashes(value) : value, end };
}

/** Text between the closing quote and the separator belongs to the cell. */
function takeQuoted(
  text: string,
  open: number,
  separator: string,
  quotes: QuoteStyle,
): Field | undefined {
  let place = open + 1;
  for (;;) {
    const end = text.indexOf('"', place);
    if (end === -1) return undefined;
    if (quotes === "backslash" && isEscaped(text, end)) place = end + 1;
    else if (quotes === "doubled" && text[end + 1] === '"') place = end + 2;
    else {
      const inside = text.slice(open + 1, end);
      const after = takeField(text, end + 1, separator, "none");
      const value =
        quotes === "backslash" ? withoutBackslashes(inside) : inside.replaceAll('""', '"');
      const tail = after?.value.trimEnd() ?? "";
      return { value: value + tail, end: after?.end ?? end + 1, hasTail: tail !== "" };
    }
  }
}

function isEscaped(text: string, place: number): boolean {
  let backslashes = 0;
  while (text[place - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function withoutBackslashes(text: string): string {
  return text.replace(/\\(.)/gs, (_, escaped: string) => {
    if (escaped === "n") return "\n";
    return escaped === "t" ? "\t" : escaped;
  });
}

const isLineEnd = (character: string | undefined) => character === "\n" || character === "\r";

/**
 * The quote style of a sample. Programs that quote do so wherever a cell holds a quote: bare quotes
 * show that a file does not.
 */
export function quoteStyleOf(sample: string, separator: string): QuoteStyle {
  const { sound, broken } = quotesIn(sample, separator, "doubled");
  if (broken === 0) return "doubled";
  if (sample.includes('\\"') && quotesIn(sample, separator, "backslash").broken === 0)
    return "backslash";
  return sound > broken ? "doubled" : "none";
}

/** Quoted cells that need their quotes, and cells with quotes that no such program writes. */
function quotesIn(sample: string, separator: string, quotes: QuoteStyle) {
  let [sound, broken] = [0, 0];
  let start = 0;
  while (start < sample.length) {
    const isQuoted = sample[start] === '"';
    const field = takeField(sample, start, separator, quotes);
    if (field === undefined) return { sound, broken: broken + 1 };
    const raw = sample.slice(start, field.end);
    if (!isQuoted && raw.includes('"') && !(quotes === "backslash" && !/(?<!\\)"/.test(raw)))
      broken += 1;
    if (isQuoted && field.hasTail === true) broken += 1;
    else if (isQuoted && /[\r\n]|""./.test(raw.slice(1, -1))) sound += 1;
    else if (isQuoted && raw.includes(separator)) sound += 1;
    start = field.end;
    if (sample.startsWith(separator, start)) start += separator.length;
    else while (isLineEnd(sample[start])) start += 1;
  }
  return { sound, broken };
}
