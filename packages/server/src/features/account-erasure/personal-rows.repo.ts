import { sql } from "kysely";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import type { PersonalTable } from "../../platform/feature.ts";

/**
 * Lets nobody add to rows of the learner's to which others belong, such as books: who is about to
 * comes first, or finds them gone.
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
 * Removes a learner's rows of one table, or the rows that belong to rows of theirs. Of rows that
 * outlive the account only what says whose they were is removed.
 *
 * @returns how many rows went
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
