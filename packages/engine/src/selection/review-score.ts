import { expectedLogMs, TYPICAL_LENGTH } from "../memory/answer-time.ts";
import { headLine, headSpread } from "../memory/correction-head.ts";
import { clampStability, type Core, longTermRecall, nextStability } from "../memory/fsrs-core.ts";
import { newSignals, sessionSignals, type Signals, wordSignals } from "../memory/head-signals.ts";
import { lastAnswerMs } from "../memory/mode-traces.ts";
import { blendOf, isCorrected } from "../memory/predict-recall.ts";
import { readOutOf } from "../memory/read-out.ts";
import { type RecallCurve, shownRecall } from "../memory/recall-curve.ts";
import { type Blend, blendRecall, meanRecall, nextEncoding } from "../memory/short-term.ts";
import { isSameDay, pauseDays } from "../memory/trace-update.ts";
import type { Trace, WordMemory } from "../memory/word-memory.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { coreFor, type Model, modelOf } from "../model.ts";
import { DAY_MS, DAY_SECS } from "../numeric/durations.ts";
import { sigmoid } from "../numeric/scalar.ts";
import type { Parameters } from "../parameters/parameters.ts";
import type { Candidate } from "./candidate.ts";

/** Score of a mastered word that is still well remembered: last, but not never. */
const SCORE_MASTERED = 0.001;

/** Recall of a mastered word takes weeks to fall so far that being mastered lately matters. */
const RECENTLY_MASTERED_MS = 90 * DAY_MS;

const NO_RATES = { gain: 0, saved: 0 };

/** What all review scores of one request share. */
export interface ReviewScene {
  learner: LearnerState;
  parameters: Parameters;
  model: Model;
  core: Core;
  nowMs: number;
  /** Those of the session are filled in; null when the correction is off. */
  signals: Signals | null;
  errorProne: ReadonlySet<string>;
}

/** A review word with what its score is made of. */
export interface ReviewWord {
  candidate: Candidate;
  recall: number;
  /** Gain of asking now per second it takes. */
  gainRate: number;
  /** What would be lost with the word, times the chance that it is not lost yet, per second. */
  savedRate: number;
  due: boolean;
  /** Days past the due date; negative before it. */
  overdueDays: number;
  bonus: number;
  /** Cool-down after the last answer, 0..1. */
  fresh: number;
  rested: boolean;
}

export function reviewScene(
  learner: LearnerState,
  nowMs: number,
  errorProne: readonly string[],
  parameters: Parameters,
): ReviewScene {
  const model = modelOf(parameters);
  const signals = isCorrected(parameters) ? newSignals() : null;
  if (signals !== null) sessionSignals(signals, learner, nowMs, parameters.fatigueDecay);
  return {
    learner,
    parameters,
    model,
    core: coreFor(learner, parameters, model),
    nowMs,
    signals,
    errorProne: new Set(errorProne),
  };
}

/** Looks at one review word; the score itself needs the unit of the gain, see scoreOf. */
export function reviewWord(scene: ReviewScene, candidate: Candidate): ReviewWord {
  const memory = candidate.memory as WordMemory;
  const trace = memory.trace as Trace;
  const { parameters, nowMs } = scene;
  const age = pauseDays(trace, nowMs);
  const seen = predict(scene, candidate, memory, trace, age);
  const dueAtMs = memory.dueAtMs ?? trace.lastAtMs;
  const rules = parameters.wordSelector;
  const mastered = memory.level === "MASTERED";
  const rested = mastered && seen.recall >= rules.recallMasteredThreshold;
  // A word that is still known has a fixed score, so its rates are not needed.
  const rates = rested ? NO_RATES : ratesOf(scene, candidate, trace, age, seen.recall);
  return {
    candidate,
    recall: seen.recall,
    gainRate: rates.gain,
    savedRate: rates.saved,
    due: nowMs >= dueAtMs,
    overdueDays: (nowMs - dueAtMs) / DAY_MS,
    bonus: rested ? 0 : bonusOf(scene, memory, seen),
    fresh: 1 - Math.exp((-pauseSince(memory, age, nowMs) * DAY_SECS) / rules.spacingCooldownSecs),
    rested,
  };
}

/** Days since the word was asked in any mode; the shown trace may be older. */
function pauseSince(memory: WordMemory, age: number, nowMs: number): number {
  if (memory.traces === null) return age;
  return pauseDays({ lastAtMs: lastAnswerMs(memory) as number }, nowMs);
}

/** Scale of the scores. */
export interface Yardstick {
  /** The learner's typical gain per second, > 0. */
  unit: number;
  /** More is due than the session holds, so that some due words will have to wait. */
  crowded: boolean;
}

/**
 * Score of a review word: being due first, then what a second spent on it brings.
 *
 * While there is time for all that is due, lateness and gain decide the order. With a backlog
 * lateness would put first what has waited longest for its interval, that is the hopeless, and
 * gain what is already forgotten, which loses nothing by waiting: then what can still be saved
 * comes first.
 */
