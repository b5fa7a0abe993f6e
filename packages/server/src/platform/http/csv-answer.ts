import { Readable } from "node:stream";
import { csvHead, csvRow } from "@wordloom/contract/csv";
import type { AnswerExtras } from "./route.ts";

/** Maximum rows of a CSV reply; the header X-Truncated marks a longer list. */
export const CSV_ROWS_MAX = 100_000;

export type CsvCell = string | number | boolean | null;

export interface CsvFile {
  /** Name of the file, without day and extension. */
  readonly name: string;
  /** Day of the export, yyyy-MM-dd. */
  readonly day: string;
  readonly columns: readonly string[];
  /** Total number of rows. */
  readonly total: number;
  /** The rows page by page; read only up to `CSV_ROWS_MAX`. */
  readonly pages: AsyncIterable<readonly (readonly CsvCell[])[]>;
}

/**
 * The body and headers of a CSV download. Rows are read as the caller consumes them. A fault midway
 * closes the connection, so that a partial file is not mistaken for a complete one.
 */
export function csvAnswer(file: CsvFile): {
  readonly body: Readable;
  readonly extras: AnswerExtras;
} {
  const name = `${file.name}-${file.day.replaceAll("-", "")}.csv`;
  return {
    body: Readable.from(textOf(file), { objectMode: false }),
    extras: {
      headers: {
        "content-disposition": `attachment; filename="${name}"`,
        ...(file.total > CSV_ROWS_MAX && { "x-truncated": "true" }),
      },
    },
  };
}

async function* textOf({ columns, pages }: CsvFile): AsyncGenerator<string> {
  yield csvHead(columns);
  let left = CSV_ROWS_MAX;
  for await (const page of pages) {
    const rows = page.slice(0, left);
    left -= rows.length;
    if (rows.length > 0) yield rows.map((cells) => csvRow(cells.map(textOfCell))).join("");
    if (left === 0) return;
  }
}

function textOfCell(cell: CsvCell): string {
  return cell === null ? "" : String(cell);
}
