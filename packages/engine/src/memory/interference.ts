import type { Context } from "../context.ts";
import { DAY_MS } from "../numeric/durations.ts";
import type { View } from "./view.ts";

/**
 * Logit shift by confusable words studied since this one was last asked (opt-in, answers only).
 *
 *     −weight · Σ sim · 2^(−age / 24 h)
 *
 * A pair the learner has actually confused counts with similarity 1. The shift decays, so recall
 * rises with time, and this must not enter a scheduling curve.
 */
export function interferenceShift(view: View, context: Context | null, atMs: number): number {
  const weight = view.parameters.interference.weight;
  const rivals = context?.recentConfusables;
  if (weight === 0 || rivals === undefined) return 0;
  const threshold = view.parameters.wordSelector.confusionMinScore;
  let sum = 0;
  for (const rival of rivals) {
    const mixedUp = view.memory.confusedWith.includes(rival.wordId);
    const similarity = mixedUp ? 1 : rival.similarity;
    if (similarity < threshold || rival.lastAtMs < view.trace.lastAtMs) continue;
    sum += similarity * 2 ** (-Math.max(0, atMs - rival.lastAtMs) / DAY_MS);
  }
  return sum === 0 ? 0 : -weight * sum;
}
