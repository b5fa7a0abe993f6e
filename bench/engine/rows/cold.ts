import type { Row } from "../../lib/row.ts";
import { compare, type Compared, comparisonTable, entryOf } from "../statistics/comparison.ts";
import { type EngineVariant, historyOf, predictLive } from "../predictors/engine-run.ts";
import { placesOf, scoredAt } from "../predictors/folds.ts";
import type { Scored } from "../statistics/metrics.ts";
import { publish } from "../report/report.ts";
import { isDayLevel, readJosh, type Review } from "../predictors/revlog.ts";
import { DEFAULT, MOVING, ONLINE, onlineRivals } from "../predictors/rivals.ts";
import { IN_SAMPLE, VARIANTS } from "../predictors/variants.ts";

const SIZES = [200, 1000];
const SIMPLE = [DEFAULT, MOVING, ONLINE];
/** The goal: at most this share of the log loss of FSRS-6 with its default weights. */
const GOAL_SHARE = 0.95;

/** The first day-level reviews of a learner without history, with online learning only. */
export const cold: Row = () => {
  const log = readJosh();
  if (log === undefined) return Promise.resolve([]);
  const parts = SIZES.map((size) => ({
    size,
    compared: compare(coldSeries(log, size, VARIANTS), DEFAULT),
  }));
  publish({
    name: "engine-cold",
    title: "Cold start",
    about:
      "Log of josh from its first answer, without earlier history. The engine predicts every " +
      "answer, learns from it, and is fitted whenever it requests a fit, as in the service. " +
      IN_SAMPLE,
    tables: parts.map(({ size, compared }) =>
      comparisonTable(`First ${size} day-level reviews`, compared, DEFAULT),
    ),
    data: parts,
  });
  return Promise.resolve(parts.flatMap(({ size, compared }) => figuresOf(size, compared)));
};

/** Scored first day-level reviews of every algorithm, in the order of time. */
export function coldSeries(
  log: readonly Review[],
  size: number,
  variants: Readonly<Record<string, EngineVariant>>,
): Map<string, Scored[]> {
  const places = placesOf(log, isDayLevel).slice(0, size);
  const count = (places.at(-1) ?? -1) + 1;
  const history = historyOf(log);
  const predicted = onlineRivals(log, isDayLevel);
  for (const [name, variant] of Object.entries(variants)) {
    predicted.set(name, predictLive(history, count, variant));
  }
  return new Map([...predicted].map(([name, p]) => [name, scoredAt(log, places, p)]));
}

function figuresOf(size: number, compared: readonly Compared[]) {
  const lossOf = (name: string) => entryOf(compared, name).metrics.logLoss;
  const ratioOf = (name: string) => lossOf(name) / lossOf(DEFAULT);
  const best = Math.min(...SIMPLE.map(lossOf));
  return [
    { name: `D first ${size}, before tuning`, value: ratioOf("engine, before tuning"), unit: "x" },
    {
      name: `D first ${size} against default, in-sample`,
      value: ratioOf("engine"),
      unit: "x",
      bar: { atMost: GOAL_SHARE },
    },
    {
      name: `D first ${size} against the best simple rival, in-sample`,
      value: lossOf("engine") / best,
      unit: "x",
      bar: { atMost: 1 },
    },
  ];
}
