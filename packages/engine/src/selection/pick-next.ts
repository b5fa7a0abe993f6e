import type { LearnerState } from "../learner-state/learner-types.ts";
import { requireEach, requireFinite } from "../argument-checks.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { type Candidate, isNew, type Picked, type PickRequest } from "./candidate.ts";
import { learnerElo, newWordScore } from "./new-word-score.ts";
import { reviewScene, reviewWord, scoreOf } from "./review-score.ts";

/**
 * The next question of a running session.
 *
 * A failed word comes back after some other questions, then after twice as many. Otherwise the
 * client's priorities decide, then the score. The word just shown is not repeated unless alone.
 *
 * @returns null when no word is active
 * @throws RangeError  a number of the request is not finite
 */
export function pickNext(
  learner: LearnerState,
  active: Candidate[],
  request: PickRequest,
  parameters: Parameters,
): Picked | null {
  requireFinite("request.nowMs", request.nowMs);
  requireFinite("request.seed", request.seed);
  requireEach("request.lastShownMs", request.lastShownMs);
  requireEach("request.priority", request.priority);
  if (active.length === 0) return null;
  const last = lastShown(request.lastShownMs);
  const others = active.filter(({ word }) => word.id !== last);
  const usable = others.length > 0 ? others : active;
  const failed = usable.filter(({ word }) => request.errors.includes(word.id));
  const ripe = failed.find(({ word }) => isRipe(word.id, request, parameters));
  if (ripe !== undefined) return { wordId: ripe.word.id, priority: "error_review" };
  const calm = usable.filter(({ word }) => !request.errors.includes(word.id));
  const [waiting] = failed;
  if (calm.length === 0 && waiting !== undefined) {
    return { wordId: waiting.word.id, priority: "error_review" };
  }
  const best = bestOf(learner, calm.length > 0 ? calm : usable, request, parameters);
  return { wordId: best.word.id, priority: "normal" };
}

function lastShown(lastShownMs: PickRequest["lastShownMs"]): string | null {
  let last: string | null = null;
  let latest = -Infinity;
  for (const [wordId, atMs] of Object.entries(lastShownMs)) {
    if (atMs > latest) {
      latest = atMs;
      last = wordId;
    }
  }
  return last;
}

/** Enough other questions have come since: the gap, doubled for every further failure. */
function isRipe(wordId: string, request: PickRequest, parameters: Parameters): boolean {
  const failures = request.errors.filter((id) => id === wordId).length;
  const gap = parameters.wordSelector.errorRepeatGap * 2 ** Math.max(0, failures - 1);
  const shownMs = request.lastShownMs[wordId];
  if (shownMs === undefined) return true;
  const since = Object.values(request.lastShownMs).filter((atMs) => atMs > shownMs).length;
  // With few words in play the gap cannot be kept; all the others having come is enough.
  const reachable = Math.max(1, Object.keys(request.lastShownMs).length - 1);
  return since >= Math.min(gap, reachable);
}

function bestOf(
  learner: LearnerState,
  words: readonly Candidate[],
  request: PickRequest,
  parameters: Parameters,
): Candidate {
  const scene = reviewScene(learner, request.nowMs, request.errors, parameters);
  const yardstick = { unit: learner.gainRate > 0 ? learner.gainRate : 1, crowded: false };
  const userElo = learnerElo(learner, parameters);
  const { difficulty } = learner.strategy.inForce;
  const scoreOfWord = (candidate: Candidate) =>
    isNew(candidate)
      ? newWordScore(candidate, userElo, difficulty, parameters)
      : scoreOf(reviewWord(scene, candidate), yardstick, parameters.wordSelector);
  let best = words[0] as Candidate;
  let bestPriority = -Infinity;
  let bestScore = -Infinity;
  for (const candidate of words) {
    const priority = request.priority[candidate.word.id] ?? 0;
    const score = scoreOfWord(candidate);
    if (priority > bestPriority || (priority === bestPriority && score > bestScore)) {
      best = candidate;
      bestPriority = priority;
      bestScore = score;
    }
  }
  return best;
}
