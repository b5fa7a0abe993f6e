import { sql } from "kysely";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import type { PersonalTable } from "../../platform/feature.ts";

/**
 * Locks the learner's rows that own other rows, such as wordbooks, so that nothing can be added to
 * them: concurrent writers either finish first or find the rows gone.
 */
export async function lockOwners(
  tx: OpenTransaction,
  { of }: PersonalTable,
  userId: string,
): Promise<void> {
  if (of === undefined || dialectOf(tx) !== "postgres") return;
  await sql`
    select id from ${sql.table(of.table)} where ${sql.ref(of.column)} = ${userId}
    order by id for update
  `.execute(tx);
}

/**
 * Removes a learner's rows of one table, or rows owned by the learner's rows of another. Rows that
 * outlive the account are kept without the columns that identify the learner.
 *
 * @returns number of rows removed
 */
export async function removePersonalRows(
  tx: OpenTransaction,
  { table, column, of, outlive }: PersonalTable,
  userId: string,
): Promise<number> {
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
  const removed = await sql`
    delete from ${sql.table(table)} where ${sql.ref(column)} ${theirs}
  `.execute(tx);
  return Number(removed.numAffectedRows ?? 0n);
}
