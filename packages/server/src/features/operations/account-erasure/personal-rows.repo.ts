import { sql } from "kysely";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import type { PersonalTable } from "../../../platform/database/personal-table.ts";

/**
 * Removes a learner's rows from one table, or rows owned by the learner's rows of another. Rows
 * that outlive the account are kept without the columns that identify the learner.
 */
export async function removePersonalRows(
  tx: OpenTransaction,
  { table, column, of, outlive }: PersonalTable,
  userId: string,
): Promise<void> {
  const theirs =
    of === undefined
      ? sql`= ${userId}`
      : sql`in (select id from ${sql.table(of.table)} where ${sql.ref(of.column)} = ${userId})`;
  if (outlive !== undefined) {
    const empty = [column, ...outlive.without].map((name) => sql`${sql.ref(name)} = null`);
    await sql`
      update ${sql.table(table)} set ${sql.join(empty)}
      where ${sql.ref(column)} ${theirs} and ${sql.ref(outlive.where)} is not null
    `.execute(tx);
  }
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} ${theirs}`.execute(tx);
}
