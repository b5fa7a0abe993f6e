import type { PagedColumn } from "./paged-column.ts";

type Named = Pick<PagedColumn<never>, "key" | "extra">;

/**
 * The columns that an address asks for, in the order of the table; the first one, which names the
 * row, is always there. Names of columns that do not exist are passed over.
 *
 * @param address  keys with commas between them; "" for the usual ones
 */
export function chosenColumns<Column extends Named>(
  columns: readonly Column[],
  address: string,
): readonly Column[] {
  if (address === "") return columns.filter(({ extra }) => extra !== true);
  const keys = new Set(address.split(","));
  return columns.filter(({ key }, at) => at === 0 || keys.has(key));
}

/** The address once a column is shown that was not, or the other way round. */
export function withColumn(columns: readonly Named[], address: string, toggled: string): string {
  const shown = new Set(chosenColumns(columns, address).map(({ key }) => key));
  if (!shown.delete(toggled)) shown.add(toggled);
  const keysOf = (some: readonly Named[]) => some.map(({ key }) => key).join(",");
  const next = keysOf(columns.filter(({ key }) => shown.has(key)));
  return next === keysOf(chosenColumns(columns, "")) ? "" : next;
}
