import type { ZipArchive } from "../files/zip.ts";
import { withoutWords } from "../files/unreadable.ts";
import type { Row, RowFault } from "../row.ts";
import type { ReadOptions, Table } from "../table.ts";
import { CELLS_MAX } from "../text/delimited.ts";
import { shownNumber } from "./shown-number.ts";
import { tableOfSheets } from "./sheet-table.ts";
import { readParts, type XlsxParts, type XlsxSheet } from "./xlsx-parts.ts";
import { attributeOf, xmlEvents } from "./xml-events.ts";

/** Opens a workbook of Excel or of a program that writes its format. @throws UnreadableError */
export async function openXlsx(archive: ZipArchive, options: ReadOptions): Promise<Table> {
  const parts = await readParts(archive);
  const sheets = parts.sheets.map((sheet) => ({
    name: sheet.name,
    isHidden: sheet.isHidden,
    rows: () => sheetRows(archive, sheet, parts),
  }));
  if (sheets.length === 0) throw withoutWords("The workbook has no sheets.");
  return tableOfSheets(sheets, options);
}

/** A cell that is being read. */
interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  inline: string;
  hasFormula: boolean;
}

const NO_VALUE: RowFault = {
  code: "formula_without_value",
  message: "A cell holds a formula whose value the file does not have.",
};
const CELL_ERROR: RowFault = { code: "cell_error", message: "A cell holds an error." };

async function* sheetRows(
  archive: ZipArchive,
  { path, name: sheet }: XlsxSheet,
  parts: XlsxParts,
): AsyncGenerator<Row> {
  let number = 0;
  let cells: string[] = [];
  let fault: Row["fault"];
  let cell: Cell | undefined;
  let inside = "";
  for await (const event of xmlEvents(archive.text(path), path)) {
    if (event.type === "text") {
      if (cell !== undefined && inside === "v") cell.value += event.text;
      if (cell !== undefined && inside === "t") cell.inline += event.text;
      continue;
    }
    const { name } = event;
    if (event.type === "open") {
      if (name === "row") {
        number = rowNumber(event.attributes, number);
        cells = [];
        fault = undefined;
      } else if (name === "c") cell = cellOf(event.attributes, cells.length);
      else if (name === "f" && cell !== undefined) cell.hasFormula = true;
      inside = event.isEmpty ? "" : name;
    } else inside = "";
    const isDone = event.type === "close" || event.isEmpty;
    if (name === "c" && isDone && cell !== undefined) {
      const { text, fault: found } = valueOf(cell, parts);
      if (cell.column < CELLS_MAX) {
        while (cells.length < cell.column) cells.push("");
        cells[cell.column] = text;
      }
      fault ??= found;
      cell = undefined;
    }
    if (name === "row" && isDone && (fault !== undefined || cells.some((text) => text !== "")))
      yield { where: `${sheet}!A${number}`, cells, ...(fault !== undefined && { fault }) };
  }
}

function rowNumber(attributes: string, before: number): number {
  const number = Number(attributeOf(attributes, "r"));
  return Number.isInteger(number) && number > before ? number : before + 1;
}

function cellOf(attributes: string, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(attributeOf(attributes, "r") ?? "")?.[0];
  return {
    column: letters === undefined ? next : columnOf(letters),
    type: attributeOf(attributes, "t") ?? "n",
    style: Number(attributeOf(attributes, "s") ?? 0),
    value: "",
    inline: "",
    hasFormula: false,
  };
}

/** `A` is 0, `AA` is 26. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(cell: Cell, parts: XlsxParts): { text: string; fault?: RowFault } {
  const { type, value, inline } = cell;
  if (type === "inlineStr") return { text: inline };
  if (type === "s") return { text: parts.strings[Number(value)] ?? "" };
  if (type === "str" || type === "d") return { text: value };
  if (type === "b") return { text: value.trim() === "1" ? "TRUE" : "FALSE" };
  if (type === "e") return { text: value, fault: CELL_ERROR };
  if (value.trim() === "") return cell.hasFormula ? { text: "", fault: NO_VALUE } : { text: "" };
  return { text: shownNumber(value, parts.formats[cell.style] ?? "General", parts.startsIn1904) };
}
