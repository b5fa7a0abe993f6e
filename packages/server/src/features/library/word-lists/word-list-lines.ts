import { withoutShield } from "@wordloom/contract/csv";

/** The content of a line of a word list. */
export interface WordLine {
  /** Counted from 1. */
  readonly line: number;
  /** Not empty, unless there is a fault. White space is folded. */
  readonly text: string;
  /** Empty if the line has none. */
  readonly meaning: string;
  readonly fault?: LineFault;
}

export type LineFault = "no_word" | "open_quote" | "long_line";

/** A tab, a semicolon, a comma, or a dash or an equals sign between spaces. */
type Separator = string;

const SEPARATOR = /[;,]| [-\u2013\u2014=] /;

/** A Latin word of three letters or more, a space, and another script from there: `apple 苹果`. */
const TWO_SCRIPTS = new RegExp(
  "^(?=.*\\p{sc=Latin}{3})([\\p{sc=Latin}\\p{M} '’.-]+)\\s" +
    "([\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Cyrillic}\\p{sc=Arabic}].*)$",
  "u",
);

/** Longer than any word with its meaning, in UTF-16 units. */
const LINE_MAX = 10_000;

const OPENS_QUOTE = /^[^\S\t]*"/;

/** A quoted field at the beginning, and the rest. `""` within it represents a quote. */
const QUOTED = /^[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*([^]*)$/;

/**
 * The words of a list, in order, one at a time.
 *
 * A line is a word, or a word, a separator and its meaning. The separator is the first tab of the
 * line or, without a tab, the first semicolon, comma, or dash or equals sign between spaces.
 * Without any, a Latin word ends where another script begins. Both may be quoted as in CSV.
 * An unquoted meaning extends to the end of the line, including further separators. A quoted field
 * ends on its line. Blank lines and those beginning with `#` are skipped.
 *
 * A list whose first line is `text` or `word`, a separator and `meaning` is a table: only its first
 * two columns are read, and there are no comments. The export of a wordbook writes such tables.
 */
export function* wordLines(list: string): Generator<WordLine> {
  let columns: Separator | undefined;
  let isFirst = true;
  let line = 0;
  for (const row of withoutMark(list)
    .normalize("NFC")
    .split(/\r\n|\r|\n/)) {
    line += 1;
    const isComment = columns === undefined && row.trimStart().startsWith("#");
    if (row.trim() === "" || isComment) continue;
    const header = isFirst ? headerSeparator(row) : undefined;
    isFirst = false;
    if (header === undefined) yield { line, ...parseLine(row, columns) };
    else columns = header;
  }
}

function parseLine(row: string, columns: Separator | undefined): Omit<WordLine, "line"> {
  if (row.length > LINE_MAX) return faulty(row, "long_line");
  const separator = columns ?? separatorOf(row);
  const [, latin, other] = (separator === undefined && TWO_SCRIPTS.exec(row)) || [];
  if (latin !== undefined && other !== undefined)
    return { text: folded(latin), meaning: folded(other) };
  const word = takeField(row, separator);
  if (word === undefined) return faulty(row, "open_quote");
  const rest = columns === undefined ? meaningOf(word.rest) : takeField(word.rest, columns)?.field;
  if (rest === undefined) return faulty(row, "open_quote");
  const [text, meaning] = [word.field, rest].map(columns === undefined ? folded : shieldless);
  if (text === undefined || text === "") return faulty(row, "no_word");
  return { text, meaning: meaning ?? "" };
}

const folded = (field: string) => field.trim().replace(/\s+/g, " ");
const shieldless = (field: string) => folded(withoutShield(field));

function faulty(row: string, fault: LineFault) {
  return { text: folded(row.slice(0, LINE_MAX)), meaning: "", fault };
}

/** The meaning to the end of the line. If it is quoted, the text after it is a further column. */
function meaningOf(rest: string): string | undefined {
  return OPENS_QUOTE.test(rest) ? takeQuoted(rest)?.field : rest;
}

/** @returns undefined for a quoted field without an end, or with text after it */
function takeField(row: string, separator: Separator | undefined): Field | undefined {
  if (OPENS_QUOTE.test(row)) return takeQuoted(row);
  const end = separator === undefined ? -1 : row.indexOf(separator);
  return end < 0
    ? { field: row, rest: "" }
    : { field: row.slice(0, end), rest: row.slice(end + (separator?.length ?? 0)) };
}

function takeQuoted(row: string): Field | undefined {
  const [, field, after = ""] = QUOTED.exec(row) ?? [];
  if (field === undefined || !/^$|^[\t;,]/.test(after)) return undefined;
  return { field: field.replaceAll('""', '"'), rest: after.slice(1) };
}

/** A field and the text after its separator. */
interface Field {
  readonly field: string;
  readonly rest: string;
}

function separatorOf(row: string): Separator | undefined {
  if (row.includes("\t")) return "\t";
  return SEPARATOR.exec(row)?.[0];
}

function headerSeparator(row: string): Separator | undefined {
  const header = /^"?(?:text|word)"?([\t;,])"?meaning"?(?:[\t;,]|\s*$)/i.exec(row.trim());
  return header?.[1];
}

/** Some programs begin their files with a byte order mark. */
function withoutMark(list: string): string {
  return list.startsWith("\uFEFF") ? list.slice(1) : list;
}
