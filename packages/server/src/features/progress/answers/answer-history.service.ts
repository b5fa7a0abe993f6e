import type { RecordDraft } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";
import {
  listLatestRecordsOf,
  listRecordsAfter,
  listRecordsOfWords,
  nthNewestRecordAtMs,
  type RecordPlace,
} from "./answer-history.repo.ts";
import { toAnswerInput, type UnzonedAnswer } from "./answer-input.ts";
import type { RecordRow } from "./records.repo.ts";

export { listAnsweredModes, type AnswerCount } from "./answer-history.repo.ts";
export type { UnzonedAnswer } from "./answer-input.ts";

const PAGE_SIZE = 1_000;

/**
 * The learner's stored answers in the order they were given, page by page; only the newest part of
 * a very long history.
 *
 * @param max  approximate number of answers, because those with equal timestamps stay together
 */
export async function* answerPages(
  db: Database,
  userId: string,
  max: number,
): AsyncGenerator<UnzonedAnswer[]> {
  const startMs = (await nthNewestRecordAtMs(db, userId, max)) ?? Number.MIN_SAFE_INTEGER;
  let after = { createdAtMs: startMs, id: "" };
  for (;;) {
    const rows = await listRecordsAfter(db, userId, after, PAGE_SIZE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toUnzonedAnswer);
    if (rows.length < PAGE_SIZE) return;
    after = { createdAtMs: last.created_at_ms, id: last.id };
  }
}

/** All records of these words, word by word, oldest first, page by page. */
export async function* recordPagesOf(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): AsyncGenerator<RecordRow[]> {
  for (let after: RecordPlace | undefined; ;) {
    const page = { after, limit: PAGE_SIZE };
    const rows = await listRecordsOfWords(db, userId, wordIds, page);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1);
  }
}

/** The latest stored answers to a word, in the order they were given. */
export async function latestAnswersTo(
  db: Database,
  userId: string,
  wordId: string,
  max: number,
): Promise<UnzonedAnswer[]> {
  const rows = await listLatestRecordsOf(db, userId, wordId, max);
  return rows.toReversed().map(toUnzonedAnswer);
}

function toUnzonedAnswer(row: RecordRow): UnzonedAnswer {
  const details = row.details_json === null ? {} : (JSON.parse(row.details_json) as object);
  const draft = {
    ...details,
    wordId: row.word_id,
    isCorrect: row.is_correct === 1,
    responseTimeMs: row.response_time_ms,
    sessionId: row.session_id,
    selfRating: row.self_rating,
    questionMode: row.question_mode,
  } as RecordDraft;
  return toAnswerInput(draft, row.created_at_ms);
}
