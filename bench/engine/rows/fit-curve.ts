import { fitMemory, type History, replay } from "@wordloom/engine";
import type { Row } from "../../lib/row.ts";
import { blockInterval, type Interval } from "../statistics/bootstrap.ts";
import { intervalText } from "../statistics/comparison.ts";
import { type EngineVariant, historyOf } from "../predictors/engine-run.ts";
import { placesOf, scoredAt } from "../predictors/folds.ts";
import { FSRS_DEFAULT, fitFsrs, predictFsrs } from "../predictors/fsrs-rival.ts";
import { linePlot } from "../report/line-plot.ts";
import { lossesOf, mean } from "../statistics/metrics.ts";
import { publish } from "../report/report.ts";
import { isDayLevel, readJosh, type Review } from "../predictors/revlog.ts";
import { DEFAULT, FITTED } from "../predictors/rivals.ts";
import { IN_SAMPLE, VARIANTS } from "../predictors/variants.ts";

/** Day-level reviews that weights are fitted on; the first ones of the log. */
const SIZES = [0, 64, 128, 256, 512, 1000, 2000, 3000, 5000];
const ENGINES = ["engine", "engine, before tuning", "core and fit alone"];
const SEED = 115;

/** Losses of every scored review with one set of weights, and the outcome of the fit. */
interface Point {
  readonly losses: readonly number[];
  readonly remark: string;
}

/** One point for each number of reviews, by algorithm. */
type Curve = ReadonlyMap<string, readonly Point[]>;

/**
 * How log loss on the last part of the log decreases with the number of reviews used for fitting.
 */
export const fitCurve: Row = async () => {
  const log = readJosh();
  if (log === undefined) return [];
  const places = placesOf(log, isDayLevel);
  const judged = places.slice(SIZES.at(-1));
  const cuts = SIZES.map((size) => places[size] as number);
  const curve = await lossesAlong(log, judged, cuts);
  publish({
    name: "engine-fit-curve",
    title: "Learning curve of the fit",
    about:
      `Log of josh; the ${judged.length} day-level reviews after the 5,000th, predicted with ` +
      "weights fitted on a number of first day-level reviews (and all reviews between them). " +
      "All algorithms follow every card through the whole log, and the engine's head learns " +
      "to the end in any case, so only the weights differ. The engine refuses a fit that " +
      "predicts the last fifth of its own reviews worse than the current weights, here the " +
      `published ones. ${IN_SAMPLE}`,
    tables: [tableOf(curve)],
    data: { sizes: SIZES, logLoss: Object.fromEntries(linesOf(curve)), fits: remarksOf(curve) },
    plot: plotOf(curve),
  });
  return figuresOf(curve);
};

async function lossesAlong(
  log: readonly Review[],
  judged: readonly number[],
  cuts: readonly number[],
): Promise<Curve> {
  const history = historyOf(log);
  const pointOf = (predictions: Float64Array, remark: string): Point => ({
    losses: lossesOf(scoredAt(log, judged, predictions)),
    remark,
  });
  const unfitted = pointOf(predictFsrs(log, FSRS_DEFAULT), "none");
  const fitted: Point[] = [];
  for (const [i, cut] of cuts.entries()) {
    const weights = SIZES[i] === 0 ? FSRS_DEFAULT : await fitFsrs(log.slice(0, cut));
    fitted.push(pointOf(predictFsrs(log, weights), "fitted"));
  }
  const engines = ENGINES.map((name) => {
    const variant = VARIANTS[name] as EngineVariant;
    const runs = cuts.map((cut) => predictFitted(history, cut, variant));
    return [name, runs.map((run) => pointOf(run.predictions, run.remark))] as const;
  });
  return new Map([[DEFAULT, cuts.map(() => unfitted)], [FITTED, fitted], ...engines]);
}

/** Predicts the whole log with weights fitted on the reviews before `cut`. */
function predictFitted(
  history: History,
  cut: number,
  { parameters, variant }: EngineVariant,
): { predictions: Float64Array; remark: string } {
  const seen = { ...history, answers: history.answers.slice(0, cut) };
  const nowMs = seen.answers.at(-1)?.atMs ?? history.startMs;
  const fitted = fitMemory(seen, parameters, { nowMs, current: null });
  const { predictions } = replay(history, parameters, { variant, fitted });
  return { predictions, remark: fitted.reason.replaceAll("_", " ") };
}

function linesOf(curve: Curve): (readonly [string, number[]])[] {
  return [...curve].map(([name, points]) => [name, points.map(({ losses }) => mean(losses))]);
}

function remarksOf(curve: Curve): string[] {
  return (curve.get("engine") ?? []).map(({ remark }) => remark);
}

function lossOf(curve: Curve, name: string, at: number): number {
  return mean(curve.get(name)?.[at]?.losses ?? []);
}

/** The engine minus FSRS-6, both fitted on as many reviews; below 0 is better. */
function difference(curve: Curve, name: string, at: number): Interval {
  const rival = curve.get(FITTED)?.[at]?.losses ?? [];
  const losses = curve.get(name)?.[at]?.losses ?? [];
  return blockInterval(
    losses.map((loss, i) => loss - (rival[i] as number)),
    SEED,
  );
}

function tableOf(curve: Curve) {
  const names = [...curve.keys()];
  const remarks = remarksOf(curve);
  return {
    title: "Log loss of the same later reviews",
    head: ["fitted on", ...names, "engine against FSRS-6 fitted", "its fit"],
    rows: SIZES.map((size, at) => [
      size.toLocaleString("en"),
      ...names.map((name) => lossOf(curve, name, at).toFixed(4)),
      intervalText(difference(curve, "engine", at)),
      remarks[at] ?? "",
    ]),
  };
}

/**
 * Evenly spaced, because the effect of the first hundred reviews would be invisible on a linear
 * scale.
 */
function plotOf(curve: Curve): string {
  const lines = linesOf(curve).map(([name, values]) => ({ name, values }));
  const all = lines.flatMap(({ values }) => values);
  const xs = SIZES.map((_, i) => i);
  const xMarks = SIZES.map((size, at) => ({ at, text: size.toLocaleString("en") }));
  const y = { from: Math.min(...all), to: Math.max(...all), digits: 3 };
  return linePlot(lines, { xs, xMarks, y, title: "log loss, by reviews fitted on" });
}

function figuresOf(curve: Curve) {
  const [last, unit] = [SIZES.length - 1, "nats"];
  const alone = "core and fit alone";
  const gain = lossOf(curve, alone, 0) - lossOf(curve, alone, last);
  return [
    { name: "log loss, engine, no fit", value: lossOf(curve, "engine", 0), unit },
    { name: "log loss, engine, fitted on 5,000", value: lossOf(curve, "engine", last), unit },
    { name: "log loss, FSRS-6 fitted on 5,000", value: lossOf(curve, FITTED, last), unit },
    { name: "gained by the fit alone", value: gain, unit },
  ];
}
