import type { Figure, Row } from "../../lib/row.ts";
import { cachedRun } from "../report/cached-runs.ts";
import { publish, type Report } from "../report/report.ts";
import { engineScheduler } from "../schedulers/engine-scheduler.ts";
import type { Scheduler } from "../schedulers/scheduler.ts";
import { learnerInterval, ratioText } from "../statistics/bootstrap.ts";
import { mean } from "../statistics/metrics.ts";
import { SECOND_DAY_SECONDS, simulateYear } from "../worlds/second-world.ts";
import { DAY_SECONDS, simulateStudent } from "../worlds/student-world.ts";

/** Nothing was tuned on these students; the limits were chosen on those from 23 100 on. */
const FIRST_DHP = 9400;
const FIRST_FSRS = 31_000;
/**
 * Of each kind, by {@link DAYS}; more where the figures vary more from one student to the next,
 * above all in the first months.
 */
const STUDENTS: Readonly<Record<Kind, readonly number[]>> = {
  DHP: [16, 16, 16],
  "FSRS-6, 10 a day": [64, 64, 64],
  "FSRS-6, as many as fit": [640, 640, 160],
};
const BOOTSTRAP_SEED = 45;
const WEEK = 7;
const DAYS = [30, 90, 365];
const BAR = { known: 0.99 };

const MODEL = "by the model alone";
const SHOWN = "within what was shown";
const ARMS = { [MODEL]: false, [SHOWN]: true };
type Arm = keyof typeof ARMS;

type Kind = keyof typeof KINDS;
const KINDS = {
  DHP: inTenMinutes,
  "FSRS-6, 10 a day": (scheduler: Wrapped, seed: number) => inYear(scheduler, seed, 10),
  "FSRS-6, as many as fit": (scheduler: Wrapped, seed: number) => inYear(scheduler, seed, Infinity),
};

/** A fresh scheduler with a daily time, s. */
type Wrapped = (daySeconds: number) => Scheduler;

interface Lived {
  /** Expected number of words recalled, by {@link DAYS} as far as the student was simulated. */
  readonly known: readonly number[];
  readonly reviews: number;
  /** First reviews of a word after a week or more, and how many of them were forgotten. */
  readonly firstLong: { readonly all: number; readonly forgotten: number };
}

interface Pair {
  readonly kind: string;
  readonly lives: Readonly<Record<Arm, Lived>>;
}

/** Intervals within what a learner has shown, against those of the model alone. */
export const intervals: Row = async () => {
  const { report, figures } = await compareIntervals(STUDENTS, DAYS, cachedRun);
  publish({ name: "engine-intervals", ...report });
  return figures;
};

/**
 * @param students  of each kind, by day, falling
 * @param days      when words are counted, rising
 * @param remember  returns the cached result of a student, or runs the simulation
 */
export async function compareIntervals(
  students: Readonly<Record<Kind, readonly number[]>>,
  days: readonly number[] = DAYS,
  remember: typeof cachedRun = (_row, _name, life) => life(),
): Promise<{ report: Omit<Report, "name">; figures: Figure[] }> {
  const pairs: Pair[] = [];
  for (const [kind, counts] of Object.entries(students) as [Kind, readonly number[]][]) {
    for (let seed = 0; seed < Math.max(...counts); seed++) {
      const some = days.filter((_, i) => seed < (counts[i] as number));
      pairs.push(await remember("intervals", `${kind} ${seed}`, () => pairOf(kind, seed, some)));
    }
  }
  const report = {
    title: "Intervals within what a learner has shown",
    about:
      "Students not used for tuning, with the engine at a fixed recall of 0.9, with and without " +
      "the limits of decision 44. Words known: the expected number recalled. Forgotten: of the " +
      "first reviews of a word after a pause of a week or more. DHP students study ten minutes a " +
      "day, FSRS-6 students at most thirty. Ratios with a 95 % interval over students. Reviews " +
      `and forgotten: until day ${days.at(-1)}.`,
    tables: [tableOf(pairs, days)],
    data: pairs,
  };
  return { report, figures: figuresOf(pairs, days) };
}

