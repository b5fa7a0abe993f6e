import type { LearnerState } from "../learner-state/learner-types.ts";
import { hash32, stringHash } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { createWordRating, expectedScore } from "../rating/elo-rating.ts";
import type { Candidate } from "./candidate.ts";

const UNKNOWN_DIFFICULTY = 0.5;
/** Every third word of the Classify phase is an easy one. */
const EASY_EVERY = 3;
const EASY_SUCCESS = 0.85;

/** Word rating used by selection; with parallel Elo chains a delayed copy. */
function shownElo(candidate: Candidate, parameters: EngineParameters): number {
  const rating = candidate.rating ?? createWordRating(candidate.word, parameters);
  return parameters.elo.parallelEloEnabled ? rating.shownElo : rating.elo;
}

export function learnerElo(learner: LearnerState, parameters: EngineParameters): number {
  return learner.rating?.elo ?? parameters.elo.defaultElo;
}

/**
 * How well a new word fits, 0..1: rating against the learner's, difficulty against the strategy's.
 */
export function newWordScore(
  candidate: Candidate,
  userElo: number,
  wantedDifficulty: number,
  parameters: EngineParameters,
): number {
  const { zpdOptimalOffset, zpdGaussianSigma } = parameters.elo;
  const eloGap = shownElo(candidate, parameters) - userElo - zpdOptimalOffset;
  const difficulty = candidate.word.difficulty ?? UNKNOWN_DIFFICULTY;
  const difficultyGap = difficulty - wantedDifficulty;
  const sigma = parameters.wordSelector.newWordGaussianSigma;
  return Math.exp(
    -(eloGap * eloGap) / (2 * zpdGaussianSigma ** 2) -
      (difficultyGap * difficultyGap) / (2 * sigma ** 2),
  );
}

/**
 * New words for a learner of unknown ability: one from each difficulty stratum. Chosen is the most
 * informative word (expected success 0.5); every third time an easy one (0.85).
 */
export function classifyingWords(
  candidates: readonly Candidate[],
  count: number,
  learner: LearnerState,
  seed: number,
  parameters: EngineParameters,
): Candidate[] {
  const userElo = learnerElo(learner, parameters);
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      elo: shownElo(candidate, parameters),
      tie: hash32(seed, stringHash(candidate.word.id), 0, "classify"),
    }))
    .toSorted((a, b) => a.elo - b.elo || a.tie - b.tie);
  const strata = Math.min(count, ranked.length);
  const chosen: Candidate[] = [];
  for (let i = 0; i < strata; i++) {
    // Covers the whole range in an order that mixes easy and hard words within a batch.
    const stratum = (i * spreadStep(strata)) % strata;
    const from = Math.floor((stratum * ranked.length) / strata);
    const to = Math.floor(((stratum + 1) * ranked.length) / strata);
    const wanted = i % EASY_EVERY === EASY_EVERY - 1 ? EASY_SUCCESS : 0.5;
    const distance = (at: number) =>
      Math.abs(expectedScore(userElo, (ranked[at] as { elo: number }).elo) - wanted);
    let best = from;
    for (let at = from + 1; at < to; at++) if (distance(at) < distance(best)) best = at;
    const found = ranked[best];
    if (found !== undefined) chosen.push(found.candidate);
  }
  return chosen;
}

/** A step that visits every stratum once: the largest up to half that is coprime to the count. */
function spreadStep(strata: number): number {
  for (let step = Math.max(1, strata >> 1); step > 1; step--) {
    if (greatestCommonDivisor(step, strata) === 1) return step;
  }
  return 1;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
