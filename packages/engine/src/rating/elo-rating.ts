import type { WordFacts } from "../answer.ts";
import { requireFinite, requireOneOf } from "../argument-checks.ts";
import { ema, logit, sigmoid } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { RatingState } from "./rating-state.ts";

const RATING_PER_DIFFICULTY = 400;
/** ln 10 / 400: turns rating points into logits. */
const LOGIT_PER_RATING = Math.LN10 / 400;
const INFORMATION_PER_GAME = LOGIT_PER_RATING * LOGIT_PER_RATING;
const YOUNG_WORD_GAMES = 30;
const YOUNG_WORD_FACTOR = 2;
const OUTCOMES = [true, false];
/** Limit on the net shift of a word's rating by one learner, in largest single steps. */
const NET_SHIFT_STEPS = 4;

/** Evidence of one answer about learner and word. */
export interface RatingEvidence {
  isCorrect: boolean;
  firstExposure: boolean;
  /** Recall predicted just before the answer; unused for a first exposure. */
  expected: number;
  /** Chance of a right answer by guessing, 0..1. */
  guess: number;
  rapidGuess: boolean;
  /** The learner already answered this word on the same local day. */
  repeatedToday: boolean;
  /** Net shift of the word's rating by this learner so far. */
  netShift: number;
}

export interface RatingStep {
  user: RatingState;
  word: RatingState;
}

export function createUserRating(parameters: EngineParameters): RatingState {
  const elo = parameters.elo.defaultElo;
  return { elo, games: 0, information: 0, trend: 0, shownElo: elo };
}

/** Initial rating by difficulty; an unknown difficulty counts as 0.5. */
export function createWordRating(facts: WordFacts, parameters: EngineParameters): RatingState {
  if (facts.difficulty !== null) requireFinite("facts.difficulty", facts.difficulty);
  const { defaultElo, minElo, maxElo } = parameters.elo;
  const shift = RATING_PER_DIFFICULTY * ((facts.difficulty ?? 0.5) - 0.5);
  const elo = Math.min(Math.max(defaultElo + shift, minElo), maxElo);
  return { elo, games: 0, information: 0, trend: 0, shownElo: elo };
}

/** Probability of a right answer without guessing: 1 / (1 + 10^((word − user) / 400)). */
export function expectedScore(userElo: number, wordElo: number): number {
  return 1 / (1 + Math.exp(LOGIT_PER_RATING * (wordElo - userElo)));
}

/** Expected score of a first exposure, including successful guesses. */
export function expectedFirst(userElo: number, wordElo: number, guess: number): number {
  return guess + (1 - guess) * expectedScore(userElo, wordElo);
}

/**
 * Both ratings after an answer; unchanged if the evidence has no weight.
 *
 * @throws RangeError  a rating or a number of the evidence is not finite, or its outcome neither
 *                     true nor false
 */
export function rateElo(
  user: RatingState,
  word: RatingState,
  evidence: RatingEvidence,
  parameters: EngineParameters,
): RatingStep {
  requireOneOf("evidence.isCorrect", evidence.isCorrect, OUTCOMES);
  requireFinite("user.elo", user.elo);
  requireFinite("word.elo", word.elo);
  requireFinite("evidence.expected", evidence.expected);
  requireFinite("evidence.guess", evidence.guess);
  requireFinite("evidence.netShift", evidence.netShift);
  const rules = parameters.elo;
  const weight = evidenceWeight(evidence, rules);
  if (weight === 0) return { user, word };
  const byRating = expectedScore(user.elo, word.elo);
  const odds = LOGIT_PER_RATING * (user.elo - word.elo);
  const residual =
    (evidence.isCorrect === true ? 1 : 0) - expectedOf(evidence, byRating, odds, rules);
  const userStep = userK(user, rules) * weight * residual;
  const wordStep = limitedStep(wordK(word, rules), weight * residual, evidence.netShift);
  const information = weight * INFORMATION_PER_GAME * byRating * (1 - byRating);
  return {
    user: {
      elo: bounded(user.elo + userStep, rules),
      games: user.games + 1,
      information: user.information + information,
      trend: nextTrend(user.trend, residual, rules),
      shownElo: user.shownElo,
    },
    word: movedWord(word, wordStep, residual, information, rules),
  };
}

