import {
  balancedDueAfterFit,
  dueAfterFit,
  halfLifeHours,
  isCutReview,
  type LearnerState,
  type EngineParameters,
  type RecallTargets,
  type SchedulePlan,
  type WordMemory,
} from "@wordloom/engine";
import { memoryFromJson } from "@wordloom/engine/stored";
import type { Selectable } from "kysely";
import type { WordStatesTable } from "../../progress/word-states/word-states.tables.ts";

type WordStateRow = Selectable<WordStatesTable>;

/** The fitted learner, and the time at which the fit is applied. */
export interface Refitting {
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
  readonly nowMs: number;
  /** End of the learner's tomorrow: what is planned until then has been announced, and stays. */
  readonly announcedUntilMs: number;
  /** Reviews due per day without this word; undefined without load balancing. */
  readonly plan: SchedulePlan | undefined;
  /** From the learner's goal. */
  readonly targets: RecallTargets;
}

/**
 * A word's state after its memory was recomputed from the learner's stored answers.
 *
 * A word keeps its memory if that is based on more than the stored answers: the word was answered
 * meanwhile, learned from answers without a record, or set by hand. The mastery level never
 * changes, because no word is mastered or forgotten without an answer.
 *
 * @returns undefined if the word keeps its memory
 */
export function underNewWeights(
  row: WordStateRow,
  replayed: WordMemory,
  refitting: Refitting,
): WordStateRow | undefined {
  const { learner, parameters } = refitting;
  if (row.memory_json === null || row.updated_at_ms !== row.last_answer_at_ms) return undefined;
  const stored = memoryFromJson(row.memory_json);
  const sameAnswers =
    stored.attempts === replayed.attempts && stored.trace?.lastAtMs === replayed.trace?.lastAtMs;
  if (!sameAnswers) return undefined;
  const { level, masteredAtMs, forgottenAtMs } = stored;
  const unchanged = { level, masteredAtMs, forgottenAtMs };
  const memory: WordMemory = { ...replayed, ...unchanged, ...dueOf(stored, replayed, refitting) };
  return {
    ...row,
    next_review_at_ms: memory.dueAtMs,
    half_life_hours: halfLifeHours(learner, memory, parameters),
    stability_days: memory.trace?.stability ?? 0,
    memory_json: JSON.stringify(memory),
  };
}

/**
 * Due date and interval, limited so that new weights do not make many words due at once, and
 * neither add to nor take from the days that the learner has read about.
 */
function dueOf(stored: WordMemory, replayed: WordMemory, refitting: Refitting) {
  const { trace } = replayed;
  if (stored.dueAtMs === null || replayed.dueAtMs === null || trace === null) return {};
  const { learner, parameters, nowMs, announcedUntilMs, plan, targets } = refitting;
  const { lastAtMs } = trace;
  if (stored.dueAtMs < announcedUntilMs) {
    return { dueAtMs: stored.dueAtMs, intervalSecs: stored.intervalSecs };
  }
  const [beforeMs, afterMs] = [stored.dueAtMs, replayed.dueAtMs];
  const isCut = plan !== undefined && isCutReview(learner, replayed, parameters, targets);
  const dates = { lastAtMs, beforeMs, afterMs, nowMs, isCut };
  const plannedMs =
    plan === undefined
      ? dueAfterFit(beforeMs, afterMs, nowMs)
      : balancedDueAfterFit(dates, learner, plan, parameters, targets.schedule);
  const dueAtMs = Math.max(announcedUntilMs, plannedMs);
  return { dueAtMs, intervalSecs: Math.round((dueAtMs - lastAtMs) / 1000) };
}
