import type { ByteSource } from "../files/byte-source.ts";
import { unknownFormat, withoutWords } from "../files/unreadable.ts";
import { OWN_COLUMNS } from "../columns/own-columns.ts";
import { isHeaderRow } from "../columns/guess-columns.ts";
import type { Row } from "../row.ts";
import type { ColumnRole, ReadOptions, Table } from "../table.ts";
import { ankiHeaders } from "./anki-headers.ts";
import { blockLayout } from "./block-layouts.ts";
import { decodedChunks, linesOf, type Encoding, type Line } from "./decode-text.ts";
import { delimitedRows, quoteStyleOf } from "./delimited.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { guessSeparator } from "./guess-separator.ts";
import { readHtmlPage } from "./html-tables.ts";
import { pairLayout, wordLayout, type LineLayout } from "./line-layouts.ts";
import { marksOf } from "./line-marks.ts";
import { markupTable } from "./markup-tables.ts";
import { singleLine } from "./single-line.ts";

/** The lines from which the layout of a text is guessed. */
const SAMPLE_LINES = 2_000;
const SAMPLE_LENGTH = 256_000;

interface TextFile {
  readonly name: string;
  readonly encoding: Encoding;
  readonly options: ReadOptions;
  readonly sample: string;
  readonly lines: readonly Line[];
  chunks(): Iterable<string>;
}

/** What all tables of text share. */
type Layout = Omit<Table, "encoding" | "sheets">;

/**
 * Opens a text or CSV file: finds its encoding and how its entries are laid out.
 *
 * @throws UnreadableError for binary data and texts without content
 */
export function openText(source: ByteSource, name: string, options: ReadOptions): Table {
  const encoding = options.encoding ?? guessEncoding(source).encoding;
  const chunks = () => decodedChunks(source, encoding);
  const sample = sampleOf(chunks());
  if (sample.trim() === "") throw withoutWords("The file is empty.");
  if (sample.includes("\0")) throw unknownFormat("The file holds binary data.");
  const lines: Line[] = [];
  for (const line of linesOf([sample])) if (lines.push(line) >= SAMPLE_LINES) break;
  const file: TextFile = { name, encoding, options, sample, lines, chunks };
  if (sample.startsWith("StarDict's dict ifo file"))
    throw unknownFormat("A StarDict dictionary has several files. Convert it to CSV or Yomitan.");
  return { encoding, sheets: [], ...layoutOf(file) };
}

/** Whole lines from the beginning of a text. */
function sampleOf(chunks: Iterable<string>): string {
  let sample = "";
  for (const chunk of chunks) {
    sample += chunk;
    if (sample.length > SAMPLE_LENGTH) break;
  }
  if (sample.length <= SAMPLE_LENGTH) return sample;
  const end = Math.max(
    sample.lastIndexOf("\n", SAMPLE_LENGTH),
    sample.lastIndexOf("\r", SAMPLE_LENGTH),
  );
  return sample.slice(0, end === -1 ? SAMPLE_LENGTH : end + 1);
}

function layoutOf(file: TextFile): Layout {
  const { lines, options, sample } = file;
  const first = lines[0]?.text ?? "";
  if (isHtmlPage(file)) return htmlLayout(file);
  const anki = ankiHeaders(lines.map(({ text }) => text));
  if (anki !== undefined) return ankiLayout(file, anki);
  if (first.startsWith("TABLE\\,//INFO,//START//")) return trainerLayout(file);
  const given = /^"?sep=(.)"?\s*$/i.exec(first)?.[1];
  if (given !== undefined) return delimitedLayout(file, options.separator ?? given, 1);
  if (options.separator !== undefined) return separatedLayout(file, options.separator);
  const table = markupTable(lines);
  if (table !== undefined) {
    const { header, rows } = table;
    const rules = { html: "tags" } as const;
    return {
      kind: "text",
      separator: "|",
      hasHeader: true,
      header,
      rules,
      rows: () => rows(linesOf(file.chunks())),
    };
  }
  const single = singleLine(lines);
  if (single !== undefined) return fixedLayout(single.separator, () => single.rows);
  const separator = guessSeparator(sample, /\.(?:csv|tsv)$/i.test(file.name));
  if (separator !== undefined) return delimitedLayout(file, separator, 0);
  const block = blockLayout(lines);
  if (block !== undefined) return fixedLayout(null, () => block(linesOf(file.chunks())));
  return lineLayout(file, pairLayout(lines) ?? wordLayout(lines));
}

function isHtmlPage({ name, sample }: TextFile): boolean {
  if (/^\s*(?:<!doctype html|<html\b|<table\b)/i.test(sample)) return true;
  return /\.html?$/i.test(name) && /<[a-z]/i.test(sample);
}

function htmlLayout({ chunks }: TextFile): Layout {
  const page = readHtmlPage(chunks());
  return {
    kind: "text",
    separator: null,
    hasHeader: page.header !== null,
    header: page.header,
    rules: { html: "never" },
    rows: () => page.rows,
  };
}

function fixedLayout(separator: string | null, rows: () => Iterable<Row>): Layout {
  return { kind: "text", separator, hasHeader: false, header: null, rules: { html: "tags" }, rows };
}

