import { type AnswerInput, isChosen, type Mode, type WordFacts } from "../answer.ts";
import { nextStreak } from "../mastery/mastery-level.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { GradeDecision } from "./answer-grade.ts";
import type { Timing } from "./answer-time.ts";
import type { Core } from "./fsrs-core.ts";
import { packModeTraces, lastAnswerMs, tracesOf, transferToOthers } from "./mode-traces.ts";
import type { PackedTraces } from "./packed-traces.ts";
import type { Prediction } from "./prediction.ts";
import {
  firstTrace,
  nextTrace,
  realizedShare,
  type TraceAnswer,
  type TraceStep,
} from "./trace-update.ts";
import { pushOutcome, type Trace, type WordMemory } from "./word-memory.ts";

const CONFUSIONS_KEPT = 1;
const NIGHTS_MASK = 0b111;

/** Inputs of the memory step. */
export interface MemoryAnswer {
  core: Core;
  answer: AnswerInput;
  atMs: number;
  mode: Mode;
  decision: GradeDecision;
  timing: Timing;
  /** null for a first answer. */
  prediction: Pick<Prediction, "sameDay" | "longTerm"> | null;
  facts: WordFacts;
}

export interface MemoryStep {
  memory: WordMemory;
  change: TraceStep;
}

/** The memory of a word after an answer; level and due date are set by later steps. */
export function stepMemory(
  before: WordMemory,
  input: MemoryAnswer,
  parameters: EngineParameters,
): MemoryStep {
  const { answer, atMs, decision, prediction, timing } = input;
  const rules = parameters.memoryModel;
  const correct = answer.isCorrect === true;
  const lastAtMs = lastAnswerMs(before);
  const streak = nextStreak(before.streak, correct, atMs, lastAtMs, rules.streakMinGapMs);
  const lapses = decision.grade === 1 ? before.lapses + 1 : before.lapses;
  const given = { atMs, decision, share: shareOf(input, streak, lapses, parameters) };
  const change = stepTrace(before, input, given, parameters);
  const multi = parameters.featureFlags.multiTraceEnabled === true;
  const kept = multi ? stepOthers(before, input, given, change.trace, parameters) : null;
  const memory: WordMemory = {
    schema: 2,
    wordId: before.wordId,
    trace: kept === null ? change.trace : kept.trace,
    traces: kept === null ? null : kept.traces,
    attempts: before.attempts + 1,
    lapses,
    sameDayRepeats: before.sameDayRepeats + (prediction?.sameDay === true ? 1 : 0),
    streak,
    outcomes: pushOutcome(before.outcomes, correct, rules.masteryWindowSize),
    nightFailures: nextNightFailures(before, input),
    slowness: pushSlowness(before.slowness, timing.slowness),
    level: before.level,
    masteredAtMs: before.masteredAtMs,
    forgottenAtMs: before.forgottenAtMs,
    dueAtMs: before.dueAtMs,
    intervalSecs: before.intervalSecs,
    graduatedReviews: nextGraduated(before.graduatedReviews, streak, rules),
    ratingShift: before.ratingShift,
    confusedWith: pushConfusion(before.confusedWith, answer.confusedWith),
  };
  if (isUnproven(before) && !isRecall(input)) memory.unproven = true;
  return { memory, change };
}

function isUnproven({ trace, unproven }: WordMemory): boolean {
  return trace === null || unproven === true;
}

/** The trace of the mode that was asked. */
function stepTrace(
  before: WordMemory,
  input: MemoryAnswer,
  given: TraceAnswer,
  parameters: EngineParameters,
): TraceStep {
  const multi = parameters.featureFlags.multiTraceEnabled === true;
  const own = multi ? (tracesOf(before)[input.mode] ?? null) : before.trace;
  if (own === null) return firstTrace(input.core, given, parameters, input.facts);
  return nextTrace(input.core, own, given, parameters, input.prediction?.longTerm);
}

/** The traces of all modes, given the new one of the mode that was asked. */
function stepOthers(
  before: WordMemory,
  { core, mode }: MemoryAnswer,
  given: TraceAnswer,
  own: Trace,
  parameters: EngineParameters,
): PackedTraces {
  return packModeTraces(transferToOthers(core, before, mode, own, given, parameters));
}

/**
 * Realized share of the update; halved for a correct rapid guess.
 */
function shareOf(
  input: MemoryAnswer,
  streak: number,
  lapses: number,
  parameters: EngineParameters,
) {
  const success = input.decision.grade > 1;
  const share = realizedShare(parameters.memoryModel, success, streak, lapses);
  return success && input.timing.rapid === true ? share / 2 : share;
}

/** Failures after a night; first and same-day answers do not count. */
function nextNightFailures({ trace, nightFailures }: WordMemory, input: MemoryAnswer): number {
  if (trace === null || input.prediction?.sameDay === true) return nightFailures;
  return ((nightFailures << 1) | (input.answer.isCorrect === true ? 0 : 1)) & NIGHTS_MASK;
}

/** Whether an answer shows more than that a word met a moment ago was recognized. */
function isRecall({ answer, prediction }: MemoryAnswer): boolean {
  if (answer.isCorrect === false) return false;
  return !isChosen(answer) || (prediction !== null && prediction.sameDay === false);
}

/** The last three, newest first, rounded to three decimals. */
function pushSlowness(slowness: readonly number[], newest: number): number[] {
  const rounded = Math.round(newest * 1000) / 1000 + 0;
  // By index: destructuring runs an iterator, which is slow on this path.
  if (slowness.length === 0) return [rounded];
  if (slowness.length === 1) return [rounded, slowness[0] as number];
  return [rounded, slowness[0] as number, slowness[1] as number];
}

function pushConfusion(confusedWith: string[], newest: string | undefined): string[] {
  if (newest === undefined || newest === "" || confusedWith[0] === newest) return confusedWith;
  return [newest, ...confusedWith.filter((id) => id !== newest)].slice(0, CONFUSIONS_KEPT);
}

/** Counts every answer, or with graduation those after it until the streak ends. */
function nextGraduated(
  count: number,
  streak: number,
  rules: EngineParameters["memoryModel"],
): number {
  if (rules.gspGraduationStreak === 0) return count + 1;
  return streak > rules.gspGraduationStreak ? count + 1 : 0;
}
