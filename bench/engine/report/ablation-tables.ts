import type { Figure } from "../../lib/row.ts";
import { type Interval, learnerInterval } from "../statistics/bootstrap.ts";
import { FIRM_DAYS, type LearnerRun } from "../worlds/learner-world.ts";
import { lossesOf, mean } from "../statistics/metrics.ts";
import type { Table } from "./report.ts";

const BOOTSTRAP_SEED = 46;

/** A learner's results at the end of a course. */
export interface Outcome {
  readonly known: number;
  readonly firm: number;
  readonly perMinute: number;
  /** Log loss of recall predicted at the due date. */
  readonly logLoss: number;
  readonly started: number;
  readonly overdue: number;
}

export function outcomeOf({ known, firm, minutes, atDue, started, overdue }: LearnerRun): Outcome {
  return {
    known,
    firm,
    perMinute: known / minutes,
    // Nothing is due in the first days.
    logLoss: atDue.length === 0 ? 0 : mean(lossesOf(atDue)),
    started,
    overdue,
  };
}

type Arm = ReadonlyMap<string, readonly Outcome[]>;

/** The same learners in every arm, in the same order. */
export interface Arms {
  readonly whole: readonly Outcome[];
  readonly voters: Arm;
  readonly limits: Arm;
}

export function votersTable(arms: Arms): Table {
  return { title: "The voters of the strategy", ...differences(arms, arms.voters) };
}

export function limitsTable(arms: Arms): Table {
  return { title: "The limits by state", ...differences(arms, arms.limits) };
}

interface Measure {
  readonly digits: number;
  readonly read: (outcome: Outcome) => number;
}

const MEASURES: Readonly<Record<string, Measure>> = {
  known: { digits: 0, read: ({ known }) => known },
  [`firm for ${FIRM_DAYS} days`]: { digits: 0, read: ({ firm }) => firm },
  "words per minute": { digits: 3, read: ({ perMinute }) => perMinute },
  "log loss": { digits: 4, read: ({ logLoss }) => logLoss },
  overdue: { digits: 0, read: ({ overdue }) => overdue },
};

function differences(arms: Arms, parts: Arm): Omit<Table, "title"> {
  const measures = Object.values(MEASURES);
  const whole = [
    "whole engine",
    ...measures.map(({ digits, read }) => mean(arms.whole.map(read)).toFixed(digits)),
  ];
  const others = [...parts].map(([name, all]) => [
    name,
    ...measures.map(({ digits, read }) => intervalText(change(arms, all, read), digits)),
  ]);
  return { head: ["", ...Object.keys(MEASURES)], rows: [whole, ...others] };
}

function change(
  { whole }: Arms,
  all: readonly Outcome[],
  read: (outcome: Outcome) => number,
): Interval {
  const each = all.map((one, i) => read(one) - read(whole[i] as Outcome));
  return learnerInterval(each, BOOTSTRAP_SEED);
}

function intervalText(interval: Interval, digits: number): string {
  const text = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
  return `${text(interval.mean)} (${text(interval.low)} to ${text(interval.high)})`;
}

/** The contribution of each part: the loss without it. */
export function figuresOf(arms: Arms): Figure[] {
  return [...arms.voters, ...arms.limits].flatMap(([name, all]) =>
    (["known", "firm"] as const).map((what) => ({
      name: `${name}, words ${what}`,
      value: change(arms, all, (outcome) => outcome[what]).mean,
      unit: "words",
    })),
  );
}
