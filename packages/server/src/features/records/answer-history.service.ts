import type { RecordDraft } from "@wordloom/contract";
import type { Database } from "../../platform/database/tables.ts";
import { listRecordsAfter, nthNewestRecordAtMs } from "./answer-history.repo.ts";
import { toAnswerInput, type BareAnswer } from "./answer-input.ts";
import type { RecordRow } from "./records.repo.ts";

export type { BareAnswer } from "./answer-input.ts";

const PAGE = 1_000;

/**
 * The learner's stored answers in the order they were given, page by page; of a very long history
 * the newest part.
 *
 * @param max  answers to go back, roughly: those of the same moment stay together
 */
export async function* answerPages(
  db: Database,
  userId: string,
  max: number,
): AsyncGenerator<BareAnswer[]> {
  const startMs = (await nthNewestRecordAtMs(db, userId, max)) ?? Number.MIN_SAFE_INTEGER;
  let after = { createdAtMs: startMs, id: "" };
  for (;;) {
    const rows = await listRecordsAfter(db, userId, after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toBareAnswer);
    if (rows.length < PAGE) return;
    after = { createdAtMs: last.created_at_ms, id: last.id };
  }
}

function toBareAnswer(row: RecordRow): BareAnswer {
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
