import { guessColumns } from "./columns/guess-columns.ts";
import { languagesOfWords } from "./columns/languages-of-words.ts";
import { createDrafter } from "./columns/to-draft.ts";
import type { Row, RowFault } from "./row.ts";
import type { ColumnRole, SheetInfo, Table } from "./table.ts";

/** What a learner sees of a file before it is imported. */
export interface TablePreview {
  readonly kind: Table["kind"];
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly hasHeader: boolean;
  readonly columns: readonly PreviewColumn[];
  /** The first rows, as cells. */
  readonly rows: readonly (readonly string[])[];
  /** Without the header. */
  readonly rowCount: number;
  readonly languages: { readonly text: string | null; readonly meaning: string | null };
  readonly sheets: readonly SheetInfo[];
  /** Headings, units and decks, with their numbers of rows. */
  readonly groups: readonly { readonly name: string; readonly rows: number }[];
  readonly problems: readonly FoundProblem[];
  readonly problemCount: number;
}

interface PreviewColumn {
  readonly index: number;
  readonly header: string | null;
  readonly samples: readonly string[];
  readonly guess: ColumnRole;
}

interface FoundProblem extends RowFault {
  readonly where: string;
}

const SAMPLE_ROWS = 300;
const SHOWN_ROWS = 20;
const SHOWN_SAMPLES = 5;
/** A longer cell is cut in the preview, UTF-16 units. */
const SHOWN_LENGTH = 300;
const PROBLEMS_MAX = 200;
const GROUPS_MAX = 500;

/** The first rows of a table, from which its columns are guessed. */
async function sampleOf(table: Table): Promise<Row[]> {
  const sample: Row[] = [];
  for await (const row of table.rows())
    if (row.fault === undefined && sample.push(row) >= SAMPLE_ROWS) break;
  return sample;
}

/** The roles of a table's columns, as guessed. @throws UnreadableError */
export async function guessRoles(table: Table): Promise<ColumnRole[]> {
  const sample = await sampleOf(table);
  return rolesFrom(table, sample);
}

function rolesFrom(table: Table, sample: readonly Row[]): ColumnRole[] {
  return guessColumns(
    table.header,
    sample.map(({ cells }) => cells),
    table.roles,
  );
}

/**
 * Reads a whole table once: its first rows, how many there are, and which of them are faulty.
 *
 * @param onRows  called now and then with the number of rows read
 * @throws UnreadableError
 */
export async function previewTable(
  table: Table,
  onRows: (count: number) => void = () => {},
): Promise<TablePreview> {
  const sample = await sampleOf(table);
  const roles = rolesFrom(table, sample);
  const toDraft = createDrafter(roles, table.rules);
  const groups = new Map<string, number>();
  const problems: FoundProblem[] = [];
  let [rowCount, problemCount] = [0, 0];
  for await (const row of table.rows()) {
    rowCount += 1;
    if (row.group !== undefined && (groups.has(row.group) || groups.size < GROUPS_MAX))
      groups.set(row.group, (groups.get(row.group) ?? 0) + 1);
    const draft = toDraft(row);
    if ("fault" in draft) {
      problemCount += 1;
      if (problems.length < PROBLEMS_MAX) problems.push({ where: row.where, ...draft.fault });
    }
    if (rowCount % 5_000 === 0) onRows(rowCount);
  }
  return {
    kind: table.kind,
    encoding: table.encoding,
    separator: table.separator,
    hasHeader: table.hasHeader,
    columns: columnsOf(table, sample, roles),
    rows: sample.slice(0, SHOWN_ROWS).map(({ cells }) => cells.map(shortened)),
    rowCount,
    languages: table.languages ?? languagesOfWords(table.header, sample.map(toDraft)),
    sheets: table.sheets,
    groups: [...groups].map(([name, rows]) => ({ name, rows })),
    problems,
    problemCount,
  };
}

const shortened = (cell: string) => cell.slice(0, SHOWN_LENGTH);

function columnsOf(
  table: Table,
  sample: readonly Row[],
  roles: readonly ColumnRole[],
): PreviewColumn[] {
  return roles.map((guess, index) => {
    const values = sample
      .map(({ cells }) => cells[index] ?? "")
      .filter((cell) => cell.trim() !== "");
    const header = table.header?.[index] ?? "";
    return {
      index,
      header: header === "" ? null : shortened(header),
      samples: [...new Set(values)].slice(0, SHOWN_SAMPLES).map(shortened),
      guess,
    };
  });
}

/** The languages of a table whose columns have these roles, as far as they can be told. */
export async function guessTableLanguages(
  table: Table,
  roles: readonly ColumnRole[],
): Promise<TablePreview["languages"]> {
  const toDraft = createDrafter(roles, table.rules);
  return languagesOfWords(table.header, (await sampleOf(table)).map(toDraft));
}
