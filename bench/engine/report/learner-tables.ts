import type { Figure } from "../../lib/row.ts";
import { type Interval, learnerInterval } from "../statistics/bootstrap.ts";
import { FIRM_DAYS, type LearnerRun, type Prediction } from "../worlds/learner-world.ts";
import { expectedCalibrationError, lossesOf, mean } from "../statistics/metrics.ts";
import type { Table } from "./report.ts";

const SEED = 45;
const EARLY_DAYS = 30;
/** Calibration of one learner from fewer answers is mostly chance. */
const ANSWERS_MIN = 50;

type LearnerRuns = ReadonlyMap<string, readonly LearnerRun[]>;
type Rule = (prediction: Prediction) => boolean;

const PARTS: Readonly<Record<string, Rule>> = {
  all: () => true,
  [`first ${EARLY_DAYS} days`]: ({ day }) => day < EARLY_DAYS,
  afterwards: ({ day }) => day >= EARLY_DAYS,
  "intervals below 3 days": ({ intervalDays }) => intervalDays < 3,
  "3 days and more": ({ intervalDays }) => intervalDays >= 3,
  "first five minutes": ({ minutes }) => minutes < 5,
  "last five minutes": ({ minutes }) => minutes >= 15,
};

/** Calibration of predictions at the due date, compared with the true probabilities. */
export function calibrationTable(lives: readonly LearnerRun[]): Table {
  return {
    title: "Recall predicted at the due date",
    head: ["", "answers", "predicted", "right", "ECE", "mind reader", "log loss", "mind reader"],
    rows: Object.entries(PARTS).flatMap(([name, isWanted]) => {
      const each = lives
        .map(({ atDue }) => atDue.filter(isWanted))
        .filter((predictions) => predictions.length >= ANSWERS_MIN);
      return each.length === 0 ? [] : [calibrationRow(name, each)];
    }),
  };
}

function calibrationRow(name: string, each: readonly (readonly Prediction[])[]): string[] {
  const all = each.flat();
  return [
    name,
    String(all.length),
    mean(all.map(({ p }) => p)).toFixed(3),
    mean(all.map(({ outcome }) => outcome)).toFixed(3),
    text(eceOver(each), 4),
    eceOver(each.map(readMind)).mean.toFixed(4),
    mean(lossesOf(all)).toFixed(4),
    mean(lossesOf(readMind(all))).toFixed(4),
  ];
}

/** Mean over learners of their individual calibration errors. */
function eceOver(each: readonly (readonly Prediction[])[]): Interval {
  return learnerInterval(each.map(expectedCalibrationError), SEED);
}

function readMind(predictions: readonly Prediction[]): Prediction[] {
  return predictions.map((one) => ({ ...one, p: one.truth }));
}

/** The words learners know at the end, and the difference to the best fixed share in hindsight. */
export function strategyTable(lives: LearnerRuns): Table {
  const fixed = fixedLives(lives);
  return {
    title: "New words against reviews",
    head: [
      "",
      "known",
      "missing to the best fixed share",
      `firm for ${FIRM_DAYS} days`,
      "missing to the best",
      "started",
      "new answers",
      "overdue",
      "rewarded in full",
    ],
    rows: [...lives].map(([name, all]) => [
      name,
      average(all, ({ known }) => known),
      percent(regretOf(all, fixed, ({ known }) => known)),
      average(all, ({ firm }) => firm),
      percent(regretOf(all, fixed, ({ firm }) => firm)),
      average(all, ({ started }) => started),
      `${average(all, ({ started, answers }) => (100 * started) / answers)} %`,
      average(all, ({ overdue }) => overdue),
      `${average(all, ({ settled, batches }) => (100 * settled) / batches)} %`,
    ]),
  };
}

function fixedLives(lives: LearnerRuns): (readonly LearnerRun[])[] {
  return [...lives].filter(([name]) => name.endsWith("% new")).map(([, all]) => all);
}

/** Relative regret: each learner compared with the best fixed share for them. */
function regretOf(
  lives: readonly LearnerRun[],
  fixed: readonly (readonly LearnerRun[])[],
  read: (life: LearnerRun) => number,
): Interval {
  const regrets = lives.map((life, i) => {
    const best = Math.max(...fixed.map((all) => read(all[i] as LearnerRun)));
    return 1 - read(life) / best;
  });
  return learnerInterval(regrets, SEED);
}

const MET: Readonly<Record<string, Rule>> = {
  all: () => true,
  "met by nobody before": ({ met }) => met === 0,
  "by one to three": ({ met }) => met >= 1 && met <= 3,
  "by more": ({ met }) => met > 3,
};

