import type { Row } from "../../lib/row.ts";
import { learnerInterval, ratioText } from "../statistics/bootstrap.ts";
import { engineScheduler, type Grid } from "../schedulers/engine-scheduler.ts";
import { fsrsScheduler } from "../schedulers/fsrs-scheduler.ts";
import { growthPlot } from "../report/growth-plot.ts";
import { cachedRun } from "../report/cached-runs.ts";
import { mean } from "../statistics/metrics.ts";
import { publish, type Report } from "../report/report.ts";
import type { Scheduler } from "../schedulers/scheduler.ts";
import {
  GROWTH_DAYS,
  SECOND_DAY_SECONDS,
  SECOND_DAYS,
  simulateYear,
  type YearResult,
} from "../worlds/second-world.ts";
import { ratioToFrontier } from "../statistics/frontier.ts";

/** A student takes a minute and a half of CPU time at either pace. */
const STUDENTS = 24;
const STUDENTS_SHORT = 8;
const FIRST_SEED = 20_000;
const BOOTSTRAP_SEED = 43;
const GOAL = { ratio: 1.1, share: 0.8 };
const RETENTIONS = [0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.955, 0.97];
const PACES = { "10 new a day": 10, "as many new as fit": Infinity };
const OPTIMAL = "engine, optimal intervals";
const RECALL = "engine, intervals for recall";

/** Cost of an answer in this world. */
const COSTS = { "ssp.recallCost": 12.4, "ssp.forgetCost": 19.4 };
/**
 * Makes lapses of stable words more expensive, which favors words that stay recalled over merely
 * cheap ones.
 */
const EXPENSIVE_LAPSES = { ...COSTS, "ssp.costParams.forgetSCoeff": 2 };
/** The policy applies to all words: none is ever finished. */
const ENDLESS = { ...COSTS, "ssp.targetStabilityDays": 3650 };
const GOAL_OF_RECALL = { secondsPerKnownDay: 1.6, horizonDays: 3650 };
const engine = { daySeconds: SECOND_DAY_SECONDS };
const ENGINES: Readonly<Record<string, (grid: Grid) => Scheduler>> = {
  engine: () => engineScheduler(engine),
  [OPTIMAL]: (grid) =>
    engineScheduler({
      ...engine,
      changes: { ...EXPENSIVE_LAPSES, ...grid },
      optimal: { stabilityDays: 1000 },
    }),
  [RECALL]: (grid) =>
    engineScheduler({ ...engine, changes: { ...ENDLESS, ...grid }, optimal: GOAL_OF_RECALL }),
};

/** One student at one pace: the rival at every retention, and the engine. */
interface Student {
  readonly pace: string;
  readonly frontier: readonly YearResult[];
  readonly engines: Readonly<Record<string, YearResult>>;
}

/** Words per minute of students with an FSRS-6 memory, against every fixed retention. */
export const second: Row = () => run("engine-second", STUDENTS);

/** A short version. */
export const secondShort: Row = () => run("engine-second-short", STUDENTS_SHORT);

async function run(name: string, count: number) {
  const { report, figures } = await compareWithFrontier(count, SECOND_DAYS, {
    remember: cachedRun,
  });
  publish({ name, ...report });
  return figures;
}

/**
 * Runs every student with the rival's retentions and with the engine.
 *
 * @param remember  returns the cached result of a student, or runs the simulation
 */
export async function compareWithFrontier(
  count: number,
  days: number,
  { remember = runUncached, grid = {} }: { remember?: typeof cachedRun; grid?: Grid } = {},
) {
  const students: Student[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
    for (const [pace, newPerDay] of Object.entries(PACES)) {
      const life = () => live(newPerDay, seed, { pace, days, grid });
      students.push(await remember("second", `${seed} ${pace}`, life));
    }
  }
  const report: Omit<Report, "name"> = {
    title: `Words per minute, ${count} drawn FSRS-6 students`,
    about:
      "Students whose memory is FSRS-6 with weights drawn around the published ones, and who " +
      "have good and bad days (0.3 logit). At most thirty minutes a day for a year. For each " +
      "student FSRS-6, fitted as the history grows, is run at ten fixed retentions from 0.70 " +
      "to 0.97; the engine is compared with an interpolation between the undominated ones. " +
      "With ten new words a day: minutes at equal expected recall of all words. With as many " +
      "new words as fit, the whole time is used: words recalled per minute at equal mean " +
      "recall. Ratios are means over students with a 95 % interval; above 1 the engine is " +
      `better. "For recall": recall targets that make the best use of the time if a word ` +
      `known for a day is worth ${GOAL_OF_RECALL.secondsPerKnownDay} s, solved again for the ` +
      "fitted weights after every fit (decision 18); the operator sets the costs.",
    tables: Object.keys(PACES).map((pace) => tableOf(pace, students)),
    data: students,
    plot: plotOf(students),
  };
  const figures = Object.keys(ENGINES).flatMap((one) => figuresOf(one, students));
  return { report, figures };
}

