import type { SelectQueryBuilder } from "kysely";

/** How many rows a query would return; for queries that do not group. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counting = query.select((on) => on.fn.countAll<number>().as("count"));
  const { count } = await counting.$castTo<{ count: number }>().executeTakeFirstOrThrow();
  return count;
}
