import {
  localDay,
  type LearnerState,
  type EngineParameters,
  type ProcessOutcome,
} from "@wordloom/engine";
import type { UserState } from "@wordloom/engine/learner";
import type { ProcessResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { utcOffsetMinutes, type DayRules } from "../../../platform/time/local-day.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { parametersInForce } from "../engine-config/engine-config.service.ts";
import { noteDecisions, type Decision } from "../engine-monitoring/engine-events.service.ts";
import { recordArmObservations } from "../engine-trials/arm-stats.service.ts";
import type { LearnerParameters } from "../engine-trials/learner-parameters.service.ts";
import { findBatchOf, noteAnswer } from "../pending-batches/pending-batches.ts";
import { logActions, type LoggedAction } from "../../accounts/activity-log/activity-log.service.ts";
import { dayRulesIn } from "../../accounts/preferences/preferences.service.ts";
import {
  newWordState,
  saveWordStates,
  type WordStateRow,
} from "../../progress/word-states/word-states.service.ts";
import { decide } from "./engine-decision.service.ts";
import { requestFits } from "../schedule/fit-requests.service.ts";
import {
  goneIn,
  openLearningRun,
  memoryIn,
  ratesWord,
  stateKey,
  type AnswerToLearn,
  type LearningRun,
} from "./learning-run.service.ts";
import { toWordStateRow } from "./answered-word.ts";
import { sessionIdOr, toProcessResult } from "./user-state.ts";
import { storeWordRatings } from "./word-ratings.service.ts";

export type { AnswerToLearn } from "./learning-run.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings">;

/** The changes made by one answer. */
export interface LearnedAnswer {
  /** Made at each use, because nobody reads it of an answer from the outbox. */
  readonly result: ProcessResult;
  /** The learner after the answer. */
  readonly state: UserState;
  readonly wordState: WordStateRow;
  /** State before the answer; undefined if the learner had none for the word. */
  readonly before: WordStateRow | undefined;
  /** Whether an earlier answer of the learner has changed the word's rating. */
  readonly hasRated: boolean;
}

/** Whether the answer made its word mastered. A word that was mastered before does not count. */
export function becameMastered({ before, wordState }: LearnedAnswer): boolean {
  return before?.state !== "mastered" && wordState.state === "mastered";
}

export interface LearnedAnswers {
  /** In the order of the answers. */
  readonly answers: readonly LearnedAnswer[];
  /** Time zone and start of day of every learner who answered. */
  readonly dayRules: ReadonlyMap<string, DayRules>;
  /** Call after the commit. */
  afterCommit(): void;
}

/**
 * Lets the engine learn from answers, in order, inside the caller's transaction.
 *
 * A handful of statements read everything the engine needs. The pure engine then processes the
 * answers one by one, and a handful of statements write the results. One answer and a batch of a
 * hundred take the same path.
 *
 * @throws Error  a word does not exist and the answer does not say so; the caller checks that first
 */
export async function learnFromAnswers(
  needs: Needs,
  tx: Database,
  answers: readonly AnswerToLearn[],
): Promise<LearnedAnswers> {
  const run = await openLearningRun(needs, tx, answers);
  const learned = await mapInTurns(answers, (answer) => learn(needs, run, answer));
  const gone = goneIn(answers);
  await saveWordStates(
    tx,
    [...run.wordStates.values()].filter(({ word_id }) => !gone.has(word_id)),
  );
  await storeWordRatings(needs, tx, {
    before: run.ratingsBefore,
    after: run.newRatings,
    parameters: parametersInForce(needs).parameters,
  });
  await run.states.save();
  await logActions(tx, run.alerts);
  const fitsRequested = await requestFits(needs, tx, run.fitsDue);
  return {
    answers: learned,
    dayRules: run.dayRules,
    afterCommit() {
      run.states.afterCommit();
      fitsRequested();
      noteDecisions(needs, run.decisions);
      recordArmObservations(needs, run.armObservations);
    },
  };
}

function learn(needs: Needs, run: LearningRun, answer: AnswerToLearn): LearnedAnswer {
  const { userId, input } = answer;
  const key = stateKey(userId, input.wordId);
  const before = run.wordStates.get(key);
  const base = before ?? newWordState(userId, input.wordId, run.nowMs);
  const startedMs = needs.clock.monotonicMs();
  const batchId = findBatchOf(run.states.batches(userId), input.wordId, input.atMs);
  run.reviewLoad.leave(userId, base.next_review_at_ms);
  const memory = memoryIn(run, userId, base);
  const { outcome, served } = decide(run, { answer, before: base, memory, batchId });
  const latencyMs = needs.clock.monotonicMs() - startedMs;
  needs.metrics.processEvent(latencyMs / 1000);

  run.alerts.push(...fatigueAlert(run.states.get(userId), outcome.learner, served, answer));
  run.fitsDue.set(userId, outcome.fitDue);
  run.memories.set(key, outcome.memory);
  if (ratesWord(answer)) {
    run.ratings.set(input.wordId, outcome.wordRating);
    run.newRatings.set(input.wordId, outcome.wordRating);
  }
  const updatedAtMs = Math.max(before?.updated_at_ms ?? input.atMs, input.atMs);
  const times = { atMs: input.atMs, updatedAtMs };
  const wordState = toWordStateRow(served.parameters, base, outcome, times);
  run.wordStates.set(key, wordState);
  run.reviewLoad.join(userId, wordState.next_review_at_ms);
  const word = { batchId, before: base, after: wordState };
  creditInBatches(run, answer, outcome, word, served.parameters);
  const sessionId = sessionIdOr(input.sessionId, userId);
  monitor(run, { userId, sessionId, latencyMs, event: outcome.monitoring }, served);
  const { result } = outcome;
  return {
    get result() {
      return toProcessResult(result, sessionId);
    },
    state: result.state,
    wordState,
    before,
    hasRated: memory.ratingShift !== 0,
  };
}

/** A log entry if the learner's fatigue has just passed the alert threshold. */
export function fatigueAlert(
  { mood: before }: LearnerState,
  { mood: after }: LearnerState,
  { parameters }: Pick<LearnerParameters, "parameters">,
  { userId, input: { atMs } }: { userId: string; input: { readonly atMs: number } },
): LoggedAction[] {
  const { fatigueAlertThreshold: threshold } = parameters.intervention;
  if (before.fatigue > threshold || after.fatigue <= threshold) return [];
  return [{ userId, action: "fatigue.alert", atMs, detail: { fatigue: after.fatigue, threshold } }];
}

/** Keeps a decision for monitoring if the engine requests it or it is part of an experiment. */
function monitor(
  run: LearningRun,
  decided: Omit<Decision, "configVersion" | "experimentArm">,
  { versionHash: configVersion, experimentArm, canaryArm }: LearnerParameters,
): void {
  const { event } = decided;
  const { rewardValue: reward, isAnomaly } = event;
  if (canaryArm !== null) run.armObservations.push({ ...canaryArm, reward, isAnomaly });
  if (!event.store && experimentArm === null) return;
  run.decisions.push({ ...decided, configVersion, experimentArm });
}

/** Stores the learner's new state and counts the answer in the pending batches. */
function creditInBatches(
  run: LearningRun,
  { userId, input }: AnswerToLearn,
  { learner, result }: ProcessOutcome,
  word: { batchId: string | undefined; before: WordStateRow; after: WordStateRow },
  parameters: EngineParameters,
): void {
  const { timeZone, dayStartHour } = dayRulesIn(run.dayRules, userId);
  const before = { learner, batches: run.states.batches(userId) };
  const batchAnswer = {
    wordId: input.wordId,
    atMs: input.atMs,
    isCorrect: input.isCorrect,
    seconds: input.responseTimeMs / 1000,
    stabilityBefore: word.before.stability_days,
    stabilityAfter: word.after.stability_days,
    targetRecall: result.explanation.factors.find(({ name }) => name === "recallTarget")?.value,
    dayOf: (atMs: number) => localDay(atMs, utcOffsetMinutes(atMs, timeZone), dayStartHour),
  };
  const after = noteAnswer(before, word.batchId, batchAnswer, parameters);
  run.states.set(userId, after.learner, after.batches);
}
