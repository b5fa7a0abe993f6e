import type { Scored } from "../statistics/metrics.ts";
import type { Review } from "./revlog.ts";

/** One time split: reviews before `cut` are training data, `targets` are predicted. */
export interface Fold {
  /** Index of the first review after the training part. */
  readonly cut: number;
  /** End of the test part, exclusive. */
  readonly end: number;
  /** Indices of the reviews to score, in order of time. */
  readonly targets: readonly number[];
}

const FOLDS = 5;

/** Five expanding splits over the reviews to score; the first sixth of them only trains. */
export function foldsOf(log: readonly Review[], isTarget: (review: Review) => boolean): Fold[] {
  const places = placesOf(log, isTarget);
  const size = Math.floor(places.length / (FOLDS + 1));
  const start = places.length - FOLDS * size;
  return Array.from({ length: FOLDS }, (_, k) => {
    const targets = places.slice(start + k * size, start + (k + 1) * size);
    const end = (targets.at(-1) ?? -1) + 1;
    return { cut: targets[0] ?? 0, end, targets };
  });
}

/** Indices of the reviews that match a rule. */
export function placesOf(log: readonly Review[], isTarget: (review: Review) => boolean): number[] {
  return log.flatMap((review, place) => (isTarget(review) ? [place] : []));
}

/** Predictions at the given indices, with their outcomes. */
export function scoredAt(
  log: readonly Review[],
  places: readonly number[],
  predictions: Float64Array,
): Scored[] {
  return places.map((place) => {
    const review = log[place];
    const p = predictions[place];
    if (review === undefined || p === undefined || Number.isNaN(p)) {
      throw new RangeError(`review ${place} was not predicted`);
    }
    const { outcome, nth, lapses, pauseDays } = review;
    return { p, outcome, nth, lapses, pauseDays: pauseDays ?? 0 };
  });
}
