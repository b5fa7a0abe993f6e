import { halfLifeHours, localDay, type Parameters, type ProcessOutcome } from "@wordloom/engine";
import type { ProcessResult, WordStateName } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { utcOffsetMinutes } from "../../platform/local-day.ts";
import { noteDecisions, type Decision } from "../engine-monitoring/engine-events.service.ts";
import { noteArms } from "../engine-trials/arm-stats.service.ts";
import type { LearnerParameters } from "../engine-trials/learner-parameters.service.ts";
import { batchAsking, noteAnswer } from "../handed-batches/handed-batches.service.ts";
import { dayRulesIn, type DayRules } from "../preferences/preferences.service.ts";
import {
  newWordState,
  saveWordStates,
  withEdge,
  type WordStateRow,
} from "../word-states/word-states.service.ts";
import { decide } from "./engine-decision.service.ts";
import { requestFits } from "./fit-requests.service.ts";
import {
  gatherLecture,
  memoryIn,
  wordKey,
  type AnswerToLearn,
  type Lecture,
} from "./lecture.service.ts";
import { sessionIdOr, toProcessResult } from "./user-state.ts";
import { keepWordRatings } from "./word-ratings.service.ts";

export type { AnswerToLearn } from "./lecture.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** What one answer changed. */
export interface Lesson {
  readonly result: ProcessResult;
  readonly wordState: WordStateRow;
  /** undefined when the learner had not met the word. */
  readonly before: WordStateRow | undefined;
  /** Whether an earlier answer of the learner's has moved the word's rating. */
  readonly hasRated: boolean;
}

export interface Lessons {
  /** In the order of the answers. */
  readonly lessons: readonly Lesson[];
  /** Where the days of the learners begin; there is an entry for everyone who answered. */
  readonly dayRules: ReadonlyMap<string, DayRules>;
  /** To be called once the transaction has been committed, never otherwise. */
  afterCommit(): void;
}

/**
 * Lets the engine learn from answers, in their order, inside the caller's transaction.
 *
 * Gather, decide, apply: everything the engine may look at is read in a handful of statements, then
 * the pure engine goes through the answers one by one, then everything is written in a handful of
 * statements. One answer and a batch of a hundred take the same path.
 *
 * @throws Error  a word does not exist: the caller checks that first
 */
export async function learnFromAnswers(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<Lessons> {
  const lecture = await gatherLecture(needs, tx, answers);
  const lessons = answers.map((answer) => learn(needs, lecture, answer));
  await saveWordStates(tx, [...lecture.wordStates.values()]);
  await keepWordRatings(needs, tx, lecture.newRatings);
  await lecture.states.save();
  const fitsRequested = await requestFits(needs, tx, lecture.fitsDue);
  const { states, dayRules } = lecture;
  return {
    lessons,
    dayRules,
    afterCommit() {
      states.afterCommit();
      fitsRequested();
      noteDecisions(needs, lecture.decisions);
      noteArms(needs, lecture.armNotes);
    },
  };
}

function learn(needs: Needs, lecture: Lecture, answer: AnswerToLearn): Lesson {
  const { userId, input } = answer;
  const key = wordKey(userId, input.wordId);
  const before = lecture.wordStates.get(key);
  const base = before ?? newWordState(userId, input.wordId, lecture.nowMs);
  const startedMs = needs.clock.monotonicMs();
  const batchId = batchAsking(lecture.states.batches(userId), input.wordId, input.atMs);
  lecture.reviewLoad.leave(userId, base.next_review_at_ms);
  const memory = memoryIn(lecture, userId, base);
  const { outcome, served } = decide(lecture, { answer, before: base, memory, batchId });
  const latencyMs = needs.clock.monotonicMs() - startedMs;
  needs.metrics.processEvent(latencyMs / 1000);

  lecture.fitsDue.set(userId, outcome.fitDue);
  lecture.memories.set(key, outcome.memory);
  if (answer.rates) {
    lecture.ratings.set(input.wordId, outcome.wordRating);
    lecture.newRatings.set(input.wordId, outcome.wordRating);
  }
  const wordState = toWordStateRow(served.parameters, base, outcome, input.atMs);
  lecture.wordStates.set(key, wordState);
  lecture.reviewLoad.join(userId, wordState.next_review_at_ms);
  const word = { batchId, before: base, after: wordState };
  creditInBatches(lecture, answer, outcome, word, served.parameters);
  const sessionId = sessionIdOr(input.sessionId, userId);
  monitor(lecture, { userId, sessionId, latencyMs, event: outcome.monitoring }, served);
  const result = toProcessResult(outcome.result, sessionId);
  return { result, wordState, before, hasRated: memory.ratingShift !== 0 };
}

/** What is kept of a decision: all that the engine picks, and every one in an experiment. */
function monitor(
  lecture: Lecture,
  decided: Omit<Decision, "configVersion" | "experimentArm">,
  { versionHash: configVersion, experimentArm, seat }: LearnerParameters,
): void {
  const { event } = decided;
  const { rewardValue: reward, isAnomaly } = event;
  if (seat !== null) lecture.armNotes.push({ ...seat, reward, isAnomaly });
  if (!event.store && experimentArm === null) return;
  lecture.decisions.push({ ...decided, configVersion, experimentArm });
}

/** Keeps the learner as the answer left them, with what it means for batches handed out before. */
function creditInBatches(
  lecture: Lecture,
  { userId, input }: AnswerToLearn,
  { learner, result }: ProcessOutcome,
  word: { batchId: string | undefined; before: WordStateRow; after: WordStateRow },
  parameters: Parameters,
): void {
  const { timeZone, dayStartHour } = dayRulesIn(lecture.dayRules, userId);
  const pupil = { learner, batches: lecture.states.batches(userId) };
  const seen = {
    wordId: input.wordId,
    atMs: input.atMs,
    isCorrect: input.isCorrect,
    seconds: input.responseTimeMs / 1000,
    stabilityBefore: word.before.stability_days,
    stabilityAfter: word.after.stability_days,
    targetRecall: result.explanation.factors.find(({ name }) => name === "recallTarget")?.value,
    dayOf: (atMs: number) => localDay(atMs, utcOffsetMinutes(atMs, timeZone), dayStartHour),
  };
  const noted = noteAnswer(pupil, word.batchId, seen, parameters);
  lecture.states.set(userId, noted.learner, noted.batches);
}

function toWordStateRow(
  parameters: Parameters,
  before: WordStateRow,
  outcome: ProcessOutcome,
  atMs: number,
): WordStateRow {
  const { memory } = outcome;
  const state = memory.level.toLowerCase() as WordStateName;
  return {
    ...before,
    state,
    mastery_level: outcome.result.wordMastery?.memoryStrength ?? before.mastery_level,
    next_review_at_ms: memory.dueAtMs,
    half_life_hours: halfLifeHours(outcome.learner, memory, parameters),
    correct_streak: memory.streak,
    total_attempts: memory.attempts,
    stability_days: memory.trace?.stability ?? 0,
    last_answer_at_ms: atMs,
    memory_json: JSON.stringify(memory),
    updated_at_ms: atMs,
    mastery_edges: withEdge(before.mastery_edges, { from: before.state, to: state, atMs }),
  };
}
