import { experiments, type MetricData } from "@wordloom/engine/experiments";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { firstMastery, listMasteredWords } from "../../progress/word-states/word-states.service.ts";
import { listExposed } from "./experiments.repo.ts";
import { listActiveDaysOf, listSessionsOf } from "./experiment-metrics.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Metrics of experiments, 0 to `most`; the unit is always the learner. */
export const METRICS = {
  /** Share of learners who answered on the 7th (30th) day after their first exposure. */
  day7_retention: { higherIsBetter: true, most: 1 },
  day30_retention: { higherIsBetter: true, most: 1 },
  /** Share of the learning sessions started since then that were completed. */
  session_completion: { higherIsBetter: true, most: 1 },
  /** Share of words first mastered since then, at least 30 days ago, that held for 30 days. */
  mastered_hold: { higherIsBetter: true, most: 1 },
  /** Answers per day since then. */
  reviews_per_day: { higherIsBetter: false, most: Infinity },
} as const;

export type MetricName = keyof typeof METRICS;

/** @throws AppError INVALID_METRIC */
export function requireMetric(metric: string): MetricName {
  return Object.hasOwn(METRICS, metric) ? (metric as MetricName) : refuse("INVALID_METRIC");
}

export type Stats = MetricData["control"];

/** A learner in an experiment. */
export interface Exposed {
  readonly user_id: string;
  /** yyyy-MM-dd on the learner's calendar. */
  readonly exposed_day: string;
  readonly exposed_at_ms: number;
}

interface MetricFigures {
  readonly stats: Stats;
  /** null without data. */
  readonly mean: number | null;
}

export interface ArmFigures {
  readonly users: number;
  readonly metrics: Readonly<Record<MetricName, MetricFigures>>;
}

const HOLD_DAYS = 30;
const LEARNERS_AT_ONCE = 200;

/** Sessions not completed within this time count as not completed. */
const SESSION_OVER_MS = DAY_MS;

/** Figures of both arms of an experiment, as of now. */
export async function measureArms(
  needs: Needs,
  experimentId: string,
): Promise<{ control: ArmFigures; treatment: ArmFigures }> {
  const samples = { control: emptySamples(), treatment: emptySamples() };
  let after = "";
  for (;;) {
    const learners = await listExposed(needs.database, experimentId, after, LEARNERS_AT_ONCE);
    const byArm = Map.groupBy(learners, ({ arm }) => arm);
    for (const [arm, ofArm] of byArm) await collect(needs, samples[arm], ofArm);
    after = learners.at(-1)?.user_id ?? "";
    if (learners.length < LEARNERS_AT_ONCE) break;
  }
  return { control: figuresOf(samples.control), treatment: figuresOf(samples.treatment) };
}

/** Like `measureArms`, for learners outside an experiment. */
export async function measureLearners(
  needs: Needs,
  learners: readonly Exposed[],
): Promise<ArmFigures> {
  const samples = emptySamples();
  for (let start = 0; start < learners.length; start += LEARNERS_AT_ONCE) {
    await collect(needs, samples, learners.slice(start, start + LEARNERS_AT_ONCE));
  }
  return figuresOf(samples);
}

interface Part {
  readonly numerator: number;
  readonly denominator: number;
}

/** Samples of each metric, one per learner with data. */
interface Samples {
  users: number;
  readonly day7: boolean[];
  readonly day30: boolean[];
  readonly sessions: Part[];
  readonly held: Part[];
  readonly perDay: number[];
}

function emptySamples(): Samples {
  return { users: 0, day7: [], day30: [], sessions: [], held: [], perDay: [] };
}

async function collect(
  needs: Needs,
  samples: Samples,
  learners: readonly Exposed[],
): Promise<void> {
  const startMs = needs.clock.monotonicMs();
  samples.users += learners.length;
  await collectDays(needs, samples, learners);
  await collectSessions(needs, samples, learners);
  for (const learner of learners) await collectHeld(needs, samples, learner);
  await yieldToRequests(needs.clock.monotonicMs() - startMs);
}

