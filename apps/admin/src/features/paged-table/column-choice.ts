import type { PagedColumn } from "./paged-column.ts";

type Named = Pick<PagedColumn<never>, "key" | "extra">;

/**
 * The columns that an address asks for, in the table's order. The first one, which names the row,
 * is always included; unknown names are skipped.
 * @param address  keys separated by commas; "" for the default columns
 */
export function chosenColumns<Column extends Named>(
  columns: readonly Column[],
  address: string,
): readonly Column[] {
  if (address === "") return columns.filter(({ extra }) => extra !== true);
  const keys = new Set(address.split(","));
  return columns.filter(({ key }, at) => at === 0 || keys.has(key));
}

/** The address after showing or hiding a column. */
export function withColumn(columns: readonly Named[], address: string, toggled: string): string {
  const shown = new Set(chosenColumns(columns, address).map(({ key }) => key));
  if (!shown.delete(toggled)) shown.add(toggled);
  const keysOf = (some: readonly Named[]) => some.map(({ key }) => key).join(",");
  const next = keysOf(columns.filter(({ key }) => shown.has(key)));
  return next === keysOf(chosenColumns(columns, "")) ? "" : next;
}
