import { type Grade, modeOf } from "../answer.ts";
import { createLearner } from "../learner-state/create-learner.ts";
import { gradeAnswer } from "../memory/answer-grade.ts";
import { nextPace, timingOf } from "../memory/answer-time.ts";
import { isSameDay, pauseDays, realizedShare } from "../memory/trace-update.ts";
import { nextStreak } from "../mastery/mastery-level.ts";
import { modelOf } from "../model.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { factsOf, type History } from "../replay.ts";

/**
 * Reviews of all words in columns, grouped by word: the inputs of the loss that do not depend on
 * the weights.
 */
export interface FitData {
  reviews: number;
  /** Index of each word's first review; one more at the end. */
  starts: Int32Array;
  pauseDays: Float64Array;
  grade: Uint8Array;
  sameDay: Uint8Array;
  outcome: Uint8Array;
  /** Realized share of the update. */
  share: Float64Array;
  /** Index among all targets in time order; −1 for a review that is not a target. */
  order: Int32Array;
  targets: number;
}

interface Review {
  pauseDays: number;
  grade: Grade;
  sameDay: boolean;
  outcome: boolean;
  share: number;
  order: number;
}

/** State of one word while reading the history. */
interface WordTrack {
  reviews: Review[];
  lastAtMs: number | null;
  streak: number;
  lapses: number;
}

/**
 * Reads a history for the fit.
 *
 * Grades depend on answer times, so the time baseline is replayed too. Targets are the reviews
 * after a word's first whose pause is a night or more.
 */
export function fitData(history: History, parameters: EngineParameters): FitData {
  const tracks = new Map<string, WordTrack>();
  const model = modelOf(parameters);
  let pace = createLearner(history.seed, history.startMs).pace;
  let targets = 0;
  let lastMs = -Infinity;
  for (const answer of history.answers) {
    if (answer.wordId === "") continue;
    const atMs = Math.max(answer.atMs, lastMs);
    lastMs = atMs;
    const mode = modeOf(answer);
    const length = factsOf(history, answer.wordId).text.length;
    const timing = timingOf(answer, mode, length, pace, parameters, model);
    const { grade } = gradeAnswer(answer, timing, parameters);
    if (answer.isCorrect && answer.hintUsed !== true) {
      pace = nextPace(pace, timing, mode, parameters.responseTime);
    }
    const track = tracks.get(answer.wordId) ?? newTrack();
    tracks.set(answer.wordId, track);
    const answered = { atMs, grade, outcome: answer.isCorrect, rapid: timing.rapid };
    if (advance(track, answered, targets, parameters)) targets++;
  }
  return columns([...tracks.values()], targets);
}

/**
 * After how many answers fits would have become due, had each been made at once: enough targets for
 * the first, and enough more for each further one.
 */
export function dueFits(history: History, parameters: EngineParameters): number[] {
  const { minReviews, growthRatio } = parameters.fit;
  const lastOf = new Map<string, number>();
  const due: number[] = [];
  let [targets, fitted, lastMs] = [0, 0, -Infinity];
  for (const [at, answer] of history.answers.entries()) {
    if (answer.wordId === "") continue;
    lastMs = Math.max(answer.atMs, lastMs);
    const lastAtMs = lastOf.get(answer.wordId);
    lastOf.set(answer.wordId, lastMs);
    if (lastAtMs === undefined || isSameDay({ lastAtMs }, lastMs, parameters)) continue;
    targets += 1;
    if (targets < minReviews || targets < growthRatio * fitted) continue;
    due.push(at + 1);
    fitted = targets;
  }
  return due;
}

interface TrackedAnswer {
  atMs: number;
  grade: Grade;
  outcome: boolean;
  rapid: boolean;
}

/** @returns whether the review is a target, which then has the given index */
function advance(
  track: WordTrack,
  answered: TrackedAnswer,
  targetIndex: number,
  parameters: EngineParameters,
): boolean {
  const { atMs, grade, outcome } = answered;
  const { lastAtMs } = track;
  const rules = parameters.memoryModel;
  const sameDay = lastAtMs !== null && isSameDay({ lastAtMs }, atMs, parameters);
  const isTarget = lastAtMs !== null && !sameDay;
  track.streak = nextStreak(track.streak, outcome, atMs, lastAtMs, rules.streakMinGapMs);
  if (grade === 1) track.lapses++;
  const share = realizedShare(rules, grade > 1, track.streak, track.lapses);
  track.reviews.push({
    pauseDays: lastAtMs === null ? 0 : pauseDays({ lastAtMs }, atMs),
    grade,
    sameDay,
    outcome,
    share: grade > 1 && answered.rapid ? share / 2 : share,
    order: isTarget ? targetIndex : -1,
  });
  track.lastAtMs = atMs;
  return isTarget;
}

function newTrack(): WordTrack {
  return { reviews: [], lastAtMs: null, streak: 0, lapses: 0 };
}

function columns(tracks: readonly WordTrack[], targets: number): FitData {
  const reviews = tracks.flatMap((track) => track.reviews);
  const starts = new Int32Array(tracks.length + 1);
  for (const [i, track] of tracks.entries()) {
    starts[i + 1] = (starts[i] as number) + track.reviews.length;
  }
  return {
    reviews: reviews.length,
    starts,
    pauseDays: Float64Array.from(reviews, (review) => review.pauseDays),
    grade: Uint8Array.from(reviews, (review) => review.grade),
    sameDay: Uint8Array.from(reviews, (review) => (review.sameDay ? 1 : 0)),
    outcome: Uint8Array.from(reviews, (review) => (review.outcome ? 1 : 0)),
    share: Float64Array.from(reviews, (review) => review.share),
    order: Int32Array.from(reviews, (review) => review.order),
    targets,
  };
}
