import { sql } from "kysely";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import type { PersonalTable } from "../../platform/feature.ts";

/** Removes a learner's rows of one table, or the rows that belong to rows of theirs. */
export async function removePersonalRows(
  tx: OpenTransaction,
  { table, column, of }: PersonalTable,
  userId: string,
): Promise<void> {
  const theirs =
    of === undefined
      ? sql`= ${userId}`
      : sql`in (select id from ${sql.table(of.table)} where ${sql.ref(of.column)} = ${userId})`;
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} ${theirs}`.execute(tx);
}
