import { expectedLogMs, TYPICAL_LENGTH } from "../memory/answer-time.ts";
import { headSpread } from "../memory/correction-head.ts";
import { clampStability, type Core, longTermRecall, nextStability } from "../memory/fsrs-core.ts";
import { newSignals, sessionSignals, type Signals, wordSignals } from "../memory/head-signals.ts";
import { lastAnswerMs } from "../memory/mode-traces.ts";
import { answerOverlay, blendOf, headSetAt, isCorrected } from "../memory/prediction.ts";
import { shownRecall } from "../memory/recall-curve.ts";
import { type Blend, blendRecall, meanRecall, nextEncoding } from "../memory/short-term.ts";
import { isSameDay, pauseDays } from "../memory/trace-update.ts";
import type { Trace, WordMemory } from "../memory/word-memory.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { coreFor, type Model, modelOf } from "../model.ts";
import { DAY_MS, DAY_SECS } from "../numeric/durations.ts";
import { sigmoid } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Candidate } from "./candidate.ts";

/** Score of a mastered word that is still well remembered: ranked last, but above 0. */
const SCORE_MASTERED = 0.001;

/** Long, because the recall of a mastered word takes weeks to fall below the threshold. */
const RECENTLY_MASTERED_MS = 90 * DAY_MS;

const NO_RATES = { gain: 0, saved: 0 };

/** What all review scores of one request have in common. */
export interface ReviewContext {
  learner: LearnerState;
  parameters: EngineParameters;
  model: Model;
  core: Core;
  nowMs: number;
  /** Words with an interval of a day or more are due if they fall before this time. */
  dayEndMs: number;
  /** Session signals are filled in; null when the correction is off. */
  signals: Signals | null;
  errorProne: ReadonlySet<string>;
}

/** A review word with the components of its score. */
export interface ReviewWord {
  candidate: Candidate;
  recall: number;
  /** Expected gain of asking now, per second of answer time. */
  gainRate: number;
  /** Loss by a lapse times the probability that the word is still known, per second. */
  savedRate: number;
  due: boolean;
  /** Days past the due date; negative before it. */
  overdueDays: number;
  bonus: number;
  /** Cool-down after the last answer, 0..1. */
  cooldown: number;
  stillKnown: boolean;
}

export function reviewContext(
  learner: LearnerState,
  { nowMs, dayEndMs = nowMs }: { readonly nowMs: number; readonly dayEndMs?: number },
  errorProne: readonly string[],
  parameters: EngineParameters,
): ReviewContext {
  const model = modelOf(parameters);
  const signals = isCorrected(parameters) ? newSignals() : null;
  if (signals !== null) sessionSignals(signals, learner, nowMs, parameters.fatigueDecay);
  return {
    learner,
    parameters,
    model,
    core: coreFor(learner, parameters, model),
    nowMs,
    dayEndMs,
    signals,
    errorProne: new Set(errorProne),
  };
}

/** Score components of one word; the score itself also needs the unit of the gain: scoreOf. */
export function reviewWord(context: ReviewContext, candidate: Candidate): ReviewWord {
  const memory = candidate.memory as WordMemory;
  const trace = memory.trace as Trace;
  const { parameters, nowMs } = context;
  const age = pauseDays(trace, nowMs);
  const estimate = predict(context, candidate, memory, trace, age);
  const dueAtMs = memory.dueAtMs ?? trace.lastAtMs;
  const rules = parameters.wordSelector;
  const mastered = memory.level === "MASTERED";
  const stillKnown = mastered && estimate.recall >= rules.recallMasteredThreshold;
  // A word that is still known has a fixed score, so its rates are not needed.
  const rates = stillKnown ? NO_RATES : ratesOf(context, candidate, trace, age, estimate.recall);
  return {
    candidate,
    recall: estimate.recall,
    gainRate: rates.gain,
    savedRate: rates.saved,
    due: isDue(context, dueAtMs, nowMs - pauseSince(memory, age, nowMs) * DAY_MS),
    overdueDays: (nowMs - dueAtMs) / DAY_MS,
    bonus: stillKnown ? 0 : bonusOf(context, memory, estimate),
    cooldown:
      1 - Math.exp((-pauseSince(memory, age, nowMs) * DAY_SECS) / rules.spacingCooldownSecs),
    stillKnown,
  };
}

/** Intervals of a day or more end when the learner's day begins, shorter ones to the second. */
function isDue({ nowMs, dayEndMs }: ReviewContext, dueAtMs: number, lastAtMs: number): boolean {
  return nowMs >= dueAtMs || (dueAtMs < dayEndMs && dueAtMs - lastAtMs >= DAY_MS);
}

/** Days since the word was last asked in any mode; the trace of one mode may be older. */
function pauseSince(memory: WordMemory, age: number, nowMs: number): number {
  if (memory.traces === null) return age;
  return pauseDays({ lastAtMs: lastAnswerMs(memory) as number }, nowMs);
}

/** How scores are scaled. */
export interface ScoreScale {
  /** The learner's typical gain per second, > 0. */
  unit: number;
  /** More is due than fits into the session. */
  overloaded: boolean;
}

/**
 * Score of a review word: due words first, then by gain per second.
 *
 * If there is time for all due words, lateness and gain decide the order. When overloaded, neither
 * is useful: both would put first the words that are probably forgotten already and lose nothing
 * by waiting. Then the words that can still be saved come first.
 */
