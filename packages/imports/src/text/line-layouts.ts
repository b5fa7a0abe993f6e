import type { Row } from "../row.ts";
import type { Line } from "./decode-text.ts";
import {
  headingOf,
  isSilent,
  marksOf,
  unmarked,
  withoutNumber,
  type LineMarks,
} from "./line-marks.ts";
import { DASH, SPLITTERS, splitterFor, type Splitter } from "./line-splitters.ts";

/** How the lines of a list are read. */
export interface LineLayout {
  readonly separator: string | null;
  readonly columns: Splitter["columns"];
  rows(lines: Iterable<Line>): Generator<Row>;
}

/** The share of lines that a separator has to divide. */
const DOMINANT = 0.85;
const TOGETHER = 0.6;

/**
 * A list of a word and a meaning on each line. One separator that divides nearly all lines is used
 * alone; otherwise each line is divided by the first one it has.
 *
 * @param sample  the first lines
 * @returns undefined if most lines have no separator
 */
export function pairLayout(sample: readonly Line[], separator?: string): LineLayout | undefined {
  const content = sample.filter((line) => !isSilent(line) && headingOf(line.text) === undefined);
  const marks = marksOf(content.map(({ text }) => text));
  const texts = content.map(({ text }) => unmarked(text, marks));
  if (separator !== undefined) return layoutOf(marks, [splitterFor(separator)]);
  const counts = SPLITTERS.map((splitter) => ({
    splitter,
    share: texts.filter((text) => splitter.split(text) !== undefined).length / texts.length,
  }));
  const dominant = counts.find(({ share }) => share >= DOMINANT);
  if (dominant !== undefined) return layoutOf(marks, [shownAs(dominant.splitter, texts)]);
  const used = counts.filter(({ share }) => share >= 0.02).map(({ splitter }) => splitter);
  const pairs = used.filter((splitter) => splitter.separator !== "-");
  const divided = texts.filter((text) => firstSplit(text, pairs) !== undefined).length;
  return divided / texts.length >= TOGETHER ? layoutOf(marks, pairs) : undefined;
}

/** Dashes of all lengths divide alike; the one that is used most is shown. */
function shownAs(splitter: Splitter, texts: readonly string[]): Splitter {
  if (splitter.separator !== DASH) return splitter;
  const counts = [" - ", DASH, " — "].map((separator) => ({
    separator,
    count: texts.filter((text) => text.includes(separator)).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return { ...splitter, separator: most?.separator ?? DASH };
}

/** A list of words, one a line. */
export function wordLayout(sample: readonly Line[]): LineLayout {
  const content = sample.filter((line) => !isSilent(line));
  return layoutOf(marksOf(content.map(({ text }) => text)), []);
}

function layoutOf(marks: LineMarks, splitters: readonly Splitter[]): LineLayout {
  const [first] = splitters;
  const columns = splitters.length === 1 ? first?.columns : undefined;
  const width = columns?.length ?? 2;
  return {
    separator: splitters.length === 1 ? (first?.separator ?? null) : null,
    columns: columns ?? (splitters.length > 1 ? ["text", "meaning"] : undefined),
    *rows(lines) {
      let group: string | undefined;
      for (const line of lines) {
        const heading = headingOf(line.text);
        if (heading !== undefined) group = heading;
        if (heading !== undefined || isSilent(line)) continue;
        const text = unmarked(line.text, marks);
        if (text === "") continue;
        const cells = cellsOf(text, splitters, width);
        // A line with nothing after its colon, among pairs, stands above them.
        if (splitters.length > 0 && cells.length === 1 && /\S[:：]$/.test(text)) {
          group = text.slice(0, -1).trim();
          continue;
        }
        yield { where: `line ${line.number}`, cells, ...(group !== undefined && { group }) };
      }
    },
  };
}

function cellsOf(text: string, splitters: readonly Splitter[], width: number): string[] {
  const cells = firstSplit(splitters.length > 1 ? withoutNumber(text) : text, splitters);
  if (cells === undefined) return [text];
  // If a list uses several separators, a reading in brackets belongs to its word.
  if (splitters.length > 1 && cells.length > width)
    return [cells[0] ?? "", cells.slice(2).join(" ")];
  return cells.map((cell) => cell.trim());
}

function firstSplit(text: string, splitters: readonly Splitter[]): string[] | undefined {
  for (const splitter of splitters) {
    const cells = splitter.split(text);
    if (cells !== undefined) return cells.map((cell) => cell.trim());
  }
  return undefined;
}
