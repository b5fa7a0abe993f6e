import type { Line } from "./decode-text.ts";

/** Marks that precede the word in most lines of a list, such as numbers and bullets. */
export interface LineMarks {
  /** `1.`, `1)`, `(1)` */
  readonly hasNumbers: boolean;
  /** `-`, `*`, `•` */
  readonly hasBullets: boolean;
  /** `**`, `*` and `_` around text, as in Markdown. */
  readonly hasEmphasis: boolean;
  /** `；` or `;` at the end of lines. */
  readonly hasClosing: boolean;
}

const NUMBER = /^\s*(?:\(?\d{1,6}(?:[.．]|[)）、])|[①-⑳])\s*/u;
const BULLET = /^\s*[-*+•‣▪◦·–]\s+/u;
const CLOSING = /[；;]\s*$/u;

/** The share of lines from which a mark is taken for one. */
const MOST = 0.7;

export function marksOf(lines: readonly string[]): LineMarks {
  const share = (pattern: RegExp) =>
    lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line)).length / lines.length;
  return {
    hasNumbers: share(NUMBER) >= MOST,
    hasBullets: share(BULLET) >= MOST,
    hasEmphasis: share(/\*\*[^*]+\*\*|__[^_]+__/) >= MOST / 2,
    hasClosing: lines.length > 1 && share(CLOSING) >= MOST,
  };
}

/** The line without its marks. */
export function unmarked(line: string, marks: LineMarks): string {
  let text = line;
  if (marks.hasBullets) text = text.replace(BULLET, "");
  if (marks.hasNumbers) text = text.replace(NUMBER, "");
  if (marks.hasEmphasis)
    text = text.replace(/(\*\*|__)(.+?)\1/g, "$2").replace(/(?<!\w)([*_])([^*_]+)\1(?!\w)/g, "$2");
  return (marks.hasClosing ? text.replace(CLOSING, "") : text).trim();
}

/** A line of a list that is a number and a word: lists are often numbered only in part. */
export function withoutNumber(line: string): string {
  return line.replace(/^\s*\d{1,6}[.)]\s+/, "");
}

/** A cell of a table whose words are numbered. */
export function withoutRowNumber(cell: string): string {
  return cell.replace(NUMBER, "");
}

/** The text of a heading; undefined for other lines. */
export function headingOf(line: string): string | undefined {
  const match = /^\s*(?:#{1,6}\s+|\/\/\s*)(\S.*)$/.exec(line);
  return match?.[1]?.replace(/\s#+\s*$/, "").trim();
}

/** Lines that are no words and carry no text: comments, rules, scheduling of other programs. */
export function isSilent({ text }: Line): boolean {
  return /^\s*(?:$|#|<!--.*-->\s*$|[-=*_]{3,}\s*$)/.test(text);
}
