import { defaultParameters, withParameters } from "@wordloom/engine";
import type { Row } from "../../lib/row.ts";
import {
  figuresOf,
  limitsTable,
  type Outcome,
  outcomeOf,
  votersTable,
} from "../report/ablation-tables.ts";
import { cachedRun } from "../report/cached-runs.ts";
import { historyOf, predictLive } from "../predictors/engine-run.ts";
import { fixedShare } from "./learner.ts";
import { openLearnerBook } from "../worlds/learner-book.ts";
import { type Course, simulateLearner } from "../worlds/learner-world.ts";
import { publish, type Report } from "../report/report.ts";
import { isDayLevel, isLater, readJosh, type Review } from "../predictors/revlog.ts";
import {
  changesOnOtherHalf,
  changesOnOthers,
  signalFigures,
  signalTable,
} from "../report/signal-tables.ts";
import { type Observation, observationOf } from "../statistics/signal-value.ts";
import type { ServiceOptions } from "../worlds/small-service.ts";

const FULL: AblationSize = { learners: 24, days: 45, words: 12_000 };
const SHORT: AblationSize = { learners: 6, days: 35, words: 6000 };
/** Unused before, so nothing was chosen on these learners; each has a separate book. */
const FIRST_SEED = 52_000;
const WHOLE = "whole engine";
const parameters = defaultParameters();

/** The engine without single parts, by its own parameters. */
const VOTERS: Readonly<Record<string, ServiceOptions>> = {
  "without the rules": without({ "featureFlags.heuristicEnabled": false }),
  "without the bandit": without({ "featureFlags.igeEnabled": false }),
  "without the history": without({ "featureFlags.swdEnabled": false }),
  "the rules alone": without({
    "featureFlags.igeEnabled": false,
    "featureFlags.swdEnabled": false,
  }),
  "no voter": without({
    "featureFlags.heuristicEnabled": false,
    "featureFlags.igeEnabled": false,
    "featureFlags.swdEnabled": false,
  }),
};

/** Limits that no learner's state reaches. */
const LIMITS: Readonly<Record<string, ServiceOptions>> = {
  "without the limits by fatigue": without({ "constraints.highFatigueThreshold": 1 }),
  "without the limits by attention": without({ "constraints.lowAttentionThreshold": 0 }),
  "without the limits by motivation": without({ "constraints.lowMotivationThreshold": -1 }),
};

/** For comparison: the share of new words is fixed beforehand. */
const FIXED: Readonly<Record<string, ServiceOptions>> = { "20 % new, always": fixedShare(0.2) };

export interface AblationSize {
  readonly learners: number;
  readonly days: number;
  /** Number of words in the book. */
  readonly words: number;
}

/** The value of each part of the strategy and of each signal of the learner's state. */
export const ablation: Row = () => run("engine-ablation", FULL);

/** A short version. */
export const ablationShort: Row = () => run("engine-ablation-short", SHORT);

async function run(name: string, size: AblationSize) {
  const { report, figures } = await ablate(size, { log: readJosh(), remember: cachedRun });
  publish({ name, ...report });
  return figures;
}

interface Sources {
  /** The log of a real learner, if available. */
  readonly log?: readonly Review[] | undefined;
  /** Returns the cached result of a learner, or runs the simulation. */
  readonly remember?: typeof cachedRun;
}

/** Outcomes of every learner by arm, and the observations of each under the whole engine. */
interface Studied {
  readonly lives: ReadonlyMap<string, readonly Outcome[]>;
  readonly watched: readonly (readonly Observation[])[];
}

/** Runs every learner with and without each part, and measures what the signals predict. */
export async function ablate(size: AblationSize, { log, remember }: Sources) {
  return ablationReport(
    size,
    await studied(size, remember ?? ((_row, _name, life) => life())),
    log,
  );
}

async function studied(size: AblationSize, keep: typeof cachedRun): Promise<Studied> {
  const watched: Observation[][] = [];
  const lives = new Map<string, readonly Outcome[]>();
  lives.set(
    WHOLE,
    Array.from({ length: size.learners }, (_, i) => {
      const seen: Observation[] = [];
      watched.push(seen);
      return liveUnder({ parameters }, size, i, seen);
    }),
  );
  for (const [name, terms] of Object.entries({ ...VOTERS, ...LIMITS, ...FIXED })) {
    const all: Outcome[] = [];
    for (let i = 0; i < size.learners; i++) {
      const key = `${name} ${size.days} ${FIRST_SEED + i}`;
      all.push(await keep("ablation", key, () => Promise.resolve(liveUnder(terms, size, i))));
    }
    lives.set(name, all);
  }
  return { lives, watched };
}

