import type { SuspensionReason } from "@wordloom/contract";
import { sql, type Selectable } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import { idsIn, idTable } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";
import type { SuspendedWordsTable } from "./suspended-words.tables.ts";

export type SuspensionRow = Selectable<SuspendedWordsTable>;

/**
 * Suspends words. A word that is suspended without end stays so when it is buried or left out as
 * known: a suspension that ends with the day, or when known words return, is the weaker wish.
 */
export async function suspendWords(
  tx: Database,
  wordIds: readonly string[],
  row: Omit<SuspensionRow, "word_id">,
): Promise<void> {
  await sql`
    insert into suspended_words (user_id, word_id, reason, until_ms, created_at_ms)
    select cast(${row.user_id} as text), asked.id, cast(${row.reason} as text),
      cast(${row.until_ms} as bigint), cast(${row.created_at_ms} as bigint)
    from ${idTable(tx, wordIds)} as asked where true
    on conflict (user_id, word_id) do update set reason = excluded.reason,
      until_ms = excluded.until_ms, created_at_ms = excluded.created_at_ms
    where suspended_words.until_ms is not null or excluded.reason = 'suspended'
  `.execute(tx);
}

export async function findSuspension(
  db: Database,
  userId: string,
  wordId: string,
): Promise<SuspensionRow | undefined> {
  return db
    .selectFrom("suspended_words")
    .selectAll()
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirst();
}

/** The suspensions of these words, also those that are over. */
export async function listSuspensionsOf(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<SuspensionRow[]> {
  return db
    .selectFrom("suspended_words")
    .selectAll()
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/** Those of these words that are suspended, for whatever reason. */
export async function listSuspendedAmong(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("suspended_words")
    .select("word_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return rows.map((row) => row.word_id);
}

/** @returns number of words that were suspended */
export async function removeSuspensions(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("suspended_words")
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes the learner's suspensions that have ended. */
export async function removeEndedSuspensions(
  db: Database,
  userId: string,
  nowMs: number,
): Promise<void> {
  await db
    .deleteFrom("suspended_words")
    .where("user_id", "=", userId)
    .where("until_ms", "<=", nowMs)
    .execute();
}

/** Selects the suspensions active at `nowMs`. */
export interface SuspensionFilter {
  readonly userId: string;
  readonly nowMs: number;
  /** Absent: any. */
  readonly reason?: SuspensionReason | undefined;
}

/** Active suspensions of existing words, latest first. */
export async function listSuspensions(
  db: Database,
  filter: SuspensionFilter,
  window: RowWindow,
): Promise<SuspensionRow[]> {
  return inForce(db, filter)
    .selectAll("suspended_words")
    .orderBy("suspended_words.created_at_ms", "desc")
    .orderBy("suspended_words.word_id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countSuspensions(db: Database, filter: SuspensionFilter): Promise<number> {
  return countRows(inForce(db, filter));
}

function inForce(db: Database, { userId, nowMs, reason }: SuspensionFilter) {
  return db
    .selectFrom("suspended_words")
    .innerJoin("words", "words.id", "suspended_words.word_id")
    .where("suspended_words.user_id", "=", userId)
    .where(isSeenBy(userId))
    .where((is) =>
      is.or([
        is("suspended_words.until_ms", "is", null),
        is("suspended_words.until_ms", ">", nowMs),
      ]),
    )
    .$if(reason !== undefined, (query) =>
      query.where("suspended_words.reason", "=", reason as SuspensionReason),
    );
}
