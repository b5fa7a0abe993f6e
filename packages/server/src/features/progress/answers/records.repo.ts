import type { LearningRecord } from "@wordloom/contract";
import { sql, type Selectable } from "kysely";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { idsIn, pairTable, upsertMany } from "../../../platform/database/bulk.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isFoundAs } from "../../library/words/word-match.ts";
import type { RecordsTable } from "./answers.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export type RecordRow = Selectable<RecordsTable>;

const COLUMNS = {
  id: "text",
  user_id: "text",
  word_id: "text",
  is_correct: "integer",
  response_time_ms: "real",
  session_id: "text",
  record_type: "text",
  self_rating: "integer",
  question_mode: "text",
  client_record_id: "text",
  details_json: "text",
  created_at_ms: "integer",
  import_id: "text",
} as const;

/**
 * Stores records whose idempotency keys are known to be unused.
 *
 * The caller holds the learners' locks and has looked up the keys under them. If a key turns out to
 * be used, the unique index records_client_id fails the transaction.
 */
export async function insertRecords(tx: Database, rows: readonly RecordRow[]): Promise<void> {
  const target = { table: "records", columns: COLUMNS, key: ["id"], onConflict: "fail" } as const;
  await upsertMany(tx, target, rows);
}

/** Existing records with these (learner, clientRecordId) pairs. */
export const listRecordsByClientId = readerByKeys(
  (db, pairs: readonly (readonly [userId: string, clientRecordId: string])[]) =>
    sql<RecordRow>`
      select records.* from ${pairTable(db, pairs)} as asked
      join records on records.user_id = asked.a and records.client_record_id = asked.b
    `.compile(db),
);

/** How often the learner confused this word with another. */
export interface ConfusionRow {
  readonly word_id: string;
  readonly confused_with: string;
  readonly times: number;
}

/** Words the learner confused with these in wrong answers. Served by records_user_word. */
export async function countConfusions(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ConfusionRow[]> {
  const confusedWith =
    dialectOf(db) === "postgres"
      ? sql`details_json::jsonb ->> 'confusedWith'`
      : sql`details_json ->> 'confusedWith'`;
  const { rows } = await sql<ConfusionRow>`
    select word_id, confused_with, count(*) as times from (
      select word_id, ${confusedWith} as confused_with from records
      where user_id = ${userId} and ${idsIn(db, "word_id", wordIds)}
        and is_correct = 0 and details_json is not null
    ) as wrong
    where confused_with <> ''
    group by word_id, confused_with
    order by times desc, confused_with
  `.execute(db);
  return rows.map((row) => ({ ...row, times: Number(row.times) }));
}

/** Which of a learner's answers to list; absent: all. */
export interface RecordFilter {
  /** Sent with this session. */
  readonly sessionId?: string | undefined;
  readonly isCorrect?: boolean | undefined;
  /** The word's text, reading or meaning contains a query: see `queryForms`; empty: all. */
  readonly wordForms?: readonly string[] | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
}

function recordsOf(db: Database, userId: string, filter: RecordFilter) {
  const { sessionId, isCorrect, wordForms = [], fromMs, untilMs } = filter;
  let own = db.selectFrom("records").where("user_id", "=", userId);
  if (sessionId !== undefined) own = own.where("session_id", "=", sessionId);
  if (isCorrect !== undefined) own = own.where("is_correct", "=", isCorrect ? 1 : 0);
  if (fromMs !== undefined) own = own.where("created_at_ms", ">=", fromMs);
  if (untilMs !== undefined) own = own.where("created_at_ms", "<", untilMs);
  return wordForms.length === 0 ? own : own.where(isAbout(wordForms));
}

function isAbout(forms: readonly string[]) {
  return sql<boolean>`exists (
    select 1 from words left join word_versions
      on word_versions.word_id = words.id and word_versions.user_id = records.user_id
    where words.id = records.word_id and ${isFoundAs(forms, "version")}
  )`;
}

/** Newest first. */
export async function listRecords(
  db: Database,
  userId: string,
  window: RowWindow,
  filter: RecordFilter = {},
): Promise<LearningRecord[]> {
  const rows = await recordsOf(db, userId, filter)
    .selectAll()
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
  return rows.map(toRecord);
}

export async function countRecords(
  db: Database,
  userId: string,
  filter: RecordFilter = {},
): Promise<number> {
  return countRows(recordsOf(db, userId, filter));
}

export function toRecord(row: RecordRow): LearningRecord {
  return {
    id: row.id,
    userId: row.user_id,
    wordId: row.word_id,
    isCorrect: row.is_correct === 1,
    responseTimeMs: row.response_time_ms,
    sessionId: row.session_id,
    createdAt: toTimestamp(row.created_at_ms),
    recordType: row.record_type,
    ...(row.self_rating !== null && { selfRating: row.self_rating }),
    ...(row.question_mode !== null && { questionMode: row.question_mode }),
    ...(row.import_id !== null && { source: "import" as const }),
  };
}
