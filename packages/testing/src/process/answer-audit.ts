import { sql } from "kysely";
import { readEngineState } from "@wordloom/server/features/adaptation/amas/engine-states.service";
import { systemClock } from "@wordloom/server/platform/time/clock";
import { dialectOf } from "@wordloom/server/platform/database/dialect/dialect-of";
import type { Database } from "@wordloom/server/platform/database/tables";
import type { Journal } from "./answer-journal.ts";

/** The word used only by events without a record, so that these can be counted separately. */
export const EVENT_WORD = "word-0";

/**
 * Compares the acknowledged requests with the stored data: every acknowledged answer must be one
 * record, and every record must have been applied exactly once.
 *
 * @returns one sentence per difference; empty if there is none
 */
export async function auditAnswers(
  database: Database,
  learnerIds: readonly string[],
  journal: Journal,
): Promise<string[]> {
  const faults = [...(await auditWords(database)), ...(await auditSessions(database))];
  for (const userId of learnerIds) {
    faults.push(...(await auditLearner(database, userId, journal)));
  }
  if (dialectOf(database) === "sqlite") faults.push(...(await auditFile(database)));
  return faults;
}

/** The number of waiting answers and of dead letters in the outbox. */
export async function countOutbox(database: Database): Promise<{ waiting: number; dead: number }> {
  const rows = await database.selectFrom("answer_outbox").select("dead_at_ms").execute();
  const dead = rows.filter((row) => row.dead_at_ms !== null).length;
  return { waiting: rows.length - dead, dead };
}

async function auditLearner(database: Database, userId: string, journal: Journal) {
  const records = await database
    .selectFrom("records")
    .select(["client_record_id", "word_id", "is_correct"])
    .where("user_id", "=", userId)
    .execute();
  const promised = journal.answers.get(userId) ?? new Map<string, string>();
  const stored = new Map(records.map((row) => [row.client_record_id, row.word_id]));
  const lost = [...promised].filter(([key, wordId]) => stored.get(key) !== wordId);
  const events = await keysOfEvents(database, userId);
  const lostEvents = [...(journal.events.get(userId) ?? [])].filter((key) => !events.has(key));
  const learned = await countLearned(database, userId);
  const needs = { database, clock: systemClock };
  const { totalEventCount, rating } = await readEngineState(needs, userId);
  const days = await countDays(database, userId);
  const plans = journal.plans.get(userId);
  return compare(userId, [
    ["promised answers lost", 0, lost.length],
    ["promised events lost", 0, lostEvents.length],
    ["keys", records.length, stored.size],
    ["engine events", records.length + events.size, totalEventCount],
    ["rated answers", learned.rated, rating?.games ?? 0],
    ["attempts of words", records.length, learned.records],
    ["attempts of events", events.size, learned.events],
    ["answers of days", records.length, days.answers],
    ["correct answers of days", records.filter((row) => row.is_correct === 1).length, days.correct],
    ["plan among the possible", true, plans?.includes(await planOf(database, userId)) ?? true],
  ]);
}

async function keysOfEvents(database: Database, userId: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom("amas_events")
    .select("client_event_id")
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.map((row) => row.client_event_id));
}

async function countLearned(database: Database, userId: string) {
  const rows = await database
    .selectFrom("word_states")
    .select(["word_id", "total_attempts"])
    .where("user_id", "=", userId)
    .execute();
  const sum = { records: 0, events: 0 };
  for (const row of rows) {
    sum[row.word_id === EVENT_WORD ? "events" : "records"] += Number(row.total_attempts);
  }
  const { rated } = await database
    .selectFrom("records")
    .select(DAYS_OF_WORDS.as("rated"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { ...sum, rated: Number(rated) };
}

async function countDays(database: Database, userId: string) {
  const rows = await database
    .selectFrom("daily_activity")
    .select(["answers", "correct"])
    .where("user_id", "=", userId)
    .execute();
  const sum = (of: "answers" | "correct") => rows.reduce((all, row) => all + Number(row[of]), 0);
  return { answers: sum("answers"), correct: sum("correct") };
}

/** Only a learner's first answer to a word on a day changes the rating. */
const DAYS_OF_WORDS = sql<number>`count(distinct
  user_id || '/' || word_id || '/' || cast(created_at_ms / 86400000 as text))`;

async function planOf(database: Database, userId: string): Promise<number> {
  const row = await database
    .selectFrom("study_configs")
    .select("daily_word_count")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.daily_word_count ?? 0;
}

/** Word ratings are shared by all learners, so lost updates are most likely here. */
async function auditWords(database: Database): Promise<string[]> {
  const answered = await database
    .selectFrom("records")
    .select(["word_id", DAYS_OF_WORDS.as("count")])
    .groupBy("word_id")
    .execute();
  const ratings = await database.selectFrom("word_ratings").selectAll().execute();
  const games = new Map(ratings.map((row) => [row.word_id, JSON.parse(row.rating_json).games]));
  return answered.flatMap(({ word_id, count }) =>
    compare(word_id, [["rated answers", Number(count), games.get(word_id)]]),
  );
}

async function auditSessions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; total: number; correct: number; counted: string }>`
    select learning_sessions.id, total_count as total, correct_count as correct,
      count(records.id) as counted
    from learning_sessions left join records on records.session_id = learning_sessions.id
    group by learning_sessions.id, total_count, correct_count
  `.execute(database);
  return rows.flatMap(({ id, total, counted }) =>
    compare(`session ${id}`, [["answers", Number(counted), Number(total)]]),
  );
}

async function auditFile(database: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
  return rows.map((row) => row.integrity_check).filter((said) => said !== "ok");
}

type Line = readonly [what: string, expected: unknown, found: unknown];

function compare(whose: string, lines: readonly Line[]): string[] {
  return lines.flatMap(([what, expected, found]) =>
    expected === found ? [] : [`${whose}: ${what}: ${String(found)}, not ${String(expected)}`],
  );
}
