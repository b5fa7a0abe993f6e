/** A table, with its columns in the order of a row's values. */
export interface DumpTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Whether a table is not dumped: computed from others, and rebuilt when a dump is loaded. */
export function isDerived(table: string): boolean {
  return table.startsWith("words_search");
}

/** A name from the schema as an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
