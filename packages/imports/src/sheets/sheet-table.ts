import { isHeaderRow } from "../columns/guess-columns.ts";
import { UnreadableError } from "../files/unreadable.ts";
import type { Row } from "../row.ts";
import type { ReadOptions, SheetInfo, Table } from "../table.ts";

/** A sheet whose rows can be read. */
export interface Sheet extends SheetInfo {
  rows(): AsyncIterable<Row>;
}

/** The rows among which a header is looked for: titles stand above it. */
const HEADER_ROWS = 10;

/**
 * The table of one sheet: the one that is named, else the first that is shown.
 *
 * @throws UnreadableError for a sheet that the workbook lacks
 */
export async function tableOfSheets(
  sheets: readonly Sheet[],
  { sheet: name, hasHeader }: ReadOptions,
): Promise<Table> {
  const sheet =
    name === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find((candidate) => candidate.name === name);
  if (sheet === undefined) throw new UnreadableError(`The workbook has no sheet ${name ?? ""}.`);
  const top: Row[] = [];
  for await (const row of sheet.rows()) if (top.push(row) >= HEADER_ROWS) break;
  const found = top.findIndex(({ cells }, index) => isHeaderRow(cells, top[index + 1]?.cells));
  const header = hasHeader === true && found === -1 ? 0 : hasHeader === false ? -1 : found;
  return {
    kind: "xlsx",
    encoding: null,
    separator: null,
    hasHeader: header >= 0,
    header: top[header]?.cells.map((cell) => cell.trim()) ?? null,
    sheets: sheets.map(({ name: title, isHidden }) => ({ name: title, isHidden })),
    rules: { html: "tags" },
    async *rows() {
      let index = -1;
      for await (const row of sheet.rows()) if ((index += 1) > header) yield row;
    },
  };
}
