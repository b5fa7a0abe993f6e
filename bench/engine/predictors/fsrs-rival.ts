import {
  type BindingItemState,
  type BindingMemoryState,
  type BindingNextStates,
  computeParameters,
  FSRSBinding,
  FSRSBindingItem,
  FSRSBindingReview,
} from "@open-spaced-repetition/binding";
import type { Grade } from "@wordloom/engine";
import { default_w } from "ts-fsrs";
import { isDayLevel, type Review } from "./revlog.ts";

/** The published weights of FSRS-6. */
export const FSRS_DEFAULT: readonly number[] = default_w;

const OUTCOMES = ["again", "hard", "good", "easy"] as const;

/** The state after this grade; the others are not read, because each would be a separate call. */
export function stateAfter(next: BindingNextStates, grade: Grade): BindingItemState {
  return next[OUTCOMES[grade - 1] as (typeof OUTCOMES)[number]];
}

/**
 * Fits FSRS-6 with its authors' optimizer on the day-level reviews of a training part. Same-day
 * reviews are part of the items' histories but not targets, as usual. Items are ordered by card:
 * the optimizer takes batches in the given order, and its result depends on it (josh: log loss
 * .4379 card by card, .4413 in order of time).
 */
export async function fitFsrs(training: readonly Review[]): Promise<number[]> {
  const cards = Map.groupBy(training, ({ cardId }) => cardId);
  const inOrder = [...cards].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const items = inOrder.flatMap(([, reviews]) => itemsOf(reviews));
  return computeParameters(items, { enableShortTerm: true });
}

/** One item for each day-level review of a card, with everything up to it. */
function itemsOf(reviews: readonly Review[]): FSRSBindingItem[] {
  const past = reviews.map((one) => new FSRSBindingReview(one.grade, one.pauseDays ?? 0));
  return reviews.flatMap((review, i) =>
    isDayLevel(review) ? [new FSRSBindingItem(past.slice(0, i + 1))] : [],
  );
}

/**
 * Recall by FSRS-6 just before every review; NaN for first reviews. It counts whole days; only
 * within a day the exact pause is used, because a pause of 0 would predict certain recall.
 */
export function predictFsrs(log: readonly Review[], weights: readonly number[]): Float64Array {
  const fsrs = new FSRSBinding([...weights]);
  const states = new Map<string, BindingMemoryState>();
  return Float64Array.from(log, ({ cardId, grade, pauseDays, exactDays }) => {
    const before = states.get(cardId) ?? null;
    const next = fsrs.nextStates(before, 0.9, pauseDays ?? 0);
    states.set(cardId, stateAfter(next, grade).memory);
    if (before === null) return Number.NaN;
    return recallAfter((pauseDays === 0 ? exactDays : pauseDays) ?? 0, before.stability, weights);
  });
}

/** R(t, S) = (1 + F t / S)^−d with F = 0.9^(−1/d) − 1 and d the last weight. */
function recallAfter(days: number, stability: number, weights: readonly number[]): number {
  const decay = weights[20] as number;
  return (1 + ((0.9 ** (-1 / decay) - 1) * days) / stability) ** -decay;
}
