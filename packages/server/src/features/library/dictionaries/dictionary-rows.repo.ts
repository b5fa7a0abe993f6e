import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { numbersIn } from "../../../platform/database/bulk.ts";
import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { DictionariesTable } from "./dictionaries.tables.ts";

export type DictionaryRow = Selectable<DictionariesTable>;

type State = DictionariesTable["state"];

/** @returns the number of the new row */
export async function insertDictionary(
  tx: Database,
  row: Insertable<DictionariesTable>,
): Promise<number> {
  const { seq } = await tx
    .insertInto("dictionaries")
    .values(row)
    .returning("seq")
    .executeTakeFirstOrThrow();
  return seq;
}

/** The dictionaries that are complete, in order. */
export async function listComplete(db: Database): Promise<DictionaryRow[]> {
  return db
    .selectFrom("dictionaries")
    .selectAll()
    .where("state", "=", "done")
    .orderBy("position")
    .orderBy("seq")
    .execute();
}

/** @returns undefined if there is none in one of these states */
export async function findDictionary(
  db: Database,
  id: string,
  states: readonly State[],
): Promise<DictionaryRow | undefined> {
  return db
    .selectFrom("dictionaries")
    .selectAll()
    .where("id", "=", id)
    .where("state", "in", states)
    .executeTakeFirst();
}

/** The dictionary with which something is left to be done, oldest first. */
export async function findUnfinished(db: Database): Promise<DictionaryRow | undefined> {
  return db
    .selectFrom("dictionaries")
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb("state", "in", ["reading", "deleting"]),
        and([eb("state", "in", ["done", "failed"]), eb("has_file", "=", 1)]),
      ]),
    )
    .orderBy("changed_at_ms")
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
}

/** Changes a dictionary that is still in one of these states. @returns false if it is not */
export async function updateRow(
  tx: Database,
  seq: number,
  from: readonly State[],
  change: Updateable<DictionariesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("dictionaries")
    .set(change)
    .where("seq", "=", seq)
    .where("state", "in", from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removeRow(tx: Database, seq: number): Promise<void> {
  await tx.deleteFrom("dictionaries").where("seq", "=", seq).execute();
}

/**
 * Marks those in this state for deletion that nothing has changed since `sinceMs`, or that were
 * changed after `latestMs`, while the clock was ahead.
 */
export async function expireRows(
  db: Database,
  state: State,
  { sinceMs, latestMs }: { readonly sinceMs: number; readonly latestMs: number },
): Promise<void> {
  await db
    .updateTable("dictionaries")
    .set({ state: "deleting" })
    .where("state", "=", state)
    .where(isPast("changed_at_ms", sinceMs, latestMs))
    .execute();
}

/** Titles and attributions, also of dictionaries that are gone, by number. */
export async function listNames(
  db: Database,
  seqs: readonly number[],
): Promise<Pick<DictionaryRow, "seq" | "id" | "title" | "attribution">[]> {
  return db
    .selectFrom("dictionaries")
    .select(["seq", "id", "title", "attribution"])
    .where(numbersIn(db, "seq", seqs))
    .execute();
}

/** The place after the last one. */
export async function nextPosition(tx: Database): Promise<number> {
  const { position } = await tx
    .selectFrom("dictionaries")
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as("position"))
    .where("state", "=", "done")
    .executeTakeFirstOrThrow();
  return Number(position);
}
