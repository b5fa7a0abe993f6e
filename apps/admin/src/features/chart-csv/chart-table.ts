import { csvHead, csvRow } from "@wordloom/contract/csv";
import type { ChartTable } from "@wordloom/ui/charts";

/** A column of the table behind a chart: for people, and for programs. */
export interface FigureColumn<Row> {
  readonly header: string;
  /** For people: with units, in their language. */
  readonly text: (row: Row) => string;
  /** For programs; null means no value. */
  readonly value: (row: Row) => string | number | null;
}

/** The table behind a chart, with the data of its CSV file. The first column names the row. */
export function chartTable<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly FigureColumn<Row>[],
): ChartTable {
  return {
    caption,
    columns: columns.map(({ header }) => header),
    rows: rows.map((row) => columns.map(({ text }) => text(row))),
    data: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

/** The table as CSV: the data for programs, or else the texts. */
export function csvOf({ columns, rows, data }: ChartTable): string {
  const cells = data?.map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
  return [csvHead(columns), ...(cells ?? rows).map(csvRow)].join("");
}

/** A file name from the caption: short, and valid on every system. */
export function fileNameOf(caption: string): string {
  const words = caption.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${words.slice(0, 60).replaceAll(/^-|-$/g, "") || "figures"}.csv`;
}
