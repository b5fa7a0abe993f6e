import { hourBoost } from "../learner-state/habit.ts";
import { requireAmount, requireFinite, requireRange } from "../argument-checks.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { stringHash } from "../numeric/random.ts";
import { roundHalfUp } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { decideStrategy, explainDecision, type Situation } from "../strategy/decide-strategy.ts";
import { openBatch } from "../strategy/pending-batch.ts";
import type { Backlog } from "../strategy/rule-voter.ts";
import { type Strategy, unpackStrategy } from "../strategy/strategy-types.ts";
import { confusableFrom, interleave, keepApart } from "./arrange.ts";
import { type Batch, type BatchRequest, type Candidate, isNew } from "./candidate.ts";
import { classifyingWords, learnerElo, newWordScore } from "./new-word-score.ts";
import { type Ranked, topApart, topOf } from "./rank.ts";
import {
  answerSeconds,
  reviewContext,
  type ReviewContext,
  type ReviewWord,
  reviewWord,
  scoreOf,
  type ScoreScale,
} from "./review-score.ts";

/** Additional words ranked as replacements for confusable ones. */
const RESERVE = 20;
const GAIN_STEP = 0.1;
const MEDIAN_SAMPLE = 256;

/**
 * Decides the strategy of the next batch and chooses its words.
 *
 * A request with the same key for the returned learner gives the same batch again. Excluded and
 * already shown words are never in it.
 *
 * @throws RangeError  a number of the request is not finite or out of range
 */
export function selectWords(
  learner: LearnerState,
  candidates: Candidate[],
  request: BatchRequest,
  parameters: EngineParameters,
): Batch {
  requireValidRequest(request);
  const { studied, newWords } = eligibleCandidates(candidates, request);
  const errorProne = request.session?.errorProne ?? [];
  const context = reviewContext(learner, request, errorProne, parameters);
  const reviews = studied.map((candidate) => reviewWord(context, candidate));
  const id = batchIdOf(request);
  const repeated = learner.strategy.pending.find((batch) => batch.id === id);
  const unit = repeated?.gainRate ?? Number(unitOf(learner, reviews).toPrecision(6));
  const backlog = backlogOf(context, reviews, request);
  const situation = {
    atMs: request.nowMs,
    seed: request.seed,
    key: request.key,
    backlog,
    session: request.session ?? {},
    meter: request.meter,
  };
  const decided =
    repeated === undefined
      ? decideBatch(learner, situation, { id, unit }, parameters)
      : { learner, strategy: unpackStrategy(repeated.executed) };
  request.meter?.start();
  const filled = fillBatch(
    context,
    newWords,
    reviews,
    { request, unit, backlog },
    decided.strategy,
  );
  request.meter?.lap("selection");
  return {
    id,
    wordIds: filled.words.map((candidate) => candidate.word.id),
    strategy: decided.strategy,
    newCount: filled.words.filter(isNew).length,
    learner: withFilledBatch(decided.learner, id, filled.words.length, medianGain(reviews)),
    reasons: filled.reasons,
  };
}

function requireValidRequest({ nowMs, seed, size, session = {}, ...rest }: BatchRequest): void {
  requireFinite("request.nowMs", nowMs);
  requireFinite("request.seed", seed);
  if (size !== undefined) {
    requireRange("request.size", size, Number.isInteger(size) && size >= 0, "a count");
  }
  requireAmount("request.dueBacklogSeconds", rest.dueBacklogSeconds);
  requireAmount("request.sessionSeconds", rest.sessionSeconds);
  requireAmount("request.session.recentAccuracy", session.recentAccuracy);
  requireAmount("request.session.masteredCount", session.masteredCount);
  requireAmount("request.session.targetMasteryCount", session.targetMasteryCount);
}

/** Words that may be in the batch, without duplicates, split into studied and new ones. */
function eligibleCandidates(candidates: readonly Candidate[], request: BatchRequest) {
  const skipped = new Set([...request.exclude, ...request.shown]);
  const eligible: { studied: Candidate[]; newWords: Candidate[] } = { studied: [], newWords: [] };
  let size = skipped.size;
  for (const candidate of candidates) {
    // Adding and comparing the size needs one look-up instead of two; there are up to 10 000 words.
    if (skipped.add(candidate.word.id).size === size) continue;
    size++;
    (isNew(candidate) ? eligible.newWords : eligible.studied).push(candidate);
  }
  return eligible;
}

/** Sixteen hexadecimal characters that depend only on seed and key. */
function batchIdOf(request: BatchRequest): string {
  const part = (salt: string) => stringHash(`${salt}:${request.seed}:${request.key}`);
  return [part("a"), part("b")].map((bits) => bits.toString(16).padStart(8, "0")).join("");
}

/** The learner's typical gain per second, or the median of the reviews until it is known. */
function unitOf(learner: LearnerState, reviews: readonly ReviewWord[]): number {
  if (learner.gainRate > 0) return learner.gainRate;
  return medianGain(reviews) ?? 1;
}

