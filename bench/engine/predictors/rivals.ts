import { averageOf, movingAverage, onlineMean, sm2 } from "./baselines.ts";
import { type Fold, placesOf } from "./folds.ts";
import { FSRS_DEFAULT, fitFsrs, predictFsrs } from "./fsrs-rival.ts";
import { halfLife } from "./half-life-rival.ts";
import type { Review } from "./revlog.ts";

type IsTarget = (review: Review) => boolean;

export const FITTED = "FSRS-6 fitted";
export const DEFAULT = "FSRS-6 default";
export const MOVING = "moving average";
export const ONLINE = "online mean";

/** Rivals without a training part: they learn online or not at all. */
export function onlineRivals(log: readonly Review[], isTarget: IsTarget) {
  const targets = placesOf(log, isTarget);
  return new Map([
    [ONLINE, onlineMean(log, targets)],
    [MOVING, movingAverage(log, targets)],
    ["SM-2", sm2(log)],
    [DEFAULT, predictFsrs(log, FSRS_DEFAULT)],
  ]);
}

/** Rivals that are retrained on the data before each fold. */
export async function trainedRivals(
  log: readonly Review[],
  folds: readonly Fold[],
  isTarget: IsTarget,
): Promise<Map<string, Float64Array>> {
  const empty = () => new Float64Array(log.length).fill(Number.NaN);
  const [average, hlr, fitted] = [empty(), empty(), empty()];
  const targets = placesOf(log, isTarget);
  for (const fold of folds) {
    const training = targets.filter((place) => place < fold.cut);
    average.fill(averageOf(log, training), fold.cut, fold.end);
    copyPart(hlr, halfLife(log, fold.cut), fold);
    const weights = await fitFsrs(log.slice(0, fold.cut));
    copyPart(fitted, predictFsrs(log, weights), fold);
  }
  return new Map([
    ["average", average],
    ["HLR", hlr],
    [FITTED, fitted],
  ]);
}

function copyPart(to: Float64Array, from: Float64Array, { cut, end }: Fold): void {
  to.set(from.subarray(cut, end), cut);
}
