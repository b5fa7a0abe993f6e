import type { ZipArchive } from "../files/zip.ts";
import type { Row } from "../row.ts";
import type { ReadOptions, Table } from "../table.ts";
import { CELLS_MAX } from "../text/delimited.ts";
import { tableOfSheets } from "./sheet-table.ts";
import { attributeOf, xmlEvents } from "./xml-events.ts";

const CONTENT = "content.xml";

/** Rows and cells that repeat are written once with a number; more than this are no list. */
const REPEATS_MAX = 1_000;

/** Opens a spreadsheet of LibreOffice. @throws UnreadableError */
export async function openOds(archive: ZipArchive, options: ReadOptions): Promise<Table> {
  const names: string[] = [];
  for await (const event of xmlEvents(archive.text(CONTENT), CONTENT))
    if (event.type === "open" && event.name === "table")
      names.push(attributeOf(event.attributes, "name") ?? `Sheet${names.length + 1}`);
  const sheets = names.map((name, index) => ({
    name,
    isHidden: false,
    rows: () => sheetRows(archive, index, name),
  }));
  return tableOfSheets(sheets, options);
}

async function* sheetRows(archive: ZipArchive, wanted: number, name: string): AsyncGenerator<Row> {
  let sheet = -1;
  let number = 0;
  let row = { repeats: 1, cells: [] as string[] };
  let cell = { repeats: 1, paragraphs: [] as string[] };
  let isText = false;
  for await (const event of xmlEvents(archive.text(CONTENT), CONTENT)) {
    if (event.type === "open" && event.name === "table") sheet += 1;
    if (sheet !== wanted) continue;
    if (event.type === "text") {
      if (isText) cell.paragraphs.push((cell.paragraphs.pop() ?? "") + event.text);
      continue;
    }
    const isOpen = event.type === "open";
    const isDone = event.type === "close" || event.isEmpty;
    if (isOpen && event.name === "table-row")
      row = { repeats: repeatsOf(event.attributes, "number-rows-repeated"), cells: [] };
    if (isOpen && /^(?:covered-)?table-cell$/.test(event.name))
      cell = { repeats: repeatsOf(event.attributes, "number-columns-repeated"), paragraphs: [] };
    if (event.name === "p") {
      isText = isOpen && !event.isEmpty;
      if (isOpen) cell.paragraphs.push("");
    }
    if (isDone && /^(?:covered-)?table-cell$/.test(event.name)) addCell(row.cells, cell);
    if (!isDone || event.name !== "table-row") continue;
    const isEmpty = row.cells.every((text) => text === "");
    for (let copy = 0; !isEmpty && copy < Math.min(row.repeats, REPEATS_MAX); copy += 1)
      yield { where: `${name}!A${number + copy + 1}`, cells: withoutEmptyEnd(row.cells) };
    number += row.repeats;
  }
}

/** A row ends with one empty cell that is repeated to the last column. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

function addCell(cells: string[], cell: { repeats: number; paragraphs: readonly string[] }): void {
  const text = cell.paragraphs.join("\n");
  const copies = Math.min(cell.repeats, CELLS_MAX - cells.length);
  for (let copy = 0; copy < copies; copy += 1) cells.push(text);
}

function repeatsOf(attributes: string, name: string): number {
  const count = Number(attributeOf(attributes, name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