export function scoreOf(
  word: ReviewWord,
  { unit, overloaded }: ScoreScale,
  rules: EngineParameters["wordSelector"],
): number {
  if (word.stillKnown) return SCORE_MASTERED;
  const rate = overloaded && word.due ? word.savedRate : word.gainRate;
  const x = Math.max(0, rate / unit + word.bonus);
  const value = x / (1 + x);
  if (!word.due) return value * word.cooldown;
  const late = overloaded ? 0 : lateness(word);
  return (rules.dueWeight * (1 + late) + value) * word.cooldown;
}

/** 0 on the due date, up to 1. */
function lateness({ candidate, overdueDays }: ReviewWord): number {
  const memory = candidate.memory as WordMemory;
  const intervalDays = Math.max(memory.intervalSecs, 60) / DAY_SECS;
  return Math.min(1, Math.log1p(Math.max(0, overdueDays) / intervalDays));
}

/** Predicted recall of a word now. */
interface RecallEstimate {
  recall: number;
  /** Posterior standard deviation of the prediction. */
  spread: number;
}

function predict(
  context: ReviewContext,
  candidate: Candidate,
  memory: WordMemory,
  trace: Trace,
  age: number,
): RecallEstimate {
  const { parameters, learner, model, core, signals, nowMs } = context;
  const facts = candidate.word;
  const view = { learner, memory, trace, parameters, model, core, facts, borrowed: false };
  if (signals !== null) wordSignals(signals, learner, memory);
  const overlay = answerOverlay(view, signals, null, nowMs);
  const recall = shownRecall(overlay, blendRecall(blendOf(view), age));
  if (signals === null) return { recall, spread: 0 };
  const doubt = headSpread(headSetAt(view, nowMs), model.headPrior, signals);
  return { recall, spread: doubt * recall * (1 - recall) };
}

function blendIn({ core, model, parameters }: ReviewContext, trace: Trace): Blend {
  return blendOf({ trace, core, model, parameters });
}

/**
 * Expected mean recall over the horizon with an answer now, minus that without an answer (gain) or
 * minus that after a lapse (saved), per second of answer time.
 */
function ratesOf(
  context: ReviewContext,
  candidate: Candidate,
  trace: Trace,
  age: number,
  recall: number,
): { gain: number; saved: number } {
  const { parameters } = context;
  const rules = parameters.wordSelector;
  const horizon = rules.horizonDays;
  const blend = blendIn(context, trace);
  const until = (days: number) => (days === 0 ? 0 : days * meanRecall(blend, days));
  const unasked = (until(age + horizon) - until(age)) / horizon;
  const success = meanRecall(blendAfter(context, trace, age, 3), horizon);
  const lapse = meanRecall(blendAfter(context, trace, age, 1), horizon);
  const seconds = answerSeconds(context.learner, candidate.word.text.length, parameters);
  const mean = recall * seconds + (1 - recall) * rules.failureTimeFactor * seconds;
  const spent = mean + rules.answerOverheadSecs;
  const saved = recall * (success - lapse);
  return { gain: (saved + lapse - unasked) / spent, saved: saved / spent };
}

/** Expected response time of a right answer, s. */
export function answerSeconds(
  learner: LearnerState,
  wordLength: number,
  parameters: EngineParameters,
): number {
  const model = modelOf(parameters);
  const expected = expectedLogMs(learner.pace, "word-to-meaning", wordLength, parameters, model);
  return Math.exp(expected) / 1000;
}

/** Expected time per review including the time between questions, s. */
export function secondsPerReview(learner: LearnerState, parameters: EngineParameters): number {
  const { answerOverheadSecs } = parameters.wordSelector;
  return answerSeconds(learner, TYPICAL_LENGTH, parameters) + answerOverheadSecs;
}

/** Long-term and short-term component after an answer with this grade now. */
function blendAfter(context: ReviewContext, trace: Trace, age: number, grade: 1 | 3): Blend {
  const { core, parameters } = context;
  const sameDay = isSameDay(trace, context.nowMs, parameters);
  const uncorrected = longTermRecall(core, age, trace.stability);
  const stability = clampStability(nextStability(core, trace, uncorrected, grade, sameDay));
  const next = nextEncoding(parameters.shortTerm, trace, grade === 3, sameDay);
  next.stability = stability;
  return blendIn(context, next);
}

function bonusOf(context: ReviewContext, memory: WordMemory, estimate: RecallEstimate): number {
  const { parameters, nowMs } = context;
  const rules = parameters.wordSelector;
  const { recallRiskBonus, recallRiskThreshold } = parameters.memoryModel;
  const below = recallRiskThreshold - estimate.recall;
  const risk = recallRiskBonus * sigmoid(rules.sigmoidSteepness * below);
  const uncertainty = Math.min(
    rules.reviewUcbMaxBonus,
    (rules.reviewUcbWeight * estimate.spread) / 0.1,
  );
  const errorProne = context.errorProne.has(memory.wordId) ? rules.errorProneBonus : 0;
  const recentlyMastered =
    memory.level === "MASTERED" &&
    memory.masteredAtMs !== null &&
    nowMs - memory.masteredAtMs < RECENTLY_MASTERED_MS &&
    estimate.recall < rules.recallMasteredThreshold;
  return risk + uncertainty + errorProne + (recentlyMastered ? rules.recentlyMasteredBonus : 0);
}
