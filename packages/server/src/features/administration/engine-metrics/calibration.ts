/** Answers with nearly the same prediction and the same outcome. */
export interface PredictedAnswers {
  readonly isCorrect: boolean;
  readonly count: number;
  /** Number of answers represented, above 0. */
  readonly weight: number;
  /** Mean predicted recall, 0..1. */
  readonly predicted: number;
}

export interface CalibrationFigures {
  readonly sampleSize: number;
  /** Nats per answer. All figures are null without answers. */
  readonly logLoss: number | null;
  /** Weighted root mean square difference of prediction and outcome over the bins. */
  readonly rmseBins: number | null;
  /** Probability that a right answer was predicted higher than a wrong one. A tie counts half. */
  readonly auc: number | null;
  readonly bins: CalibrationBin[];
}

interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly predicted: number | null;
  readonly observed: number | null;
  readonly count: number;
}

const BINS = 20;

/**
 * Predictions are clamped to this distance from 0 and 1, so that no single one decides the log
 * loss.
 */
const P_MIN = 1e-6;

/** Weighted figures of predictions against outcomes. */
export function calibrationOf(cells: readonly PredictedAnswers[]): CalibrationFigures {
  const weight = total(cells, () => 1);
  const bins = Array.from({ length: BINS }, (_, n) => {
    const inside = cells.filter(({ predicted }) => binOf(predicted) === n);
    return { inside, ...binFigures(inside, n) };
  });
  const squares = bins.map(({ inside, predicted, observed }) =>
    predicted === null || observed === null
      ? 0
      : total(inside, () => 1) * (predicted - observed) ** 2,
  );
  return {
    sampleSize: cells.reduce((sum, { count }) => sum + count, 0),
    logLoss: weight === 0 ? null : total(cells, lossOf) / weight,
    rmseBins: weight === 0 ? null : Math.sqrt(squares.reduce((a, b) => a + b, 0) / weight),
    auc: aucOf(cells),
    bins: bins.map(({ inside: _inside, ...bin }) => bin),
  };
}

function binOf(predicted: number): number {
  return Math.min(Math.floor(predicted * BINS), BINS - 1);
}

function binFigures(inside: readonly PredictedAnswers[], n: number): CalibrationBin {
  const weight = total(inside, () => 1);
  const mean = (value: (cell: PredictedAnswers) => number) =>
    weight === 0 ? null : total(inside, value) / weight;
  return {
    from: n / BINS,
    to: (n + 1) / BINS,
    predicted: mean(({ predicted }) => predicted),
    observed: mean(({ isCorrect }) => Number(isCorrect)),
    count: inside.reduce((sum, { count }) => sum + count, 0),
  };
}

function lossOf({ predicted, isCorrect }: PredictedAnswers): number {
  const bounded = Math.min(Math.max(predicted, P_MIN), 1 - P_MIN);
  return -Math.log(isCorrect ? bounded : 1 - bounded);
}

function aucOf(cells: readonly PredictedAnswers[]): number | null {
  const right = total(cells, ({ isCorrect }) => Number(isCorrect));
  const wrong = total(cells, ({ isCorrect }) => Number(!isCorrect));
  if (right === 0 || wrong === 0) return null;
  const groups = Map.groupBy(cells, ({ predicted }) => predicted);
  let [wins, wrongBelow] = [0, 0];
  for (const [, group] of [...groups].toSorted(([a], [b]) => a - b)) {
    const rightHere = total(group, ({ isCorrect }) => Number(isCorrect));
    const wrongHere = total(group, ({ isCorrect }) => Number(!isCorrect));
    wins += rightHere * (wrongBelow + wrongHere / 2);
    wrongBelow += wrongHere;
  }
  return wins / (right * wrong);
}

function total(
  cells: readonly PredictedAnswers[],
  value: (cell: PredictedAnswers) => number,
): number {
  return cells.reduce((sum, cell) => sum + cell.weight * value(cell), 0);
}
