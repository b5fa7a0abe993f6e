import type { Figure, Row } from "../../lib/row.ts";
import { learnerInterval, ratioText } from "../statistics/bootstrap.ts";
import { engineScheduler, type Grid } from "../schedulers/engine-scheduler.ts";
import { fsrsScheduler } from "../schedulers/fsrs-scheduler.ts";
import { growthPlot } from "../report/growth-plot.ts";
import { mean } from "../statistics/metrics.ts";
import { publish, type Report } from "../report/report.ts";
import type { Scheduler } from "../schedulers/scheduler.ts";
import {
  DAY_SECONDS,
  GROWTH_DAYS,
  simulateStudent,
  STUDENT_DAYS,
  type StudentResult,
} from "../worlds/student-world.ts";

const STUDENTS = 20;
const STUDENTS_SHORT = 4;
/** The goal of 13,000 words over the 12,289 of fitted FSRS-6; drawn students differ in level. */
const GOAL_RATIO = 1.058;
const FIRST_SEED = 9000;
const BOOTSTRAP_SEED = 42;
const FITTED = "FSRS-6 fitted";
const FITTED_RESTING = "FSRS-6 fitted, resting";
const RESTING = "engine, resting";

/**
 * Words of this stability are not reviewed for two years. An exponential curve with a half-life of
 * 360 days has a stability of 55; the margin is for estimation errors.
 */
const REST = { stabilityDays: 70, days: 730 };
const RESTING_CHANGES = {
  "memoryModel.gspRetireAfterReviews": 1,
  "memoryModel.gspRetireMinStreak": 1,
  "memoryModel.gspRetireMinStability": REST.stabilityDays,
  "memoryModel.gspRetireIntervalDays": REST.days,
};
/** These students have only one grade of success. */
const ONE_SUCCESS = {
  "ssp.reviewRatingProbs[0]": 0,
  "ssp.reviewRatingProbs[1]": 1,
  "ssp.reviewRatingProbs[2]": 0,
};

const engine = { daySeconds: DAY_SECONDS };
const fitted = { isFitted: true, retention: 0.9 };
const SCHEDULERS: Readonly<Record<string, (grid: Grid) => Scheduler>> = {
  "FSRS-6 default": () => fsrsScheduler({ isFitted: false, retention: 0.9 }),
  [FITTED]: () => fsrsScheduler(fitted),
  [FITTED_RESTING]: () => fsrsScheduler({ ...fitted, rest: REST }),
  engine: () => engineScheduler(engine),
  "engine, optimal intervals": (grid) =>
    engineScheduler({
      ...engine,
      changes: { ...ONE_SUCCESS, ...grid },
      optimal: { halfLifeDays: 360 },
    }),
  [RESTING]: () => engineScheduler({ ...engine, changes: RESTING_CHANGES }),
};

type Results = ReadonlyMap<string, readonly StudentResult[]>;

/** Words that drawn students learn in a thousand days under different schedulers. */
export const student: Row = () => run("engine-student", STUDENTS);

/** A short version. */
export const studentShort: Row = () => run("engine-student-short", STUDENTS_SHORT);

async function run(name: string, students: number) {
  const { report, figures } = await compareStudents(students, STUDENT_DAYS);
  publish({ name, ...report });
  return figures;
}

/** Runs every student with every scheduler. */
export async function compareStudents(students: number, days: number, grid: Grid = {}) {
  const results = new Map<string, StudentResult[]>();
  for (const [scheduler, create] of Object.entries(SCHEDULERS)) {
    const lives: StudentResult[] = [];
    for (let i = 0; i < students; i++) {
      lives.push(await simulateStudent(create(grid), FIRST_SEED + i, days));
    }
    results.set(scheduler, lives);
  }
  const report: Omit<Report, "name"> = {
    title: `${students} drawn students`,
    about:
      "Students of the DHP kind with drawn parameters, ten minutes a day for " +
      `${days.toLocaleString("en")} days, blind schedulers; a first meeting counts as a ` +
      "failure. FSRS-6 aims at recall 0.9. A word counts as learned once its half-life is " +
      `360 days. "Resting" leaves words of stability ${REST.stabilityDays} alone for ` +
      `${REST.days} days, an operator's setting; it is shown for both, because most of its ` +
      "gain does not depend on knowing the learner. Means over students; ratios are means of " +
      "each student's own ratio, with a 95 % interval.",
    tables: [tableOf(results)],
    data: Object.fromEntries(results),
    plot: plotOf(results),
  };
  return { report, figures: figuresOf(results) };
}

function figuresOf(results: Results): Figure[] {
  return [
    ...Object.keys(SCHEDULERS)
      .filter((scheduler) => scheduler.startsWith("engine"))
      .map((scheduler) => ({
        name: `F ${scheduler}, words against FSRS-6 fitted`,
        value: ratiosOf(results, scheduler, FITTED).mean,
        unit: "x",
        ...(scheduler === RESTING && { bar: { atLeast: GOAL_RATIO } }),
      })),
    {
      name: `F ${RESTING}, words against FSRS-6 fitted, resting too`,
      value: ratiosOf(results, RESTING, FITTED_RESTING).mean,
      unit: "x",
    },
  ];
}

/** Words learned by each student relative to the same student with a rival. */
function ratiosOf(results: Results, name: string, rivalName: string) {
  const rival = results.get(rivalName) ?? [];
  const lives = results.get(name) ?? [];
  const ratios = lives.map(({ learned }, i) => learned / (rival[i] as StudentResult).learned);
  return learnerInterval(ratios, BOOTSTRAP_SEED);
}

function tableOf(results: Results) {
  const average = (lives: readonly StudentResult[], read: (life: StudentResult) => number) =>
    mean(lives.map(read)).toFixed(0);
  return {
    title: "Means over students",
    head: [
      "",
      "learned",
      "against fitted",
      "against fitted, resting",
      "started",
      "sum of recall",
      "reviews a day",
      "6,000th on day",
    ],
    rows: [...results].map(([name, lives]) => [
      name,
      average(lives, (life) => life.learned),
      name === FITTED ? "" : ratioText(ratiosOf(results, name, FITTED)),
      name === FITTED_RESTING ? "" : ratioText(ratiosOf(results, name, FITTED_RESTING)),
      average(lives, (life) => life.started),
      average(lives, (life) => life.recalledSum),
      average(lives, (life) => life.reviewsPerDay),
      milestone(lives),
    ]),
  };
}

/** Mean day of the students who reached it, and their number. */
function milestone(lives: readonly StudentResult[]): string {
  const days = lives.flatMap(({ milestoneDay }) => (milestoneDay === null ? [] : [milestoneDay]));
  if (days.length === 0) return "never";
  return `${mean(days).toFixed(0)} (${days.length} of ${lives.length})`;
}

function plotOf(results: Results): string {
  const count = [...results.values()][0]?.[0]?.growth.length ?? 0;
  const days = Array.from({ length: count }, (_, k) => (k + 1) * GROWTH_DAYS);
  const lines = [...results].map(([name, lives]) => ({
    name,
    values: days.map((_, k) => mean(lives.map(({ growth }) => growth[k] as number))),
  }));
  return growthPlot(days, lines, "words learned");
}