export function scoreOf(
  word: ReviewWord,
  { unit, crowded }: Yardstick,
  rules: Parameters["wordSelector"],
): number {
  if (word.rested) return SCORE_MASTERED;
  const rate = crowded && word.due ? word.savedRate : word.gainRate;
  const x = Math.max(0, rate / unit + word.bonus);
  const value = x / (1 + x);
  if (!word.due) return value * word.fresh;
  const late = crowded ? 0 : lateness(word);
  return (rules.dueWeight * (1 + late) + value) * word.fresh;
}

/** 0 on the due date, up to 1. */
function lateness({ candidate, overdueDays }: ReviewWord): number {
  const memory = candidate.memory as WordMemory;
  const intervalDays = Math.max(memory.intervalSecs, 60) / DAY_SECS;
  return Math.min(1, Math.log1p(Math.max(0, overdueDays) / intervalDays));
}

interface Seen {
  recall: number;
  /** Posterior standard deviation of the prediction. */
  spread: number;
}

function predict(
  scene: ReviewScene,
  candidate: Candidate,
  memory: WordMemory,
  trace: Trace,
  age: number,
): Seen {
  const { parameters, learner, model, signals } = scene;
  const blend = blendIn(scene, trace);
  const bare = blendRecall(blend, age);
  const readOut = readOutOf(parameters.memoryModel, candidate.word, memory.attempts);
  if (signals === null) {
    const curve = { blend, line: null, cap: 0, shift: 0, readOut };
    return { recall: shownRecall(curve, bare), spread: 0 };
  }
  wordSignals(signals, learner, memory);
  const { head } = learner;
  const set = isSameDay(trace, scene.nowMs, parameters) ? head.short : head.long;
  const line = headLine(set, model.headPrior, signals);
  const curve: RecallCurve = {
    blend,
    line,
    cap: parameters.correction.cap,
    shift: 0,
    readOut,
  };
  const recall = shownRecall(curve, bare);
  return { recall, spread: headSpread(set, model.headPrior, signals) * recall * (1 - recall) };
}

function blendIn(scene: ReviewScene, trace: Trace): Blend {
  return blendOf(trace, scene.core, scene.model, scene.parameters.featureFlags.shortTermEnabled);
}

/**
 * Expected mean recall over the horizon with an answer now, less without it (gain) or less what a
 * lapse leaves (saved), per second it takes.
 */
function ratesOf(
  scene: ReviewScene,
  candidate: Candidate,
  trace: Trace,
  age: number,
  recall: number,
): { gain: number; saved: number } {
  const { parameters } = scene;
  const rules = parameters.wordSelector;
  const horizon = rules.horizonDays;
  const blend = blendIn(scene, trace);
  const until = (days: number) => (days === 0 ? 0 : days * meanRecall(blend, days));
  const aged = (until(age + horizon) - until(age)) / horizon;
  const success = meanRecall(after(scene, trace, age, 3), horizon);
  const lapse = meanRecall(after(scene, trace, age, 1), horizon);
  const seconds = answerSeconds(scene.learner, candidate.word.text.length, parameters);
  const mean = recall * seconds + (1 - recall) * rules.failureTimeFactor * seconds;
  const spent = mean + rules.answerOverheadSecs;
  const saved = recall * (success - lapse);
  return { gain: (saved + lapse - aged) / spent, saved: saved / spent };
}

/** Expected time of a right answer, s. */
export function answerSeconds(
  learner: LearnerState,
  wordLength: number,
  parameters: Parameters,
): number {
  const model = modelOf(parameters);
  const expected = expectedLogMs(learner.pace, "word-to-meaning", wordLength, parameters, model);
  return Math.exp(expected) / 1000;
}

/** What a review takes the learner on the whole, the time between questions included, s. */
export function secondsPerReview(learner: LearnerState, parameters: Parameters): number {
  const { answerOverheadSecs } = parameters.wordSelector;
  return answerSeconds(learner, TYPICAL_LENGTH, parameters) + answerOverheadSecs;
}

/** The two routes after an answer now. */
function after(scene: ReviewScene, trace: Trace, age: number, grade: 1 | 3): Blend {
  const { core, parameters } = scene;
  const sameDay = isSameDay(trace, scene.nowMs, parameters);
  const bare = longTermRecall(core, age, trace.stability);
  const stability = clampStability(nextStability(core, trace, bare, grade, sameDay));
  const next = nextEncoding(parameters.shortTerm, trace, grade === 3, sameDay);
  next.stability = stability;
  return blendIn(scene, next);
}

function bonusOf(scene: ReviewScene, memory: WordMemory, seen: Seen): number {
  const { parameters, nowMs } = scene;
  const rules = parameters.wordSelector;
  const { recallRiskBonus, recallRiskThreshold } = parameters.memoryModel;
  const below = recallRiskThreshold - seen.recall;
  const risk = recallRiskBonus * sigmoid(rules.sigmoidSteepness * below);
  const unsure = Math.min(rules.reviewUcbMaxBonus, (rules.reviewUcbWeight * seen.spread) / 0.1);
  const failed = scene.errorProne.has(memory.wordId) ? rules.errorProneBonus : 0;
  const lately =
    memory.level === "MASTERED" &&
    memory.masteredAtMs !== null &&
    nowMs - memory.masteredAtMs < RECENTLY_MASTERED_MS &&
    seen.recall < rules.recallMasteredThreshold;
  return risk + unsure + failed + (lately ? rules.recentlyMasteredBonus : 0);
}