async function pairOf(kind: Kind, seed: number, days: readonly number[]): Promise<Pair> {
  const lives = {} as Record<Arm, Lived>;
  for (const [arm, isLimited] of Object.entries(ARMS) as [Arm, boolean][]) {
    const counts = { reviews: 0, all: 0, forgotten: 0 };
    const known: number[] = [];
    const wrapped = (daySeconds: number) =>
      counted(engineScheduler({ daySeconds, isUnlimited: !isLimited }), counts);
    for (const one of days) {
      Object.assign(counts, { reviews: 0, all: 0, forgotten: 0 });
      known.push(await KINDS[kind](wrapped, seed)(one));
    }
    const { reviews, ...firstLong } = counts;
    lives[arm] = { known, reviews, firstLong };
  }
  return { kind, lives };
}

function inTenMinutes(scheduler: Wrapped, seed: number) {
  return async (days: number) =>
    (await simulateStudent(scheduler(DAY_SECONDS), FIRST_DHP + seed, days)).recalledSum;
}

function inYear(scheduler: Wrapped, seed: number, newPerDay: number) {
  return async (days: number) =>
    (await simulateYear(scheduler(SECOND_DAY_SECONDS), FIRST_FSRS + seed, newPerDay, days)).known;
}

/** Counts reviews, and the first one of every word after a week or more. */
function counted(
  scheduler: Scheduler,
  counts: { reviews: number; all: number; forgotten: number },
): Scheduler {
  const lastDay = new Map<number, number>();
  const asked = new Set<number>();
  return {
    ...scheduler,
    answered(seen) {
      const last = lastDay.get(seen.word);
      if (last !== undefined) counts.reviews++;
      if (last !== undefined && seen.day - last >= WEEK && !asked.has(seen.word)) {
        asked.add(seen.word);
        counts.all++;
        if (!seen.recalled) counts.forgotten++;
      }
      lastDay.set(seen.word, seen.day);
      return scheduler.answered(seen);
    },
  };
}

function forgottenShare({ firstLong: { all, forgotten } }: Lived): number {
  return all === 0 ? 0 : forgotten / all;
}

function pairsOf(pairs: readonly Pair[], kind: string): readonly Pair[] {
  return pairs.filter((pair) => pair.kind === kind);
}

/** Those simulated until the day at this place of {@link DAYS}. */
function livedTo(pairs: readonly Pair[], at: number): readonly Pair[] {
  return pairs.filter(({ lives }) => lives[SHOWN].known.length > at);
}

function knownRatios(pairs: readonly Pair[], at: number): number[] {
  return ratiosOf(livedTo(pairs, at), (life) => life.known[at] as number);
}

function ratiosOf(pairs: readonly Pair[], read: (life: Lived) => number): number[] {
  return pairs.map(({ lives }) => read(lives[SHOWN]) / Math.max(read(lives[MODEL]), 1e-9));
}

function figuresOf(pairs: readonly Pair[], days: readonly number[]): Figure[] {
  return Object.keys(KINDS).flatMap((kind): Figure[] => {
    const some = pairsOf(pairs, kind);
    const known = days.map((day, i) => ({
      name: `${kind}, words known after ${day} days`,
      value: mean(knownRatios(some, i)),
      unit: "x",
      bar: { atLeast: BAR.known },
    }));
    const change = mean(
      livedTo(some, days.length - 1).map(
        ({ lives }) => forgottenShare(lives[SHOWN]) - forgottenShare(lives[MODEL]),
      ),
    );
    return [
      ...known,
      { name: `${kind}, forgotten after a week`, value: change, unit: "", bar: { atMost: 0 } },
    ];
  });
}

function tableOf(pairs: readonly Pair[], days: readonly number[]) {
  const last = days.length - 1;
  const percent = (some: readonly Pair[], arm: Arm) =>
    `${(100 * mean(some.map(({ lives }) => forgottenShare(lives[arm])))).toFixed(1)} %`;
  return {
    title: `Words and reviews ${SHOWN}, over those ${MODEL}`,
    head: [
      "",
      ...days.map((day) => `known, day ${day}`),
      "reviews",
      `forgotten ${MODEL}`,
      `forgotten ${SHOWN}`,
    ],
    rows: Object.keys(KINDS).map((kind) => {
      const some = pairsOf(pairs, kind);
      const whole = livedTo(some, last);
      const text = (ratios: readonly number[]) =>
        ratioText(learnerInterval(ratios, BOOTSTRAP_SEED));
      return [
        kind,
        ...days.map((_, i) => text(knownRatios(some, i))),
        text(ratiosOf(whole, ({ reviews }) => reviews)),
        percent(whole, MODEL),
        percent(whole, SHOWN),
      ];
    }),
  };
}
