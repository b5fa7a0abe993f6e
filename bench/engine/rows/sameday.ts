import type { Row } from "../../lib/row.ts";
import { calibrationPlot } from "../report/calibration-plot.ts";
import { compare, comparisonTable, entryOf } from "../statistics/comparison.ts";
import { type EngineVariant, historyOf, predictFolds } from "../predictors/engine-run.ts";
import { foldsOf, scoredAt } from "../predictors/folds.ts";
import type { Scored } from "../statistics/metrics.ts";
import { publish } from "../report/report.ts";
import { isLater, readJosh, type Review } from "../predictors/revlog.ts";
import { FITTED, MOVING, onlineRivals, trainedRivals } from "../predictors/rivals.ts";
import { IN_SAMPLE, VARIANTS } from "../predictors/variants.ts";

/** Every later review of a card, same-day ones included, in the last five sixths of the log. */
export const sameday: Row = async () => {
  const log = readJosh();
  if (log === undefined) return [];
  const series = await laterSeries(log, VARIANTS);
  const compared = compare(series, MOVING);
  publish({
    name: "engine-sameday",
    title: "Every review, same-day ones included",
    about:
      "Log of josh; every later review of a card, last five sixths, weights fitted on the " +
      "reviews before each of five parts. FSRS-6 counts whole days; within the day its curve " +
      `is read at the exact pause. ${IN_SAMPLE}`,
    tables: [
      comparisonTable("All later reviews", compared, MOVING),
      comparisonTable("The same-day part", compare(only(series, isSameDay), MOVING), MOVING),
      comparisonTable("The day-level part", compare(only(series, isNextDay), MOVING), MOVING),
    ],
    data: compared,
    plot: calibrationPlot(series),
  });
  const before = entryOf(compared, "engine, before tuning").metrics;
  const { metrics, difference } = entryOf(compared, "engine");
  const unit = "nats";
  return [
    { name: "E log loss, before tuning", value: before.logLoss, unit },
    { name: "E the same, in-sample", value: metrics.logLoss, unit, bar: { atMost: 0.491 } },
    { name: "E upper bound against the mean, in-sample", value: difference.high, unit },
  ];
};

/** Scored later reviews of every algorithm, in the order of time. */
export async function laterSeries(
  log: readonly Review[],
  variants: Readonly<Record<string, EngineVariant>>,
): Promise<Map<string, Scored[]>> {
  const folds = foldsOf(log, isLater);
  const places = folds.flatMap(({ targets }) => targets);
  const history = historyOf(log);
  const trained = await trainedRivals(log, folds, isLater);
  const predicted = new Map([
    ...onlineRivals(log, isLater),
    [FITTED, trained.get(FITTED) as Float64Array] as const,
  ]);
  for (const [name, variant] of Object.entries(variants)) {
    predicted.set(name, predictFolds(history, folds, variant).predictions);
  }
  return new Map([...predicted].map(([name, p]) => [name, scoredAt(log, places, p)]));
}

function isSameDay(scored: Scored): boolean {
  return scored.pauseDays === 0;
}

function isNextDay(scored: Scored): boolean {
  return scored.pauseDays > 0;
}

function only(
  series: ReadonlyMap<string, readonly Scored[]>,
  isWanted: (scored: Scored) => boolean,
): Map<string, Scored[]> {
  return new Map([...series].map(([name, scored]) => [name, scored.filter(isWanted)]));
}
