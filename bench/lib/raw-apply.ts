import {
  createLearner,
  createMemory,
  createWordRating,
  defaultParameters,
  processAnswer,
  type LearnerState,
  type RatingState,
  type WordMemory,
} from "@wordloom/engine";
import { DatabaseSync } from "node:sqlite";

export interface RawAnswer {
  readonly userId: string;
  readonly wordId: string;
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
  readonly clientRecordId: string;
  readonly atMs: number;
}

const BATCH = 100;

/**
 * The minimal cost of applying answers: read the rows, call the engine, and write the rows with
 * prepared statements in transactions of a hundred. No checks, no events, no duplicates.
 *
 * @returns answers per second
 */
export function applyRaw(file: string, answers: readonly RawAnswer[]): number {
  const db = new DatabaseSync(file);
  db.exec("pragma synchronous = full; pragma cache_size = -65536");
  const rows = prepareRows(db);
  const startedMs = performance.now();
  for (let start = 0; start < answers.length; start += BATCH) {
    db.exec("begin immediate");
    for (const answer of answers.slice(start, start + BATCH)) applyOne(rows, answer);
    db.exec("commit");
  }
  const seconds = (performance.now() - startedMs) / 1000;
  db.close();
  return answers.length / seconds;
}

function prepareRows(db: DatabaseSync) {
  return {
    engine: db.prepare("select state_json, revision from engine_states where user_id = ?"),
    memory: db.prepare("select memory_json from word_states where user_id = ? and word_id = ?"),
    rating: db.prepare("select rating_json from word_ratings where word_id = ?"),
    word: db.prepare("select id, text, difficulty from words where id = ?"),
    saveEngine: db.prepare(
      `insert into engine_states (user_id, state_json, revision, updated_at_ms)
       values (?, ?, ?, ?) on conflict (user_id) do update
       set state_json = excluded.state_json, revision = excluded.revision,
         updated_at_ms = excluded.updated_at_ms`,
    ),
    saveState: db.prepare(
      `insert into word_states values (?, ?, ?, ?, ?, 24, ?, ?, ?, ?, ?, ?, ?, null)
       on conflict (user_id, word_id) do update set state = excluded.state,
         mastery_level = excluded.mastery_level,
         next_review_at_ms = excluded.next_review_at_ms,
         correct_streak = excluded.correct_streak, total_attempts = excluded.total_attempts,
         stability_days = excluded.stability_days,
         last_answer_at_ms = excluded.last_answer_at_ms, memory_json = excluded.memory_json,
         updated_at_ms = excluded.updated_at_ms`,
    ),
    saveRating: db.prepare(
      `insert into word_ratings values (?, ?, ?) on conflict (word_id) do update
       set rating_json = excluded.rating_json, updated_at_ms = excluded.updated_at_ms`,
    ),
    saveRecord: db.prepare(
      "insert into records values (?, ?, ?, ?, ?, null, 'all', null, null, ?, null, ?)",
    ),
    leaveOutbox: db.prepare("delete from answer_outbox where user_id = ? and client_record_id = ?"),
  };
}

function applyOne(rows: ReturnType<typeof prepareRows>, answer: RawAnswer): void {
  const { userId, wordId, atMs } = answer;
  const engine = rows.engine.get(userId) as { state_json: string; revision: number } | undefined;
  const stored = rows.memory.get(userId, wordId) as { memory_json: string } | undefined;
  const rated = rows.rating.get(wordId) as { rating_json: string } | undefined;
  const word = rows.word.get(wordId) as { id: string; text: string; difficulty: number };
  const parameters = defaultParameters();
  const learner: LearnerState = engine ? JSON.parse(engine.state_json) : createLearner(1, atMs);
  const memory: WordMemory = stored ? JSON.parse(stored.memory_json) : createMemory(wordId);
  const wordRating: RatingState = rated
    ? JSON.parse(rated.rating_json)
    : createWordRating(word, parameters);
  const outcome = processAnswer(
    learner,
    memory,
    {
      wordId,
      atMs,
      isCorrect: answer.isCorrect,
      responseTimeMs: answer.responseTimeMs,
      utcOffsetMinutes: 0,
      dayStartHour: 0,
    },
    parameters,
    { word, wordRating },
  );
  const next = outcome.memory;
  const stateJson = JSON.stringify(outcome.learner);
  rows.saveEngine.run(userId, stateJson, (engine?.revision ?? 0) + 1, atMs);
  rows.saveState.run(
    ...[userId, wordId, next.level.toLowerCase(), 0.5, next.dueAtMs, next.streak],
    ...[next.attempts, next.trace?.stability ?? 0, atMs, JSON.stringify(next), atMs, atMs],
  );
  rows.saveRating.run(wordId, JSON.stringify(outcome.wordRating), atMs);
  const correct = answer.isCorrect ? 1 : 0;
  const id = crypto.randomUUID();
  rows.saveRecord.run(
    ...[id, userId, wordId, correct, answer.responseTimeMs, answer.clientRecordId, atMs],
  );
  rows.leaveOutbox.run(userId, answer.clientRecordId);
}
