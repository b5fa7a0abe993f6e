import type { Review } from "./revlog.ts";

/** Start and step of the moving average, logits; from srs-benchmark. */
const MOVING_START = 1.2;
const MOVING_STEP = 0.3;

/** Share of recalls among the targets of the training part. */
export function averageOf(log: readonly Review[], training: readonly number[]): number {
  const recalled = training.filter((place) => log[place]?.outcome === 1).length;
  return recalled / training.length;
}

/** A single intercept that follows the outcomes of all targets so far by gradient steps of 0.3. */
export function movingAverage(log: readonly Review[], targets: readonly number[]): Float64Array {
  const predictions = new Float64Array(log.length).fill(Number.NaN);
  let logit = MOVING_START;
  for (const place of targets) {
    const p = 1 / (1 + Math.exp(-logit));
    predictions[place] = p;
    logit += MOVING_STEP * ((log[place]?.outcome ?? 0) - p);
  }
  return predictions;
}

/** Share of recalls among all targets so far, starting as if one of two had been recalled. */
export function onlineMean(log: readonly Review[], targets: readonly number[]): Float64Array {
  const predictions = new Float64Array(log.length).fill(Number.NaN);
  let recalled = 1;
  targets.forEach((place, seen) => {
    predictions[place] = recalled / (seen + 2);
    recalled += log[place]?.outcome ?? 0;
  });
  return predictions;
}

/**
 * SM-2 with its intervals read as stabilities: R = 0.9^(t / interval).
 *
 * Uses whole days; grades 1..4 count as the qualities 1, 3, 4 and 5. Same-day reviews are not part
 * of the algorithm and are left out.
 *
 * Source: Wozniak 1990, algorithm SM-2.
 */
export function sm2(log: readonly Review[]): Float64Array {
  const states = new Map<string, Sm2State>();
  return Float64Array.from(log, ({ cardId, pauseDays, grade }) => {
    const before = states.get(cardId);
    if (before === undefined) {
      states.set(cardId, nextSm2({ ease: 2.5, interval: 0, streak: 0 }, grade));
      return Number.NaN;
    }
    if (pauseDays !== null && pauseDays >= 1) states.set(cardId, nextSm2(before, grade));
    return 0.9 ** ((pauseDays ?? 0) / before.interval);
  });
}

interface Sm2State {
  readonly ease: number;
  readonly interval: number;
  readonly streak: number;
}

function nextSm2({ ease, interval, streak }: Sm2State, grade: number): Sm2State {
  const quality = grade === 1 ? 1 : grade + 1;
  const miss = 5 - quality;
  const nextEase = Math.max(1.3, ease + 0.1 - miss * (0.08 + miss * 0.02));
  if (quality < 3) return { ease: nextEase, interval: 1, streak: 0 };
  const grown = streak === 0 ? 1 : streak === 1 ? 6 : interval * ease;
  return { ease: nextEase, interval: Math.min(grown, 36_500), streak: streak + 1 };
}