const runUncached: typeof cachedRun = (_row, _name, life) => life();

async function live(
  newPerDay: number,
  seed: number,
  { pace, days, grid }: { readonly pace: string; readonly days: number; readonly grid: Grid },
): Promise<Student> {
  const frontier: YearResult[] = [];
  for (const retention of RETENTIONS) {
    const scheduler = fsrsScheduler({ isFitted: true, retention });
    frontier.push(await simulateYear(scheduler, seed, newPerDay, days));
  }
  const engines: Record<string, YearResult> = {};
  for (const [name, create] of Object.entries(ENGINES)) {
    engines[name] = await simulateYear(create(grid), seed, newPerDay, days);
  }
  return { pace, frontier, engines };
}

function ratioOf({ frontier, engines }: Student, name: string): number {
  return ratioToFrontier(frontier, engines[name] as YearResult);
}

function figuresOf(name: string, students: readonly Student[]) {
  const ratios = students.map((one) => ratioOf(one, name));
  const judged = name === RECALL;
  return [
    {
      name: `G ${name}, words per minute`,
      value: mean(ratios),
      unit: "x",
      ...(judged && { bar: { atLeast: GOAL.ratio } }),
    },
    {
      name: `G ${name}, students above 1`,
      value: shareAbove(ratios),
      unit: "share",
      ...(judged && { bar: { atLeast: GOAL.share } }),
    },
  ];
}

function shareAbove(ratios: readonly number[]): number {
  return ratios.filter((ratio) => ratio > 1).length / ratios.length;
}

function tableOf(pace: string, all: readonly Student[]) {
  const students = all.filter((one) => one.pace === pace);
  const rival = RETENTIONS.map((retention, i) => {
    const years = students.map(({ frontier }) => frontier[i] as YearResult);
    return [`FSRS-6 fitted, ${retention}`, ...averages(years), "", ""];
  });
  const engines = Object.keys(ENGINES).map((name) => {
    const years = students.map(({ engines: by }) => by[name] as YearResult);
    const ratios = students.map((one) => ratioOf(one, name));
    const share = `${(100 * shareAbove(ratios)).toFixed(0)} %`;
    return [name, ...averages(years), ratioText(learnerInterval(ratios, BOOTSTRAP_SEED)), share];
  });
  return {
    title: pace,
    head: ["", "minutes", "recalled", "started", "mean recall", "against the frontier", "above 1"],
    rows: [...rival, ...engines],
  };
}

function averages(years: readonly YearResult[]): string[] {
  const average = (read: (year: YearResult) => number) => mean(years.map(read));
  return [
    average(({ minutes }) => minutes).toFixed(0),
    average(({ known }) => known).toFixed(0),
    average(({ started }) => started).toFixed(0),
    average(({ known, started }) => known / started).toFixed(3),
  ];
}

/** Words recalled over the year at the open pace, for some of the policies. */
function plotOf(all: readonly Student[]): string {
  const [, open] = Object.keys(PACES);
  const students = all.filter((one) => one.pace === open);
  const growths = (read: (student: Student) => YearResult) => {
    const series = students.map((one) => read(one).growth);
    return (series[0] ?? []).map((_, k) => mean(series.map((growth) => growth[k] as number)));
  };
  const rivals = [0.8, 0.9, 0.955].map((retention) => ({
    name: `FSRS-6 fitted, ${retention}`,
    values: growths(({ frontier }) => frontier[RETENTIONS.indexOf(retention)] as YearResult),
  }));
  const engines = Object.keys(ENGINES).map((name) => ({
    name,
    values: growths(({ engines: by }) => by[name] as YearResult),
  }));
  const days = engines[0]?.values.map((_, k) => (k + 1) * GROWTH_DAYS) ?? [];
  return growthPlot(days, [...rivals, ...engines], "words recalled");
}