/** How well ratings predict the first answer to a word. */
export function ratingTable(lives: readonly LearnerRun[]): Table {
  const firsts = lives.flatMap(withOwnMean);
  const groups = Object.entries(MET)
    .map(([name, isWanted]) => [name, firsts.filter(isWanted)] as const)
    .filter(([, group]) => group.length > 0);
  return {
    title: "First answers to a word, log loss",
    head: ["", "answers", "right", "ratings", "each learner's mean", "mind reader", "of the way"],
    rows: groups.map(([name, group]) => {
      const { ratings, constant, mindReader, share } = ratingLosses(group);
      return [
        name,
        String(group.length),
        mean(group.map(({ outcome }) => outcome)).toFixed(3),
        ratings.toFixed(4),
        constant.toFixed(4),
        mindReader.toFixed(4),
        `${(100 * share).toFixed(0)} %`,
      ];
    }),
  };
}

interface First extends Prediction {
  /** The learner's share of right first answers, known only afterwards. */
  readonly ownMean: number;
}

function withOwnMean({ first }: LearnerRun): First[] {
  const ownMean = mean(first.map(({ outcome }) => outcome));
  return first.map((one) => ({ ...one, ownMean }));
}

/** Also the share of the possible gain over the learner's mean that the ratings achieve. */
function ratingLosses(firsts: readonly First[]) {
  const ratings = mean(lossesOf(firsts));
  const constant = mean(lossesOf(firsts.map((one) => ({ ...one, p: one.ownMean }))));
  const mindReader = mean(lossesOf(readMind(firsts)));
  const share = (constant - ratings) / (constant - mindReader);
  return { ratings, constant, mindReader, share };
}

/** Words due over the next fourteen days, without and with moving due dates to lighter days. */
export function loadTable(plain: readonly LearnerRun[], balanced: readonly LearnerRun[]): Table {
  const row = (name: string, lives: readonly LearnerRun[]) => [
    name,
    text(overLearners(lives, unevennessOf), 3),
    lives === plain ? "" : text(unevennessChange(plain, lives), 3),
    average(lives, ({ known }) => known),
  ];
  return {
    title: "Evenness of the fourteen days ahead",
    head: ["", "sd / mean", "change", "known"],
    rows: [row("as delivered", plain), row("load balanced", balanced)],
  };
}

function unevennessOf({ unevenness }: LearnerRun): number {
  return unevenness;
}

function unevennessChange(plain: readonly LearnerRun[], balanced: readonly LearnerRun[]): Interval {
  const changes = balanced.map((life, i) => life.unevenness - (plain[i]?.unevenness ?? 0));
  return learnerInterval(changes, SEED);
}

export function figuresOf(lives: LearnerRuns): Figure[] {
  const engine = lives.get("engine") ?? [];
  const balanced = lives.get("engine, load balanced") ?? [];
  const fixed = fixedLives(lives);
  const firsts = engine.flatMap(withOwnMean);
  const regret = (read: (life: LearnerRun) => number) => regretOf(engine, fixed, read).mean;
  return [
    { name: "ECE at the due date", value: eceOver(engine.map((one) => one.atDue)).mean, unit: "" },
    { name: "regret, words known", value: regret(({ known }) => known), unit: "share" },
    { name: "regret, words firm", value: regret(({ firm }) => firm), unit: "share" },
    {
      name: "ratings, of what can be known",
      value: ratingLosses(firsts).share,
      unit: "share",
    },
    {
      name: "unevenness by load balancing",
      value: unevennessChange(engine, balanced).mean,
      unit: "",
    },
  ];
}

/** The stored summary of a run, with only the number and losses of predictions. */
export function summaryOf({ atDue, first, ...rest }: LearnerRun) {
  return { ...rest, atDue: lossesIn(atDue), first: lossesIn(first) };
}

function lossesIn(predictions: readonly Prediction[]) {
  return {
    n: predictions.length,
    ece: expectedCalibrationError(predictions),
    logLoss: mean(lossesOf(predictions)),
    ofMindReader: mean(lossesOf(readMind(predictions))),
  };
}

function overLearners(lives: readonly LearnerRun[], read: (life: LearnerRun) => number): Interval {
  return learnerInterval(lives.map(read), SEED);
}

function average(lives: readonly LearnerRun[], read: (life: LearnerRun) => number): string {
  return mean(lives.map(read)).toFixed(0);
}

function percent({ mean: middle, low, high }: Interval): string {
  const points = (share: number) => (100 * share).toFixed(0).replace("-", "−");
  return `${points(middle)} % (${points(low)} to ${points(high)})`;
}

function text({ mean: middle, low, high }: Interval, digits: number): string {
  const number = (value: number) => value.toFixed(digits).replace("-", "−");
  return `${number(middle)} (${number(low)} to ${number(high)})`;
}
