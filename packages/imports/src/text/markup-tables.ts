import type { Row } from "../row.ts";
import type { Line } from "./decode-text.ts";

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|[\s:|+-]+\|\s*$/;

/** A table of Markdown or Org. */
export interface MarkupTable {
  readonly header: readonly string[] | null;
  rows(lines: Iterable<Line>): Generator<Row>;
}

/** Finds the tables of a text; undefined if it has none. */
export function markupTable(sample: readonly Line[]): MarkupTable | undefined {
  const first = sample.findIndex(({ text }) => ROW.test(text) && !RULE.test(text));
  const rule = sample[first + 1]?.text ?? "";
  if (first === -1 || !RULE.test(rule)) return undefined;
  return { header: cellsOf(sample[first]?.text ?? ""), rows: tableRows };
}

/** The rows of all tables, without their headers. */
function* tableRows(lines: Iterable<Line>): Generator<Row> {
  let held: Line | undefined;
  const row = ({ number, text }: Line): Row => ({ where: `line ${number}`, cells: cellsOf(text) });
  for (const line of lines) {
    if (RULE.test(line.text)) held = undefined;
    else {
      if (held !== undefined) yield row(held);
      held = ROW.test(line.text) ? line : undefined;
    }
  }
  if (held !== undefined) yield row(held);
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