function lineLayout({ chunks }: TextFile, layout: LineLayout): Layout {
  const { columns, separator } = layout;
  return {
    ...fixedLayout(separator, () => layout.rows(linesOf(chunks()))),
    ...(columns !== undefined && { roles: { ...columns } }),
  };
}

/** By a separator that the learner chose. */
function separatedLayout(file: TextFile, separator: string): Layout {
  if (separator.length === 1) return delimitedLayout(file, separator, 0);
  return lineLayout(file, pairLayout(file.lines, separator) ?? wordLayout(file.lines));
}

function ankiLayout(file: TextFile, anki: NonNullable<ReturnType<typeof ankiHeaders>>): Layout {
  const { isHtml, tags, deck, ignored, columns } = anki;
  const roles: Record<number, ColumnRole> = {};
  for (const index of ignored) roles[index] = "ignore";
  if (deck !== undefined) roles[deck] = "ignore";
  if (tags !== undefined) roles[tags] = "tags";
  const separator = file.options.separator ?? anki.separator;
  const layout = delimitedLayout(file, separator, anki.lines, columns !== null ? false : undefined);
  return {
    ...layout,
    header: columns ?? layout.header,
    hasHeader: columns !== null || layout.hasHeader,
    roles,
    rules: { html: isHtml ? "always" : "tags" },
    *rows() {
      for (const row of layout.rows() as Iterable<Row>) {
        const group = deck === undefined ? "" : (row.cells[deck] ?? "").trim();
        yield group === "" ? row : { ...row, group };
      }
    },
  };
}

/**
 * A table whose cells one character separates.
 *
 * @param skipped  lines at the beginning that are no rows
 */
function delimitedLayout(
  file: TextFile,
  separator: string,
  skipped: number,
  hasNames: boolean | undefined = file.options.hasHeader,
): Layout {
  const quotes = quoteStyleOf(file.sample, separator);
  const all = (chunks: Iterable<string>) => filledRows(chunks, separator, quotes, skipped);
  const sample: Row[] = [];
  for (const row of all([file.sample])) if (sample.push(row) >= SAMPLE_LINES) break;
  const first = sample[0]?.cells ?? [];
  const hasHeader = hasNames ?? isHeaderRow(first, sample[1]?.cells);
  const isOwn = hasHeader && isOwnHeader(first);
  const names = sample.slice(hasHeader ? 1 : 0).map(({ cells }) => cells[0] ?? "");
  const isEcdict = hasHeader && first.includes("exchange") && first.includes("translation");
  return {
    kind: "csv",
    separator,
    hasHeader,
    header: hasHeader ? first.map((cell) => cell.replace(/^\uFEFF/, "").trim()) : null,
    rules: {
      html: isOwn ? "never" : "tags",
      ...(isOwn && { isOwn: "csv" as const }),
      ...(isEcdict && { hasEscapedBreaks: true }),
      isNumbered: !isOwn && marksOf(names).hasNumbers,
    },
    *rows() {
      const rows = all(file.chunks());
      if (hasHeader) rows.next();
      yield* rows;
    },
  };
}

function isOwnHeader(cells: readonly string[]): boolean {
  const [text, meaning, third] = cells;
  return (
    text === "text" &&
    meaning === "meaning" &&
    third === OWN_COLUMNS[2] &&
    cells.every((cell) => (OWN_COLUMNS as readonly string[]).includes(cell))
  );
}

function* filledRows(
  chunks: Iterable<string>,
  separator: string,
  quotes: ReturnType<typeof quoteStyleOf>,
  skipped: number,
): Generator<Row> {
  let group: string | undefined;
  for (const { line, cells, fault } of delimitedRows(chunks, separator, quotes)) {
    if (line <= skipped || cells.every((cell) => cell.trim() === "")) continue;
    const [first = ""] = cells;
    if (cells.length === 1 && /^(?:#{1,6}\s|\/\/)/.test(first)) {
      group = first.replace(/^(?:#+|\/\/)\s*/, "").trim();
      continue;
    }
    // A comment has no cells; `#` before a separator begins a word.
    if (cells.length === 1 && first.startsWith("#")) continue;
    yield {
      where: `line ${line}`,
      cells,
      ...(group !== undefined && { group }),
      ...(fault !== undefined && { fault: FAULTS[fault] }),
    };
  }
}

const FAULTS = {
  open_quote: {
    code: "open_quote",
    message: "A quotation mark opens a cell and nothing closes it.",
  },
  long_row: { code: "long_row", message: "The row is longer than 200,000 characters." },
} as const;

/** VocableTrainer: tables after one another, each with a line for its name and languages. */
function trainerLayout({ chunks, sample }: TextFile): Layout {
  const all = (text: Iterable<string>) => delimitedRows(text, ",", "backslash");
  const [, names] = all([sample]);
  return {
    kind: "csv",
    separator: ",",
    hasHeader: true,
    header: [names?.cells[1] ?? "", names?.cells[2] ?? "", ""],
    rules: { html: "never" },
    *rows() {
      let group: string | undefined;
      let isName = false;
      for (const { line, cells } of all(chunks())) {
        if (cells.includes("//START//")) isName = true;
        else if (isName) {
          group = cells[0]?.trim() ?? "";
          isName = false;
        } else if (cells.some((cell) => cell.trim() !== ""))
          yield { where: `line ${line}`, cells, ...(group !== undefined && { group }) };
      }
    },
  };
}