/** The report on simulated learners, and on a log if available. */
export function ablationReport(
  size: AblationSize,
  { lives, watched }: Studied,
  log?: readonly Review[],
) {
  const arms = {
    whole: lives.get(WHOLE) ?? [],
    voters: pick(lives, { ...VOTERS, ...FIXED }),
    limits: pick(lives, LIMITS),
  };
  const signals = changesOnOthers(watched);
  const report: Omit<Report, "name"> = {
    title: `What voters and signals are good for, ${size.learners} learners`,
    about: aboutOf(size),
    tables: [
      votersTable(arms),
      limitsTable(arms),
      signalTable("What signals predict, simulated learners", signals),
      ...(log === undefined ? [] : logTables(log)),
    ],
    data: Object.fromEntries(lives),
  };
  return { report, figures: [...figuresOf(arms), ...signalFigures(signals)] };
}

function without(changes: Record<string, boolean | number>): ServiceOptions {
  return { parameters: withParameters(parameters, changes) };
}

function pick(
  lives: ReadonlyMap<string, readonly Outcome[]>,
  arms: Readonly<Record<string, ServiceOptions>>,
): Map<string, readonly Outcome[]> {
  return new Map(Object.keys(arms).map((name) => [name, lives.get(name) ?? []]));
}

function liveUnder(
  terms: ServiceOptions,
  { days, words }: AblationSize,
  i: number,
  seen?: Observation[],
): Outcome {
  const seed = FIRST_SEED + i;
  const watch: Course["watch"] =
    seen === undefined
      ? undefined
      : ({ learner, memory, ...given }) => {
          seen.push(observationOf(learner, memory, given, terms.parameters));
        };
  const course = watch === undefined ? { seed, days } : { seed, days, watch };
  return outcomeOf(simulateLearner(terms, openLearnerBook(words, seed), course));
}

/** A log's later reviews as the engine sees them, used as in the service. */
interface LoggedObservation {
  readonly review: Review;
  readonly observation: Observation;
}

function observationsOf(log: readonly Review[]): LoggedObservation[] {
  const found: LoggedObservation[] = [];
  const variant = { parameters, personalFit: true, variant: "answer" } as const;
  predictLive(historyOf(log), log.length, variant, (learner, memory, place) => {
    const review = log[place] as Review;
    if (!isLater(review)) return;
    const { atMs, outcome, durationMs } = review;
    const given = { atMs, isCorrect: outcome === 1, seconds: durationMs / 1000 };
    found.push({ review, observation: observationOf(learner, memory, given, parameters) });
  });
  return found;
}

function logTables(log: readonly Review[]) {
  const logged = observationsOf(log);
  const overnight = logged.filter(({ review }) => isDayLevel(review));
  const parts = { "every later review": logged, "day level": overnight };
  return Object.entries(parts).map(([name, some]) =>
    signalTable(
      `What signals predict, log of josh, ${name}: ${some.length} answers`,
      changesOnOtherHalf(some.map(({ observation }) => observation)),
    ),
  );
}

function aboutOf({ days, words }: AblationSize): string {
  return (
    `The learners of "engine-learner", others than there, twenty minutes a day for ${days} days, ` +
    `each with a book of ${words} words of their own; the same learner studies under every arm. ` +
    "Differences are means of each learner's own difference to the whole engine, with a 95 % " +
    "interval over learners. A part earns its place if without it words known or words firm " +
    "for a month fall by more than chance while the other does not rise by more than chance. " +
    "Log loss is that of recall predicted at the due date, on the " +
    "answers that each arm asks. On a log voters cannot be judged: it has no batches, and no " +
    "prediction depends on them. Signals: right or wrong is regressed on the memory's " +
    "prediction, with and without the signal, and tested on other learners (four parts, each " +
    "tested by a fit to the other three) or on the other half of the log (both ways; blocks of " +
    "50 reviews). " +
    'Below 0 the signal predicts what the memory does not. "Beyond the curve": the prediction ' +
    'without signals of the session; "beyond the prediction": with those that the correction ' +
    "learns already. Answer time: squared error of ln(time) of right answers, given the " +
    "prediction. Neither the simulation nor the log has telemetry: attention moves with " +
    "slow answers alone. Simulated learners tire and have no other mood."
  );
}