function medianGain(reviews: readonly ReviewWord[]): number | null {
  const step = Math.max(1, Math.floor(reviews.length / MEDIAN_SAMPLE));
  const gains: number[] = [];
  for (let i = 0; i < reviews.length; i += step) {
    const gain = (reviews[i] as ReviewWord).gainRate;
    if (gain > 0) gains.push(gain);
  }
  gains.sort((a, b) => a - b);
  return gains[gains.length >> 1] ?? null;
}

function backlogOf(
  context: ReviewContext,
  reviews: readonly ReviewWord[],
  request: BatchRequest,
): Backlog {
  const { learner, parameters } = context;
  const usual = learner.habits.profile.medianSessionLengthMins * 60;
  const sessionSeconds = Math.max(request.sessionSeconds ?? usual, 1);
  if (request.dueBacklogSeconds !== undefined) {
    return { dueSeconds: request.dueBacklogSeconds, sessionSeconds };
  }
  const overhead = parameters.wordSelector.answerOverheadSecs;
  let dueSeconds = 0;
  for (const review of reviews) {
    if (!review.due || review.stillKnown) continue;
    dueSeconds += answerSeconds(learner, review.candidate.word.text.length, parameters) + overhead;
  }
  return { dueSeconds, sessionSeconds };
}

function decideBatch(
  learner: LearnerState,
  situation: Situation,
  batch: { id: string; unit: number },
  parameters: EngineParameters,
): { learner: LearnerState; strategy: Strategy } {
  const decision = decideStrategy(learner, situation, parameters);
  const explained = explainDecision(learner, situation, decision, parameters);
  const opened = openBatch(learner, { ...batch, atMs: situation.atMs, decision, explained });
  return { learner: opened, strategy: decision.strategy };
}

/** Inputs for filling a batch, in addition to its strategy. */
interface FillInputs {
  request: BatchRequest;
  unit: number;
  backlog: Backlog;
}

function fillBatch(
  context: ReviewContext,
  newWords: readonly Candidate[],
  reviews: readonly ReviewWord[],
  inputs: FillInputs,
  strategy: Strategy,
): { words: Candidate[]; reasons: Record<string, string> } {
  const { parameters } = context;
  const { again, spare, others } = splitOwed(reviews, inputs.request);
  const all = inputs.request.size ?? strategy.batchSize;
  const repeated = again.slice(0, all);
  const size = all - repeated.length;
  const wantedNew = newCountOf(context, size, inputs, strategy);
  const ranked = rankReviews(others, scoreScaleOf(inputs), parameters);
  const reviewable = ranked.filter((word) => word.reason !== "still_known");
  const known = ranked.filter((word) => word.reason === "still_known");
  const masteredDue = dueMastered(others);
  const worthAsking = others.filter((review) => review.due || !review.stillKnown).length;
  const newRoom = strategy.reviewMode ? 0 : newWords.length;
  const newCount = Math.min(newRoom, Math.max(wantedNew, size - worthAsking));
  const reviewCount = size - newCount;
  const chosenNew = chooseNew(context, newWords, newCount, strategy, inputs.request.seed);
  const kinds = { reviewable, masteredDue, known };
  const chosenReviews = [...repeated, ...chooseReviews(kinds, reviewCount, parameters)];
  const early = spare.slice(0, size - chosenNew.length - (chosenReviews.length - repeated.length));
  const ordered = [...interleave(chosenReviews, chosenNew), ...early].map((word) => word.candidate);
  const confusable = confusableFrom(parameters.wordSelector.confusionMinScore);
  const reserve = topOf(reviewable, size + RESERVE).map((word) => word.candidate);
  const words = keepApart(ordered, reserve, confusable);
  return { words, reasons: reasonsOf(words, [...repeated, ...early, ...ranked, ...chosenNew]) };
}

/** Words that the session owes another question, in the order of the request, and the others. */
function splitOwed(reviews: readonly ReviewWord[], { again = [], spare = [] }: BatchRequest) {
  if (again.length + spare.length === 0) return { again: [], spare: [], others: reviews };
  const found = new Map(reviews.map(({ candidate }) => [candidate.word.id, candidate]));
  const ranked = (wordIds: readonly string[]) =>
    wordIds.flatMap((wordId, order): Ranked[] => {
      const candidate = found.get(wordId);
      return candidate === undefined ? [] : [{ candidate, score: 1, reason: "again", order }];
    });
  const owed = new Set([...again, ...spare]);
  const others = reviews.filter(({ candidate }) => !owed.has(candidate.word.id));
  return { again: ranked(again), spare: ranked(spare), others };
}

/** Why each word of the batch was chosen. */
function reasonsOf(words: readonly Candidate[], ranked: readonly Ranked[]): Record<string, string> {
  const taken = new Set(words);
  const found = ranked.filter(({ candidate }) => taken.has(candidate));
  const reasonOf = new Map(found.map(({ candidate, reason }) => [candidate, reason]));
  return Object.fromEntries(
    words.map((candidate) => [candidate.word.id, reasonOf.get(candidate) ?? "stand_in"]),
  );
}

