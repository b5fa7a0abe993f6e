import type { LearnerState } from "../learner-state/learner-types.ts";
import { requireEach, requireFinite } from "../argument-checks.ts";
import { ownValue } from "../own-value.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { type Candidate, isNew, type Picked, type PickRequest } from "./candidate.ts";
import { learnerElo, newWordScore } from "./new-word-score.ts";
import { reviewContext, reviewWord, scoreOf } from "./review-score.ts";

/**
 * The next question of a running session.
 *
 * A failed word is repeated after some other questions, after a further failure after twice as
 * many. Otherwise the client's priorities decide, then the score. The word just shown is not
 * repeated unless it is the only one.
 *
 * @returns null when no word is active
 * @throws RangeError  a number of the request is not finite
 */
export function pickNext(
  learner: LearnerState,
  active: Candidate[],
  request: PickRequest,
  parameters: EngineParameters,
): Picked | null {
  requireFinite("request.nowMs", request.nowMs);
  requireFinite("request.seed", request.seed);
  requireEach("request.lastShownMs", request.lastShownMs);
  requireEach("request.priority", request.priority);
  if (active.length === 0) return null;
  const last = lastShown(request.lastShownMs);
  const others = active.filter(({ word }) => word.id !== last);
  const usable = others.length > 0 ? others : active;
  const history = historyOf(request);
  const failed = usable.filter(({ word }) => history.failures.has(word.id));
  const retry = failed.find(({ word }) => isRetryDue(word.id, request, history, parameters));
  if (retry !== undefined) return { wordId: retry.word.id, priority: "error_review" };
  const notFailed = usable.filter(({ word }) => !history.failures.has(word.id));
  const [firstFailed] = failed;
  if (notFailed.length === 0 && firstFailed !== undefined) {
    return { wordId: firstFailed.word.id, priority: "error_review" };
  }
  const best = bestOf(learner, notFailed, request, parameters);
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

/** The session so far, counted once for all words. */
interface History {
  /** Number of failures by word. */
  readonly failures: ReadonlyMap<string, number>;
  /** When words were shown, latest first. */
  readonly shownMs: readonly number[];
}

function historyOf({ errors, lastShownMs }: PickRequest): History {
  const failures = new Map<string, number>();
  for (const id of errors) failures.set(id, (failures.get(id) ?? 0) + 1);
  return { failures, shownMs: Object.values(lastShownMs).sort((a, b) => b - a) };
}

/** Whether enough other questions came in between: the gap, doubled for every further failure. */
function isRetryDue(
  wordId: string,
  request: PickRequest,
  { failures, shownMs }: History,
  parameters: EngineParameters,
): boolean {
  const gap =
    parameters.wordSelector.errorRepeatGap * 2 ** Math.max(0, (failures.get(wordId) ?? 0) - 1);
  const mineMs = ownValue(request.lastShownMs, wordId);
  if (mineMs === undefined) return true;
  // With few active words the gap cannot be reached; then every other word once is enough.
  const needed = Math.min(gap, Math.max(1, shownMs.length - 1));
  // At least this many others were shown later if the last of them was.
  const last = shownMs[Math.ceil(needed) - 1];
  return needed <= 0 || (last !== undefined && last > mineMs);
}

function bestOf(
  learner: LearnerState,
  words: readonly Candidate[],
  request: PickRequest,
  parameters: EngineParameters,
): Candidate {
  const context = reviewContext(learner, request, request.errors, parameters);
  const scale = { unit: learner.gainRate > 0 ? learner.gainRate : 1, overloaded: false };
  const userElo = learnerElo(learner, parameters);
  const { difficulty } = learner.strategy.inForce;
  const scoreOfWord = (candidate: Candidate) =>
    isNew(candidate)
      ? newWordScore(candidate, userElo, difficulty, parameters)
      : scoreOf(reviewWord(context, candidate), scale, parameters.wordSelector);
  let best = words[0] as Candidate;
  let bestPriority = -Infinity;
  let bestScore = -Infinity;
  for (const candidate of words) {
    const priority = ownValue(request.priority, candidate.word.id) ?? 0;
    const score = scoreOfWord(candidate);
    if (priority > bestPriority || (priority === bestPriority && score > bestScore)) {
      best = candidate;
      bestPriority = priority;
      bestScore = score;
    }
  }
  return best;
}