async function collectDays(needs: Needs, samples: Samples, learners: readonly Exposed[]) {
  const first = learners.map(({ exposed_day }) => exposed_day).toSorted()[0];
  if (first === undefined) return;
  // The day before yesterday (UTC) has ended in every time zone.
  const lastDay = shiftDay(localDay(needs.clock.nowMs(), "UTC"), -2);
  const ids = learners.map(({ user_id }) => user_id);
  const days = await listActiveDaysOf(needs.database, ids, first);
  const byLearner = Map.groupBy(days, ({ user_id }) => user_id);
  for (const { user_id, exposed_day } of learners) {
    const active = new Map((byLearner.get(user_id) ?? []).map((row) => [row.day, row.answers]));
    const returned = (after: number, into: boolean[]) => {
      const day = shiftDay(exposed_day, after);
      if (day <= lastDay) into.push(active.has(day));
    };
    returned(7, samples.day7);
    returned(30, samples.day30);
    const passed = daysBetween(exposed_day, lastDay) + 1;
    if (passed < 1) continue;
    const answers = [...active].filter(([day]) => day >= exposed_day && day <= lastDay);
    samples.perDay.push(answers.reduce((sum, [, count]) => sum + count, 0) / passed);
  }
}

async function collectSessions(needs: Needs, samples: Samples, learners: readonly Exposed[]) {
  const firstMs = Math.min(...learners.map(({ exposed_at_ms }) => exposed_at_ms));
  const untilMs = needs.clock.nowMs() - SESSION_OVER_MS;
  const ids = learners.map(({ user_id }) => user_id);
  const sessions = await listSessionsOf(needs.database, ids, firstMs, untilMs);
  const byLearner = Map.groupBy(sessions, ({ user_id }) => user_id);
  for (const { user_id, exposed_at_ms } of learners) {
    const own = byLearner.get(user_id) ?? [];
    const begun = own.filter(({ created_at_ms }) => created_at_ms >= exposed_at_ms);
    const completed = begun.filter(({ status }) => status === "completed");
    if (begun.length === 0) continue;
    samples.sessions.push({ numerator: completed.length, denominator: begun.length });
  }
}

/** Words only marked as mastered, without an answer, say nothing about the engine. */
async function collectHeld(needs: Needs, samples: Samples, learner: Exposed): Promise<void> {
  const { user_id, exposed_at_ms } = learner;
  const holdMs = HOLD_DAYS * DAY_MS;
  const untilMs = needs.clock.nowMs() - holdMs;
  if (exposed_at_ms > untilMs) return;
  const words = await listMasteredWords(needs.database, user_id);
  const masteries = words
    .flatMap(({ edges, isAnswered }) =>
      isAnswered ? (firstMastery(edges, exposed_at_ms) ?? []) : [],
    )
    .filter(({ masteredMs }) => masteredMs <= untilMs);
  const held = masteries.filter(({ masteredMs, lostMs }) => lostMs > masteredMs + holdMs);
  if (masteries.length === 0) return;
  samples.held.push({ numerator: held.length, denominator: masteries.length });
}

function figuresOf(samples: Samples): ArmFigures {
  return {
    users: samples.users,
    metrics: {
      day7_retention: shareOf(samples.day7),
      day30_retention: shareOf(samples.day30),
      session_completion: ratioOf(samples.sessions),
      mastered_hold: ratioOf(samples.held),
      reviews_per_day: meanOf(samples.perDay),
    },
  };
}

function shareOf(values: readonly boolean[]) {
  const stats = { successes: values.filter(Boolean).length, n: values.length };
  return { stats, mean: stats.n === 0 ? null : stats.successes / stats.n };
}

function meanOf(values: readonly number[]) {
  const stats = experiments.meanStats(values);
  return { stats, mean: stats.n === 0 ? null : stats.mean };
}

function ratioOf(parts: readonly Part[]) {
  const stats = experiments.ratioStats(parts);
  return { stats: stats ?? { n: 0, mean: 0, variance: 0 }, mean: stats?.mean ?? null };
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}