/** Number of new words: the strategy's share, more in a good hour, fewer with a backlog. */
function newCountOf(
  context: ReviewContext,
  size: number,
  inputs: FillInputs,
  strategy: Strategy,
): number {
  if (strategy.reviewMode) return 0;
  const { learner, parameters, nowMs } = context;
  const { dueSeconds, sessionSeconds } = inputs.backlog;
  const boost = hourBoost(learner, nowMs, parameters);
  const room = dueSeconds > sessionSeconds ? sessionSeconds / dueSeconds : 1;
  const limits = parameters.constraints;
  const tired = learner.mood.fatigue > limits.highFatigueThreshold;
  const cap = tired ? limits.maxNewRatioWhenFatigued : 1;
  return roundHalfUp(size * Math.min(strategy.newRatio * boost * room, cap));
}

function scoreScaleOf({ unit, backlog }: FillInputs): ScoreScale {
  return { unit, overloaded: backlog.dueSeconds > backlog.sessionSeconds };
}

function rankReviews(
  reviews: readonly ReviewWord[],
  scale: ScoreScale,
  parameters: EngineParameters,
): Ranked[] {
  return reviews.map((review, order) => ({
    candidate: review.candidate,
    score: scoreOf(review, scale, parameters.wordSelector),
    reason: review.stillKnown ? "still_known" : review.due ? "due" : "worth_the_time",
    order,
  }));
}

/** Review words by the reason to choose them; a word may be in two lists. */
interface ReviewKinds {
  /** Ranked by review score. */
  reviewable: readonly Ranked[];
  /** Ranked by days overdue. */
  masteredDue: readonly Ranked[];
  known: readonly Ranked[];
}

/**
 * Due mastered words have a reserved share of the places; the rest is filled by score. Places left
 * over go to mastered words again, due ones first.
 */
function chooseReviews(kinds: ReviewKinds, count: number, parameters: EngineParameters): Ranked[] {
  const places = masteredPlaces(count, parameters.wordSelector.masteredDueShare);
  const kept = topOf(kinds.masteredDue, places);
  const chosen = [...kept];
  const taken = new Set(kept.map((word) => word.candidate));
  const add = (words: readonly Ranked[], choose: (words: Ranked[], room: number) => Ranked[]) => {
    const others = words.filter((word) => !taken.has(word.candidate));
    for (const word of choose(others, count - chosen.length)) {
      chosen.push(word);
      taken.add(word.candidate);
    }
  };
  add(kinds.reviewable, (words, room) => pickTop(words, room, kept, parameters));
  add(kinds.masteredDue, topOf);
  add(kinds.known, topOf);
  return chosen;
}

function masteredPlaces(count: number, share: number): number {
  if (share === 0 || count < 2) return 0;
  return Math.max(1, Math.floor(count * share));
}

function dueMastered(reviews: readonly ReviewWord[]): Ranked[] {
  return reviews
    .filter((review) => review.due && review.candidate.memory?.level === "MASTERED")
    .map((review, order) => ({
      candidate: review.candidate,
      score: review.overdueDays,
      reason: "mastered_due",
      order,
    }));
}

function pickTop(
  words: readonly Ranked[],
  count: number,
  alreadyChosen: readonly Ranked[],
  parameters: EngineParameters,
): Ranked[] {
  const { confusionIsolationDampen: dampen, confusionMinScore } = parameters.wordSelector;
  if (!parameters.featureFlags.confusionIsolationEnabled || dampen === 1) {
    return topOf(words, count);
  }
  const confusable = confusableFrom(confusionMinScore);
  return topApart(words, count, alreadyChosen, { dampen, confusable });
}

function chooseNew(
  context: ReviewContext,
  newWords: readonly Candidate[],
  count: number,
  strategy: Strategy,
  seed: number,
): Ranked[] {
  const { learner, parameters } = context;
  if (count <= 0) return [];
  if (learner.phase === "Classify") {
    return classifyingWords(newWords, count, learner, seed, parameters).map((candidate, order) => ({
      candidate,
      score: 1,
      reason: "classify",
      order,
    }));
  }
  const userElo = learnerElo(learner, parameters);
  const ranked = newWords.map((candidate, order) => ({
    candidate,
    score: newWordScore(candidate, userElo, strategy.difficulty, parameters),
    reason: "new",
    order,
  }));
  return pickTop(ranked, count, [], parameters);
}

/** Adds the values known only after filling: the batch size and the learner's gain per second. */
function withFilledBatch(
  learner: LearnerState,
  id: string,
  words: number,
  gain: number | null,
): LearnerState {
  const pending = learner.strategy.pending.map((batch) =>
    batch.id === id ? { ...batch, words } : batch,
  );
  const before = learner.gainRate;
  const step = before > 0 ? GAIN_STEP : 1;
  const moved = gain === null ? before : before + step * (gain - before);
  const gainRate = Number(moved.toPrecision(6));
  return { ...learner, gainRate, strategy: { ...learner.strategy, pending } };
}
