import type { RecordDraft } from "@wordloom/contract";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listRecordsByClientId, type RecordRow } from "./records.repo.ts";

export { toAnswerInput, zoned } from "./answer-input.ts";
export {
  countRecordsOf,
  listOtherTimes,
  listUsedClientIds,
  removeImportedRecords,
  type RecordsOfWord,
} from "./imported-records.repo.ts";
export { insertRestarts, listRestarts, removeRestarts } from "./word-restarts.repo.ts";
export {
  countConfusions,
  countRecords,
  insertRecords,
  listRecords,
  listRecordsByClientId,
  toRecord,
  type RecordRow,
} from "./records.repo.ts";

/** A validated answer with the time it was accepted. */
export interface AnswerToStore {
  readonly userId: string;
  readonly draft: RecordDraft;
  readonly acceptedAtMs: number;
}

/** The learner's idempotency key; undefined if the answer has none. */
export function recordKey({ userId, draft }: AnswerToStore): string | undefined {
  return keyOf(userId, draft.clientRecordId);
}

/** The stored records with the keys of these answers, by key. */
export async function recordsByKey(
  tx: Database,
  answers: readonly AnswerToStore[],
): Promise<Map<string | undefined, RecordRow>> {
  const pairs = answers.flatMap(({ userId, draft }) =>
    draft.clientRecordId ? [[userId, draft.clientRecordId] as const] : [],
  );
  const rows = pairs.length === 0 ? [] : await listRecordsByClientId(tx, pairs);
  return new Map(rows.map((row) => [keyOf(row.user_id, row.client_record_id), row]));
}

/** Converts an answer to its stored form. `answerPages` converts it back. */
export function toRecordRow({ userId, draft, acceptedAtMs }: AnswerToStore, id: string): RecordRow {
  return {
    id,
    user_id: userId,
    word_id: draft.wordId,
    is_correct: draft.isCorrect ? 1 : 0,
    response_time_ms: draft.responseTimeMs,
    session_id: draft.sessionId || null,
    record_type: draft.recordType ?? "all",
    self_rating: draft.selfRating ?? null,
    question_mode: draft.questionMode ?? null,
    client_record_id: draft.clientRecordId || null,
    details_json: detailsOf(draft),
    created_at_ms: acceptedAtMs,
    import_id: null,
  };
}

/** Further fields sent by the client, kept for the learner's export and for refits. */
function detailsOf(draft: RecordDraft): string | null {
  const { wordId, isCorrect, responseTimeMs, clientRecordId, sessionId, ...rest } = draft;
  const { recordType, selfRating, questionMode, ...details } = rest;
  const present = withoutNullish(details);
  return Object.keys(present).length === 0 ? null : JSON.stringify(present);
}

function keyOf(userId: string, clientRecordId: string | null | undefined): string | undefined {
  return clientRecordId ? `${userId}\n${clientRecordId}` : undefined;
}
