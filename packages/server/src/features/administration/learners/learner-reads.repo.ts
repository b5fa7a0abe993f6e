import type { WordStateName } from "@wordloom/contract";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { idTable } from "../../../platform/database/bulk.ts";
import { contains } from "../../../platform/database/text-match.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { AuditLogTable } from "../../accounts/audit/audit.tables.ts";
import type { RecordsTable } from "../../progress/answers/answers.tables.ts";

/** A part of a list. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Answers to words of each book visible to the learner, most first. */
export async function listBookShares(
  db: Database,
  userId: string,
  limit: number,
): Promise<{ id: string; name: string; answers: number }[]> {
  const { rows } = await sql<{ id: string; name: string; answers: number | string }>`
    select wordbooks.id, wordbooks.name, sum(answered.times) as answers
    from (
      select word_id, count(*) as times from records where user_id = ${userId} group by word_id
    ) as answered
    join wordbook_words on wordbook_words.word_id = answered.word_id
    join wordbooks on wordbooks.id = wordbook_words.wordbook_id
    where wordbooks.type = 'system' or (wordbooks.type = 'user' and wordbooks.user_id = ${userId})
    group by wordbooks.id, wordbooks.name
    order by sum(answered.times) desc, wordbooks.id
    limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, answers: Number(row.answers) }));
}

export interface ShownRecord extends Pick<
  Selectable<RecordsTable>,
  "id" | "word_id" | "is_correct" | "response_time_ms" | "created_at_ms" | "record_type"
> {
  readonly word: string | null;
}

/** Newest first, with the texts of the words. Answers to own words are left out. */
export async function listShownRecords(
  db: Database,
  userId: string,
  { limit, offset }: Part,
): Promise<ShownRecord[]> {
  const { rows } = await sql<ShownRecord>`
    select newest.*, words.text as word from (
      select id, word_id, is_correct, response_time_ms, created_at_ms, record_type from records
      where user_id = ${userId} and ${isNoOwnWord(sql.ref("records.word_id"))}
      order by created_at_ms desc, id desc limit ${limit} offset ${offset}
    ) as newest
    left join words on words.id = newest.word_id
    order by newest.created_at_ms desc, newest.id desc
  `.execute(db);
  return rows;
}

/**
 * Number of different words answered in each of these sessions. Sessions without answers are
 * missing.
 */
export async function countSessionWords(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; words: number | string }>`
    select asked.id, count(distinct records.word_id) as words
    from ${idTable(db, sessionIds)} as asked
    join records on records.session_id = asked.id
    group by asked.id
  `.execute(db);
  return new Map(rows.map(({ id, words }) => [id, Number(words)]));
}

/**
 * Administrators' actions on this account, or on one of its devices from the account's page, newest
 * first. Served by audit_log_target; entries about devices are few.
 */
export async function listAuditOf(
  db: Database,
  userId: string,
  { limit, offset }: Part,
): Promise<Selectable<AuditLogTable>[]> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        and({ target_type: "user", target_id: userId }),
        and([
          and({ target_type: "device", action: "user.device_ban" }),
          contains(eb.ref("metadata_json"), JSON.stringify({ userId }).slice(1, -1)),
        ]),
      ]),
    )
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export interface ShownState {
  readonly user_id: string;
  readonly word_id: string;
  readonly state: WordStateName;
  readonly mastery_level: number;
  readonly next_review_at_ms: number | null;
  readonly half_life_hours: number;
  readonly correct_streak: number;
  readonly total_attempts: number;
  readonly updated_at_ms: number;
  readonly text: string;
  /** 1 or 0. */
  readonly bookmarked: number;
}

/** Whether the word is not the learner's own, of which administrators see numbers only. */
function isNoOwnWord(wordId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from words where words.id = ${wordId} and words.owner_id is not null
  )`;
}

/** The learner's own words, and what is known of them, in numbers. */
export interface OwnWordCounts {
  readonly words: number;
  readonly states: number;
  readonly answers: number;
}

export async function countOwnWords(db: Database, userId: string): Promise<OwnWordCounts> {
  const own = sql`from words cross join`;
  const { rows } = await sql<Record<keyof OwnWordCounts, number | string>>`
    select
      (select count(*) from words where owner_id = ${userId}) as words,
      (select count(*) ${own} word_states where words.owner_id = ${userId}
        and word_states.user_id = ${userId} and word_states.word_id = words.id) as states,
      (select count(*) ${own} records where words.owner_id = ${userId}
        and records.user_id = ${userId} and records.word_id = words.id) as answers
  `.execute(db);
  const [row] = rows;
  return {
    words: Number(row?.words ?? 0),
    states: Number(row?.states ?? 0),
    answers: Number(row?.answers ?? 0),
  };
}

/** By word id, without own words. */
export async function listShownStates(
  db: Database,
  userId: string,
  window: Part,
): Promise<ShownState[]> {
  const { rows } = await sql<ShownState>`
    select part.*, words.text, case when exists (
      select 1 from word_favorites
      where word_favorites.user_id = part.user_id and word_favorites.word_id = part.word_id
    ) then 1 else 0 end as bookmarked
    from (
      select user_id, word_id, state, mastery_level, next_review_at_ms, half_life_hours,
        correct_streak, total_attempts, updated_at_ms
      from word_states
      where user_id = ${userId} and ${isNoOwnWord(sql.ref("word_states.word_id"))}
      order by word_id limit ${window.limit} offset ${window.offset}
    ) as part
    join words on words.id = part.word_id
    order by part.word_id
  `.execute(db);
  return rows;
}

/** Number of a learner's rows of each kind. */
export interface OwnedCounts {
  readonly devices: number;
  readonly favorites: number;
  readonly notes: number;
  readonly wordbooks: number;
  readonly feedback: number;
  readonly notificationsUnread: number;
  readonly learningSessions: number;
  readonly wordStates: number;
}

export async function countOwned(db: Database, userId: string): Promise<OwnedCounts> {
  const { rows } = await sql<Record<keyof OwnedCounts, number | string>>`
    select
      (select count(*) from devices where user_id = ${userId}) as devices,
      (select count(*) from word_favorites where user_id = ${userId}) as favorites,
      (select count(*) from word_notes where user_id = ${userId}) as notes,
      (select count(*) from wordbooks where type = 'user' and user_id = ${userId}) as wordbooks,
      (select count(*) from feedback where user_id = ${userId}) as feedback,
      (select count(*) from notifications where user_id = ${userId} and read_at_ms is null)
        as "notificationsUnread",
      (select count(*) from learning_sessions where user_id = ${userId}) as "learningSessions",
      (select count(*) from word_states where user_id = ${userId}) as "wordStates"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value)]),
  ) as unknown as OwnedCounts;
}
