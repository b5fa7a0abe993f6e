import { delimitedRows, quoteStyleOf } from "./delimited.ts";

/** How well one character divides the rows of a sample. */
interface Division {
  readonly separator: string;
  /** The share of rows with two cells or more. */
  readonly divided: number;
  /** The share of rows with the most frequent number of cells. */
  readonly alike: number;
  readonly cells: number;
}

const CANDIDATES = ["\t", ";", ",", "|", "#"];

/**
 * The character that separates the cells of these rows; undefined for texts that are no table.
 *
 * @param isNamedTable  the file's name says that it is one, so that ragged rows count, too
 */
export function guessSeparator(sample: string, isNamedTable: boolean): string | undefined {
  const divisions = CANDIDATES.filter((separator) => sample.includes(separator))
    .map((separator) => divisionBy(sample, separator))
    .filter((division) => isTable(division, isNamedTable));
  const [best] = divisions.toSorted((a, b) => qualityOf(b) - qualityOf(a));
  return best?.separator;
}

function isTable({ separator, divided, alike, cells }: Division, isNamedTable: boolean): boolean {
  if (separator === "\t") return divided >= 0.6;
  if (separator === "#") return divided >= 0.95 && alike >= 0.95 && cells === 2;
  if (isNamedTable) return divided >= 0.5;
  return divided >= 0.9 && alike >= 0.9;
}

function qualityOf({ separator, divided, alike }: Division): number {
  return divided * alike + (separator === "\t" ? 0.5 : 0);
}

function divisionBy(sample: string, separator: string): Division {
  const sizes = new Map<number, number>();
  let [rows, divided] = [0, 0];
  for (const { cells } of delimitedRows([sample], separator, quoteStyleOf(sample, separator))) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    rows += 1;
    if (cells.length > 1) divided += 1;
    sizes.set(cells.length, (sizes.get(cells.length) ?? 0) + 1);
  }
  const [most = [0, 0]] = [...sizes].toSorted((a, b) => b[1] - a[1]);
  return {
    separator,
    divided: rows === 0 ? 0 : divided / rows,
    alike: rows === 0 ? 0 : most[1] / rows,
    cells: most[0],
  };
}
