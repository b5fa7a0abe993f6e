import type { Grade } from "../answer.ts";
import { modeOf } from "../answer.ts";
import { createLearner } from "../learner-state/create-learner.ts";
import { gradeAnswer } from "../memory/answer-grade.ts";
import { nextPace, timingOf } from "../memory/answer-time.ts";
import { nextEncoding } from "../memory/short-term.ts";
import { isSameDay, pauseDays, realisedShare } from "../memory/trace-update.ts";
import { nextStreak } from "../mastery/mastery-level.ts";
import type { Trace } from "../memory/word-memory.ts";
import { modelOf } from "../model.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { factsOf, type History } from "../replay.ts";

/**
 * Reviews of all words, word after word, as columns: what the loss needs and what does not depend
 * on the weights.
 */
export interface FitData {
  reviews: number;
  /** Index of each word's first review; one more at the end. */
  starts: Int32Array;
  pauseDays: Float64Array;
  grade: Uint8Array;
  sameDay: Uint8Array;
  outcome: Uint8Array;
  /** Realised share of the update. */
  share: Float64Array;
  /** z before the review, and what the short-lived trace adds to recall. */
  encoded: Float64Array;
  buffer: Float64Array;
  /** Place among all targets in time order; −1 for a review that is no target. */
  order: Int32Array;
  targets: number;
}

interface Review {
  pauseDays: number;
  grade: Grade;
  sameDay: boolean;
  outcome: boolean;
  share: number;
  encoded: number;
  buffer: number;
  order: number;
}

/** A word on its way through the history. */
interface WordTrack {
  reviews: Review[];
  trace: Trace | null;
  streak: number;
  lapses: number;
}

/**
 * Reads a history for the fit.
 *
 * Grades follow from answer times, so the time baseline is replayed along. Targets are reviews
 * after the first of a word whose pause is a night or more.
 */
export function fitData(history: History, parameters: Parameters): FitData {
  const tracks = new Map<string, WordTrack>();
  const model = modelOf(parameters);
  const { taus } = model;
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
    const isTarget = track.trace !== null && !isSameDay(track.trace, atMs, parameters);
    const seen = { atMs, grade, outcome: answer.isCorrect, rapid: timing.rapid };
    advance(track, seen, isTarget ? targets : -1, taus, parameters);
    if (isTarget) targets++;
  }
  return columns([...tracks.values()], targets);
}

interface Seen {
  atMs: number;
  grade: Grade;
  outcome: boolean;
  rapid: boolean;
}

function advance(
  track: WordTrack,
  seen: Seen,
  order: number,
  taus: readonly number[],
  parameters: Parameters,
): void {
  const { atMs, grade, outcome } = seen;
  const before = track.trace;
  const rules = parameters.memoryModel;
  const sameDay = before !== null && isSameDay(before, atMs, parameters);
  const pause = before === null ? 0 : pauseDays(before, atMs);
  const lastAtMs = before?.lastAtMs ?? null;
  track.streak = nextStreak(track.streak, outcome, atMs, lastAtMs, rules.streakMinGapMs);
  if (grade === 1) track.lapses++;
  const share = realisedShare(rules, grade > 1, track.streak, track.lapses);
  const shortTerm = parameters.featureFlags.shortTermEnabled && before !== null;
  const encoded = shortTerm ? before.encoded : 1;
  const tau = taus[before?.sameDay ?? 0] as number;
  track.reviews.push({
    pauseDays: pause,
    grade,
    sameDay,
    outcome,
    share: grade > 1 && seen.rapid ? share / 2 : share,
    encoded,
    buffer: shortTerm ? (1 - encoded) * before.buffer * Math.exp(-pause / tau) : 0,
    order,
  });
  track.trace = nextEncoding(parameters.shortTerm, before, grade > 1, sameDay);
  track.trace.lastAtMs = atMs;
}

function newTrack(): WordTrack {
  return { reviews: [], trace: null, streak: 0, lapses: 0 };
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
    encoded: Float64Array.from(reviews, (review) => review.encoded),
    buffer: Float64Array.from(reviews, (review) => review.buffer),
    order: Int32Array.from(reviews, (review) => review.order),
    targets,
  };
}
