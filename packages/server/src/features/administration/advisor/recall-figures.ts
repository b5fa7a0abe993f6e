const BINS = 10;
/** Keeps the logarithm finite when a certain prediction failed. */
const SURE = 0.001;

interface Prediction {
  readonly predicted: unknown;
  readonly isCorrect: boolean;
}

/** How well predicted recall matches actual recall, overall and by tenths of the prediction. */
export function recallFigures(predictions: readonly Prediction[]): object {
  const usable = predictions.flatMap(({ predicted, isCorrect }) =>
    typeof predicted === "number" && predicted >= 0 && predicted <= 1
      ? [{ predicted, isCorrect }]
      : [],
  );
  const bins = Array.from({ length: BINS }, (_, n) => {
    const inBin = usable.filter(
      ({ predicted }) => Math.min(BINS - 1, Math.floor(predicted * BINS)) === n,
    );
    return { from: n / BINS, to: (n + 1) / BINS, ...meansOf(inBin) };
  });
  const losses = usable.map(({ predicted, isCorrect }) => {
    const sure = Math.min(1 - SURE, Math.max(SURE, predicted));
    return -Math.log(isCorrect ? sure : 1 - sure);
  });
  return {
    ...meansOf(usable),
    logLoss: share(sum(losses), losses.length),
    bins: bins.filter(({ answers }) => answers > 0),
  };
}

function meansOf(predictions: readonly { predicted: number; isCorrect: boolean }[]) {
  const answers = predictions.length;
  return {
    answers,
    predicted: share(sum(predictions.map(({ predicted }) => predicted)), answers),
    observed: share(predictions.filter(({ isCorrect }) => isCorrect).length, answers),
  };
}

/** A ratio; null if the divisor is 0. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole);
}

/** Rounds to four decimals. More digits tell a model nothing. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
