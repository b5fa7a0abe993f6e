import type { Row } from "../../lib/row.ts";
import { calibrationPlot } from "../report/calibration-plot.ts";
import { compare, type Compared, comparisonTable, entryOf } from "../statistics/comparison.ts";
import { type EngineVariant, historyOf, predictFolds } from "../predictors/engine-run.ts";
import { foldsOf, scoredAt } from "../predictors/folds.ts";
import type { Scored } from "../statistics/metrics.ts";
import { publish } from "../report/report.ts";
import { isDayLevel, readJosh, type Review } from "../predictors/revlog.ts";
import { FITTED, onlineRivals, trainedRivals } from "../predictors/rivals.ts";
import { IN_SAMPLE, VARIANTS } from "../predictors/variants.ts";

/** The published results of fitted FSRS-6 that the harness must reproduce, with tolerance. */
const REFERENCE = { n: 5310, logLoss: 0.4379, rmseBins: 0.0489, within: 0.001 };

/** Predictions of day-level reviews by the engine and its rivals, on the same splits of time. */
export const prediction: Row = async () => {
  const log = readJosh();
  if (log === undefined) return [];
  const series = await dayLevelSeries(log, VARIANTS);
  const compared = compare(series, FITTED);
  requireReference(entryOf(compared, FITTED));
  publish({
    name: "engine-prediction",
    title: "Prediction, day level",
    about:
      "Log of josh; every review at least one local day after the previous one; five " +
      "expanding splits in time, with the first sixth for training only. Engine figures are " +
      `for the whole engine and without single parts. ${IN_SAMPLE}`,
    tables: [comparisonTable("All on the same reviews", compared, FITTED)],
    data: compared,
    plot: calibrationPlot(series),
  });
  return figuresOf(compared);
};

/** Scored reviews of every algorithm, in the order of time. */
export async function dayLevelSeries(
  log: readonly Review[],
  variants: Readonly<Record<string, EngineVariant>>,
): Promise<Map<string, Scored[]>> {
  const folds = foldsOf(log, isDayLevel);
  const places = folds.flatMap(({ targets }) => targets);
  const history = historyOf(log);
  const predicted = new Map([
    ...onlineRivals(log, isDayLevel),
    ...(await trainedRivals(log, folds, isDayLevel)),
  ]);
  for (const [name, variant] of Object.entries(variants)) {
    predicted.set(name, predictFolds(history, folds, variant).predictions);
  }
  return new Map([...predicted].map(([name, p]) => [name, scoredAt(log, places, p)]));
}

/** @throws Error if the harness does not reproduce the published results of the rival */
function requireReference({ metrics }: Compared): void {
  const off = Math.max(
    Math.abs(metrics.logLoss - REFERENCE.logLoss),
    Math.abs(metrics.rmseBins - REFERENCE.rmseBins),
  );
  if (metrics.n === REFERENCE.n && off <= REFERENCE.within) return;
  throw new Error(`the harness is not sound: ${FITTED} is ${JSON.stringify(metrics)}`);
}

function figuresOf(compared: readonly Compared[]) {
  const full = entryOf(compared, "engine");
  const before = entryOf(compared, "engine, before tuning");
  const schedule = entryOf(compared, "engine, scheduling");
  const fitted = entryOf(compared, FITTED);
  const unit = "nats";
  return [
    { name: "A log loss, before tuning", value: before.metrics.logLoss, unit },
    { name: "A the same, in-sample", value: full.metrics.logLoss, unit, bar: { atMost: 0.43 } },
    { name: "A upper bound, in-sample", value: full.difference.high, unit, bar: { atMost: 0 } },
    {
      name: "B scheduling against fitted, in-sample",
      value: schedule.metrics.logLoss / fitted.metrics.logLoss,
      unit: "x",
      bar: { atMost: 0.99 },
    },
    {
      name: "C RMSE(bins), in-sample",
      value: full.metrics.rmseBins,
      unit: "",
      bar: { atMost: 0.045 },
    },
    { name: "C AUC, in-sample", value: full.metrics.auc, unit: "", bar: { atLeast: 0.69 } },
  ];
}
