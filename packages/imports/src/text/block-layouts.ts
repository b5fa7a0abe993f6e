import type { Row } from "../row.ts";
import type { Line } from "./decode-text.ts";
import { headingOf, isSilent } from "./line-marks.ts";
import { hasArticle } from "@wordloom/language";

/** A layout in which a word takes several lines. */
export type BlockLayout = (lines: Iterable<Line>) => Generator<Row>;

/** Finds the layout of a list whose entries take several lines; undefined for other lists. */
export function blockLayout(sample: readonly Line[]): BlockLayout | undefined {
  const filled = sample.filter((line) => line.text.trim() !== "");
  const share = (test: (line: Line) => boolean) => filled.filter(test).length / filled.length;
  if (share(({ text }) => /^==========\s*$/.test(text)) > 0.1) return clippings;
  if (share(({ text }) => /^\s*[QA]\s*:/.test(text)) > 0.9) return questions;
  if (share(({ text }) => /^\s*\?{1,2}\s*$/.test(text)) > 0.1 || hasManyCards(filled))
    return flashcards;
  if (isIndented(filled)) return indented;
  const blocks = [...blocksOf(sample)];
  const areCards =
    blocks.length > 1 && blocks.every((block) => /\s::\s/.test(block[0]?.text ?? ""));
  if (areCards && blocks.some((block) => block.length > 1)) return cards;
  const inTwos = blocks.filter((block) => block.length === 2).length;
  if (blocks.length > 1 && inTwos / blocks.length > 0.9) return twoLines;
  return isAlternating(filled) ? alternating : undefined;
}

function hasManyCards(lines: readonly Line[]): boolean {
  const cardLines = lines.filter(({ text }) => /\S:::?\S/.test(text)).length;
  return cardLines / lines.length > 0.4 && !lines.some(({ text }) => text.includes("\t"));
}

function* blocksOf(lines: Iterable<Line>): Generator<Line[]> {
  let block: Line[] = [];
  for (const line of lines) {
    if (line.text.trim() !== "") block.push(line);
    else if (block.length > 0) {
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

function rowOf([first, ...rest]: readonly Line[]): Row {
  const cells = [first, ...rest].map((line) => line?.text.trim() ?? "");
  return { where: `line ${first?.number ?? 0}`, cells };
}

function* twoLines(lines: Iterable<Line>): Generator<Row> {
  for (const block of blocksOf(lines)) yield rowOf(block);
}

function* cards(lines: Iterable<Line>): Generator<Row> {
  for (const block of blocksOf(lines)) {
    const [first, ...rest] = block;
    const [text = "", meaning = ""] = (first?.text ?? "").split(/\s+::\s+/);
    const examples = rest.map((line) => line.text.trim()).join("\n");
    yield { where: `line ${first?.number ?? 0}`, cells: [text.trim(), meaning.trim(), examples] };
  }
}

function* alternating(lines: Iterable<Line>): Generator<Row> {
  let word: Line | undefined;
  for (const line of lines) {
    if (line.text.trim() === "") continue;
    if (word === undefined) word = line;
    else {
      yield rowOf([word, line]);
      word = undefined;
    }
  }
  if (word !== undefined) yield rowOf([word]);
}

/** Words at the beginning of lines; meanings and examples below, indented. */
function* indented(lines: Iterable<Line>): Generator<Row> {
  let entry: Line[] = [];
  for (const line of lines) {
    if (line.text.trim() === "") continue;
    if (!/^\s/.test(line.text) && entry.length > 0) {
      yield rowOf(entry);
      entry = [];
    }
    entry.push(line);
  }
  if (entry.length > 0) yield rowOf(entry);
}

function isIndented(lines: readonly Line[]): boolean {
  const inner = lines.filter(({ text }) => /^(?: {2,}|\t)\S/.test(text)).length;
  return (
    lines.length > 1 &&
    !/^\s/.test(lines[0]?.text ?? "") &&
    inner / lines.length > 0.4 &&
    inner < lines.length
  );
}

/** `Q: …`, `A: …` */
function* questions(lines: Iterable<Line>): Generator<Row> {
  let question: Line | undefined;
  let answers: string[] = [];
  const row = (line: Line): Row => ({
    where: `line ${line.number}`,
    cells: [line.text.replace(/^\s*Q\s*:\s*/, "").trim(), answers.join("\n")],
  });
  for (const line of lines) {
    if (/^\s*Q\s*:/.test(line.text)) {
      if (question !== undefined) yield row(question);
      question = line;
      answers = [];
    } else if (/^\s*A\s*:/.test(line.text))
      answers.push(line.text.replace(/^\s*A\s*:\s*/, "").trim());
  }
  if (question !== undefined) yield row(question);
}

/** `word::meaning`, `word:::meaning`, or word, `?`, meaning; front matter and comments between. */
function* flashcards(lines: Iterable<Line>): Generator<Row> {
  let isFrontMatter = false;
  let group: string | undefined;
  for (const block of blocksOf(lines)) {
    const mark = block.findIndex(({ text }) => /^\s*\?{1,2}\s*$/.test(text));
    const named = () => (group === undefined ? {} : { group });
    if (mark > 0) {
      const part = (from: number, to?: number) =>
        block
          .slice(from, to)
          .filter((line) => !isSilent(line))
          .map(({ text }) => text.trim())
          .join("\n");
      const where = `line ${block[0]?.number ?? 0}`;
      yield { where, cells: [part(0, mark), part(mark + 1)], ...named() };
      continue;
    }
    for (const line of block) {
      if (/^---\s*$/.test(line.text)) isFrontMatter = line.number === 1 || false;
      const heading = headingOf(line.text);
      if (heading !== undefined) group = heading;
      const [, text, meaning] = /^(.+?)\s*:::?\s*(.+)$/.exec(line.text) ?? [];
      if (isFrontMatter || isSilent(line) || text === undefined || meaning === undefined) continue;
      yield { where: `line ${line.number}`, cells: [text.trim(), meaning.trim()], ...named() };
    }
  }
}

/** What a Kindle writes: title, a line of data, a blank line, the text, `==========`. */
function* clippings(lines: Iterable<Line>): Generator<Row> {
  let block: Line[] = [];
  for (const line of lines) {
    if (!/^==========\s*$/.test(line.text)) {
      block.push(line);
      continue;
    }
    const [title, , ...rest] = block.filter(({ text }) => text.trim() !== "");
    const text = rest.map((part) => part.text.trim()).join("\n");
    const group = title?.text.replace(/^\uFEFF/, "").trim();
    if (text !== "" && group !== undefined)
      yield { where: `line ${rest[0]?.number ?? 0}`, cells: [text], group };
    block = [];
  }
}

/** Words and meanings take turns: articles or the script show which is which. */
function isAlternating(lines: readonly Line[]): boolean {
  if (lines.length < 4) return false;
  const odd = lines.filter((_, index) => index % 2 === 0);
  const even = lines.filter((_, index) => index % 2 === 1);
  const share = (part: readonly Line[], test: (text: string) => boolean) =>
    part.filter(({ text }) => test(text.trim())).length / part.length;
  const tests = [hasArticle, (text: string) => /^\P{sc=Latin}*$/u.test(text)];
  return tests.some((test) => {
    const [first, second] = [share(odd, test), share(even, test)];
    return Math.max(first, second) > 0.7 && Math.min(first, second) < 0.2;
  });
}