/** v: 1 for a first exposure, less for a more certain outcome, 0 on the same local day. */
function evidenceWeight(evidence: RatingEvidence, rules: EngineParameters["elo"]): number {
  const half = evidence.rapidGuess === true ? 0.5 : 1;
  if (evidence.firstExposure === true) return half;
  if (evidence.repeatedToday === true) return 0;
  const p = evidence.expected;
  return half * Math.max(rules.evidenceFloor, 4 * p * (1 - p));
}

/**
 * Expected score: for a first exposure from ratings and guessing, later from ratings and memory.
 *
 * @param byRating  expected score from the ratings alone
 *
 * @param odds  logit of `byRating`
 */
function expectedOf(
  evidence: RatingEvidence,
  byRating: number,
  odds: number,
  rules: EngineParameters["elo"],
): number {
  if (evidence.firstExposure === true) return evidence.guess + (1 - evidence.guess) * byRating;
  const p = Math.min(Math.max(evidence.expected, 1e-6), 1 - 1e-6);
  const blend = rules.memoryBlend;
  return sigmoid((1 - blend) * odds + blend * logit(p));
}

function userK(user: RatingState, rules: EngineParameters["elo"]): number {
  const novice = user.games < rules.noviceGameThreshold;
  const base = rules.kFactor * (novice ? rules.noviceKMultiplier : 1);
  if (rules.kDynamicEnabled === false) return base;
  const wanted = 1 - rules.kTrendDamp + rules.kTrendGain * Math.abs(user.trend);
  const factor = Math.min(Math.max(wanted, rules.kMinFactor), rules.kMaxFactor);
  return base * (novice ? Math.max(factor, 1) : factor);
}

function wordK(word: RatingState, rules: EngineParameters["elo"]): number {
  const base = rules.kFactor * rules.wordKFactorRatio;
  return word.games < YOUNG_WORD_GAMES ? base * YOUNG_WORD_FACTOR : base;
}

/** Step of the word's rating, limited so that one learner cannot move a word far. */
function limitedStep(k: number, evidence: number, netShift: number): number {
  // The limit shrinks once a word has matured; earlier shifts are not reverted.
  const limit = Math.max(NET_SHIFT_STEPS * k, Math.abs(netShift));
  const wanted = Math.min(Math.max(netShift - k * evidence, -limit), limit);
  return wanted - netShift;
}

function movedWord(
  word: RatingState,
  step: number,
  residual: number,
  information: number,
  rules: EngineParameters["elo"],
): RatingState {
  const elo = bounded(word.elo + step, rules);
  const games = word.games + 1;
  const refresh = rules.parallelEloEnabled === false || games % rules.parallelEloRefreshGames === 0;
  return {
    elo,
    games,
    information: word.information + information,
    trend: nextTrend(word.trend, -residual, rules),
    shownElo: refresh ? elo : word.shownElo,
  };
}

/** Unchanged while the dynamic step is off, so that a disabled feature leaves no trace. */
function nextTrend(trend: number, residual: number, rules: EngineParameters["elo"]): number {
  return rules.kDynamicEnabled === true ? ema(trend, residual, rules.kTrendWeight) : trend;
}

function bounded(elo: number, rules: EngineParameters["elo"]): number {
  return Math.min(Math.max(elo, rules.minElo), rules.maxElo);
}

/** Largest net shift of a word's rating by one learner. */
export function netShiftLimit(word: RatingState, parameters: EngineParameters): number {
  return NET_SHIFT_STEPS * wordK(word, parameters.elo);
}

/**
 * How well the ability of a learner is known: 1 − sd / prior sd, in 0..1.
 *
 * @param information  Σ v q² E (1 − E) of the answers so far
 */
export function abilityCertainty(information: number, priorSd: number): number {
  return 1 - 1 / Math.sqrt(1 + information * priorSd ** 2);
}
