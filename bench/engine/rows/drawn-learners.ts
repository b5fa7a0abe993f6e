import { defaultParameters, withParameters } from "@wordloom/engine";
import type { Row } from "../../lib/row.ts";
import { learnerInterval, ratioText } from "../statistics/bootstrap.ts";
import { coldSeries } from "./cold.ts";
import { drawLog, type Offsets } from "../worlds/drawn-log.ts";
import type { EngineVariant } from "../predictors/engine-run.ts";
import { lossesOf, mean, type Scored } from "../statistics/metrics.ts";
import { publish, type Report } from "../report/report.ts";
import { DEFAULT, MOVING, ONLINE } from "../predictors/rivals.ts";

const FULL: DrawnSize = { learners: 24, days: 120, sizes: [200, 1000] };
/** Different from learners on which values were chosen, and from those that decision 12 judged. */
const FIRST_SEED = 45_000;
const BOOTSTRAP_SEED = 45;
const SIMPLE = [DEFAULT, MOVING, ONLINE];
const NOW = "engine";
const BEFORE = "engine, values of decision 8";
const parameters = defaultParameters();

/** FSRS-6 memories with good and bad days; easy learners remember much more than expected. */
const KINDS: Readonly<Record<string, Offsets>> = {
  "simulated learners": { all: 0, learner: 0, word: 0, day: 0.3 },
  "easy learners": { all: 1.2, learner: 0, word: 0, day: 0.3 },
};

const VARIANTS: Readonly<Record<string, EngineVariant>> = {
  [NOW]: { parameters, personalFit: true, variant: "answer" },
  [BEFORE]: {
    parameters: withParameters(parameters, {
      "correction.biasPriorSd": 0.2,
      "correction.priorSd": 0.04,
      "correction.memoryFactor": 0.9995,
      "correction.binnedShare": 0.5,
      "correction.weightLastWrong": -0.1,
      "correction.weightFailureShare": -0.2,
      "fit.minReviews": 16,
      "fit.fullFitReviews": 64,
    }),
    personalFit: true,
    variant: "answer",
  },
};

export interface DrawnSize {
  readonly learners: number;
  readonly days: number;
  /** Numbers of first day-level reviews that are scored. */
  readonly sizes: readonly number[];
}

/** Scored reviews of one learner, by algorithm. */
type Series = ReadonlyMap<string, readonly Scored[]>;

/** New draws of the learners on which the correction's defaults were chosen (decision 12). */
export const drawn: Row = () => {
  const { report, figures } = compareDrawn(FULL);
  publish({ name: "engine-drawn", ...report });
  return Promise.resolve(figures);
};

/** Draws learners of both kinds and scores the engine's first predictions for them. */
export function compareDrawn({ learners, days, sizes }: DrawnSize) {
  const longest = Math.max(...sizes);
  const cases = Object.entries(KINDS).flatMap(([kind, offsets]) => {
    const all = Array.from({ length: learners }, (_, i) =>
      coldSeries(drawLog(FIRST_SEED + i, days, offsets).log, longest, VARIANTS),
    );
    return sizes.map((size) => ({ title: `${kind}, first ${size}`, all: firstOf(all, size) }));
  });
  const report: Omit<Report, "name"> = {
    title: `Learners of decision 12, ${learners} of each kind`,
    about:
      "A memory is FSRS-6 with weights drawn around the published ones with the published " +
      "spreads, and a shift of 0.3 logit from day to day; easy learners remember 1.2 logit " +
      `more. FSRS-6 with default weights schedules words at recall 0.9; ${days} days, ` +
      "fifteen new words a day. The first day-level reviews without history, predicted " +
      "online, over the log loss of FSRS-6 with default weights and over that of the best of " +
      "three simple rivals (FSRS-6 default, moving average, online mean) for the learner. " +
      "Means of each learner's own ratio with a 95 % interval over learners; below 1 is " +
      "better.",
    tables: cases.map(({ title, all }) => tableOf(title, all)),
    data: cases.map(({ title, all }) => ({ title, learners: all.map(lossesBy) })),
  };
  const figures = cases.flatMap(({ title, all }) =>
    Object.keys(VARIANTS).map((name) => ({
      name: `${name}, ${title}`,
      value: mean(toDefault(all, name)),
      unit: "x",
    })),
  );
  return { report, figures };
}

/** Predictions are made in the order of time, so a shorter form is the start of a longer one. */
function firstOf(all: readonly Series[], size: number): Series[] {
  return all.map((one) => new Map([...one].map(([name, scored]) => [name, scored.slice(0, size)])));
}

function tableOf(title: string, all: readonly Series[]) {
  return {
    title,
    head: ["", "log loss", "to FSRS-6 default", "to the best simple rival"],
    rows: [...SIMPLE, ...Object.keys(VARIANTS)].map((name) => [
      name,
      mean(all.map((one) => lossOf(one, name))).toFixed(4),
      ...(name === DEFAULT ? [""] : [intervalOf(toDefault(all, name))]),
      ...(SIMPLE.includes(name) ? [""] : [intervalOf(toBest(all, name))]),
    ]),
  };
}

function toDefault(all: readonly Series[], name: string): number[] {
  return all.map((one) => lossOf(one, name) / lossOf(one, DEFAULT));
}

function toBest(all: readonly Series[], name: string): number[] {
  return all.map((one) => {
    const best = Math.min(...SIMPLE.map((rival) => lossOf(one, rival)));
    return lossOf(one, name) / best;
  });
}

function lossOf(one: Series, name: string): number {
  return mean(lossesOf(one.get(name) ?? []));
}

function lossesBy(one: Series): Record<string, number> {
  return Object.fromEntries([...one.keys()].map((name) => [name, lossOf(one, name)]));
}

function intervalOf(ratios: readonly number[]): string {
  return ratioText(learnerInterval(ratios, BOOTSTRAP_SEED));
}
