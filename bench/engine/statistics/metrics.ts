/** A prediction with its outcome. */
export interface PredictedOutcome {
  /** Predicted recall, 0..1. */
  readonly p: number;
  readonly outcome: 0 | 1;
}

/** The same with its position in the card's history. */
export interface Scored extends PredictedOutcome {
  readonly pauseDays: number;
  readonly nth: number;
  readonly lapses: number;
}

export interface Metrics {
  readonly n: number;
  readonly logLoss: number;
  readonly rmseBins: number;
  readonly auc: number;
  readonly ece: number;
}

const P_MIN = 1e-6;
const ECE_BINS = 10;

export function metricsOf(scored: readonly Scored[]): Metrics {
  return {
    n: scored.length,
    logLoss: mean(lossesOf(scored)),
    rmseBins: rmseBins(scored),
    auc: auc(scored),
    ece: expectedCalibrationError(scored),
  };
}

/** Cross-entropy of each prediction, nats; predictions are kept 1e-6 away from 0 and 1. */
export function lossesOf(scored: readonly PredictedOutcome[]): number[] {
  return scored.map(({ p, outcome }) => {
    const bounded = Math.min(Math.max(p, P_MIN), 1 - P_MIN);
    return -Math.log(outcome === 1 ? bounded : 1 - bounded);
  });
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Root mean square distance between mean prediction and recall, over bins of similar reviews.
 *
 * Bins are geometric in pause, length of the history and lapses, weighted by size.
 *
 * Source: fsrs-optimizer, `rmse_matrix`.
 */
export function rmseBins(scored: readonly Scored[]): number {
  const bins = Map.groupBy(scored, binKey);
  const squares = [...bins.values()].map((bin) => bin.length * gap(bin) ** 2);
  return Math.sqrt(mean(squares) * (bins.size / scored.length));
}

export function binKey({ pauseDays, nth, lapses }: Scored): string {
  const lapseBin = lapses === 0 ? 0 : geometric(lapses, 1.73);
  return `${geometric(pauseDays, 3.62)} ${geometric(nth, 1.89)} ${lapseBin}`;
}

/** The geometric bin of a value. */
function geometric(value: number, ratio: number): number {
  return 1 + Math.floor(Math.log(value) / Math.log(ratio));
}

/** Mean prediction minus share of recalls. */
function gap(bin: readonly Scored[]): number {
  return mean(bin.map(({ p, outcome }) => p - outcome));
}

/** Probability that a recalled review was predicted higher than a forgotten one, ties half. */
export function auc(scored: readonly PredictedOutcome[]): number {
  const sorted = scored.toSorted((a, b) => a.p - b.p);
  let rankSum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]?.p === sorted[from]?.p) to++;
    const recalled = sorted.slice(from, to).filter(({ outcome }) => outcome === 1).length;
    rankSum += (recalled * (from + 1 + to)) / 2;
    from = to;
  }
  const positive = scored.filter(({ outcome }) => outcome === 1).length;
  const negative = scored.length - positive;
  return (rankSum - (positive * (positive + 1)) / 2) / (positive * negative);
}

/** Mean distance between prediction and recall over ten bins of equal width. */
export function expectedCalibrationError(scored: readonly PredictedOutcome[]): number {
  const bins = calibrationBins(scored, ECE_BINS);
  const total = bins.reduce((sum, bin) => sum + bin.n * Math.abs(bin.p - bin.recall), 0);
  return total / scored.length;
}

export interface CalibrationBin {
  readonly n: number;
  readonly p: number;
  readonly recall: number;
}

/** Mean prediction and share of recalls of the non-empty bins, from low to high. */
export function calibrationBins(
  scored: readonly PredictedOutcome[],
  count: number,
): CalibrationBin[] {
  const bins = Map.groupBy(scored, ({ p }) => Math.min(Math.floor(p * count), count - 1));
  return [...bins]
    .toSorted(([a], [b]) => a - b)
    .map(([, bin]) => ({
      n: bin.length,
      p: mean(bin.map((one) => one.p)),
      recall: mean(bin.map((one) => one.outcome)),
    }));
}
