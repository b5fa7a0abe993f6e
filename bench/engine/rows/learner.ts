import { defaultParameters, withParameters } from "@wordloom/engine";
import type { Row } from "../../lib/row.ts";
import { calibrationPlot } from "../report/calibration-plot.ts";
import { openLearnerBook } from "../worlds/learner-book.ts";
import { type LearnerRun, simulateLearner } from "../worlds/learner-world.ts";
import {
  calibrationTable,
  figuresOf,
  loadTable,
  ratingTable,
  strategyTable,
  summaryOf,
} from "../report/learner-tables.ts";
import { publish, type Report } from "../report/report.ts";
import type { ServiceOptions } from "../worlds/small-service.ts";

const FULL = { learners: 12, days: 45, words: 12_000 };
const SHORT = { learners: 4, days: 35, words: 6000 };
const BOOK_SEED = 1;
const FIRST_SEED = 30_000;
const SHARES = [0, 0.1, 0.2, 0.3, 0.5, 0.8];
const BALANCE_SHARE = 0.15;
const parameters = defaultParameters();

/** The engine with defaults, and with options that the service does not use. */
const ENGINES: Readonly<Record<string, ServiceOptions>> = {
  engine: { parameters },
  "engine, offered 1,000": { parameters, offered: 1000 },
  "engine, load balanced": {
    parameters: withParameters(parameters, { "interval.loadBalanceShare": BALANCE_SHARE }),
    plans: true,
  },
};

export interface LearnerSize {
  readonly learners: number;
  readonly days: number;
  /** Number of words in the book. */
  readonly words: number;
}

/** All runs of each policy; learners run one after the other and share word ratings. */
export type LearnerRuns = ReadonlyMap<string, readonly LearnerRun[]>;

/** Learners who tire, hesitate and guess: calibration, regret, ratings and load. */
export const learner: Row = () => run("engine-learner", FULL);

/** A short version. */
export const learnerShort: Row = () => run("engine-learner-short", SHORT);

function run(name: string, size: LearnerSize) {
  const { report, figures } = studyLearners(size);
  publish({ name, ...report });
  return Promise.resolve(figures);
}

/** Runs every learner with every policy. */
export function studyLearners(size: LearnerSize) {
  const policies = { ...ENGINES, ...fixedPolicies() };
  const lives: LearnerRuns = new Map(
    Object.entries(policies).map(([name, terms]) => [name, livesUnder(terms, size)]),
  );
  const report: Omit<Report, "name"> = {
    title: `${size.learners} learners who tire and guess`,
    about: aboutOf(size),
    tables: [
      calibrationTable(livesOf(lives, "engine")),
      strategyTable(lives),
      ratingTable(livesOf(lives, "engine")),
      loadTable(livesOf(lives, "engine"), livesOf(lives, "engine, load balanced")),
    ],
    data: Object.fromEntries([...lives].map(([name, all]) => [name, all.map(summaryOf)])),
    plot: plotOf(livesOf(lives, "engine")),
  };
  return { report, figures: figuresOf(lives) };
}

/** A fixed share of new words in every batch. */
function fixedPolicies(): Record<string, ServiceOptions> {
  const named = SHARES.map((share) => [`${100 * share} % new`, fixedShare(share)] as const);
  return Object.fromEntries(named);
}

/** In a session that has reached its goal, only the settings decide the share of new words. */
export function fixedShare(share: number): ServiceOptions {
  return {
    parameters: withParameters(parameters, {
      "learningStrategy.sprintNewRatio": share,
      "constraints.highFatigueThreshold": 1,
      "constraints.lowAttentionThreshold": 0,
      "constraints.lowMotivationThreshold": -1,
    }),
    request: { session: { masteredCount: 1, targetMasteryCount: 1 }, dueBacklogSeconds: 0 },
    offered: 1000,
  };
}

function livesUnder(terms: ServiceOptions, { learners, days, words }: LearnerSize): LearnerRun[] {
  const book = openLearnerBook(words, BOOK_SEED);
  return Array.from({ length: learners }, (_, i) =>
    simulateLearner(terms, book, { seed: FIRST_SEED + i, days }),
  );
}

function livesOf(lives: LearnerRuns, name: string): readonly LearnerRun[] {
  return lives.get(name) ?? [];
}

function aboutOf({ days, words }: LearnerSize): string {
  return (
    `Learners with an FSRS-6 memory drawn around the published one, twenty minutes a day for ` +
    `${days} days, choosing the right one of four. They forget more toward the end of a ` +
    "session, take longer the less sure they are, and guess when they do not know; the engine " +
    "sees right or wrong and the time. It is used as the service does: words offered, batches, " +
    `their two rewards, fits, ratings. The book has ${words} words whose printed difficulty is ` +
    "a rough guess; the learners read it one after the other, so that later ones find ratings " +
    "that earlier ones left. A mind reader predicts with the chance by which the answer was " +
    "really drawn. Fixed shares of new words choose among the 1,000 known words that come first, " +
    'as "engine, offered 1,000" does; the service offers 80, of a longer backlog half of them ' +
    "such as fell due last. Missing to the best: against the share that turned out best for the " +
    "learner. An FSRS-6 memory forgets so slowly in the end that counting known words favors " +
    "those who meet most words; counting words firm for a month favors those who review them. " +
    "Overdue is counted after the session. A batch is rewarded in full when its second part, by " +
    "later reviews, arrived before other batches took its place. Intervals are 95 %, over learners."
  );
}

function plotOf(lives: readonly LearnerRun[]): string {
  const due = lives.flatMap(({ atDue }) => atDue);
  return calibrationPlot(
    new Map([
      ["at the due date", due],
      ["the first five minutes", due.filter(({ minutes }) => minutes < 5)],
      ["the last five minutes", due.filter(({ minutes }) => minutes >= 15)],
      ["new words, by ratings", lives.flatMap(({ first }) => first)],
    ]),
  );
}
