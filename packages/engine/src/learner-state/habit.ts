import { localHour } from "../answer.ts";
import { requireEach, requireFinite } from "../argument-checks.ts";
import { DAY_MS, MINUTE_MS } from "../numeric/durations.ts";
import { clamp, ema } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { HabitProfile, HourStats, LearnerState } from "./learner-types.ts";

const SESSIONS_KEPT = 20;
const SESSIONS_FOR_HOURS = 5;
const PREFERRED_HOURS = 3;
/** Learned values stay in the ranges of the values that learners may enter themselves. */
const SESSION_MINS_MIN = 1;
const SESSION_MINS_MAX = 480;
const SESSIONS_PER_DAY_MIN = 1;
const SESSIONS_PER_DAY_MAX = 20;
/** Number of sessions in an hour at which its boost has half of its full effect. */
const SHRINKAGE_SESSIONS = 3;

/** Summary of a finished session, computed by the service. */
export interface SessionSummary {
  startedAtMs: number;
  endedAtMs: number;
  /** Study time without pauses; absent: the time from start to end. */
  studiedMs?: number;
  /** 0..1 */
  accuracy: number;
  avgResponseTimeMs: number;
  /** Number of words that rose to a higher mastery level. */
  risenWords: number;
}

/**
 * Updates the habits after a session: statistics of the hour, session lengths, preferred hours.
 *
 * @throws RangeError  a number of the summary is not finite
 */
export function closeSession(
  learner: LearnerState,
  summary: SessionSummary,
  parameters: EngineParameters,
): LearnerState {
  requireEach("summary", { ...summary });
  const { habits } = learner;
  const { startedAtMs, endedAtMs, studiedMs = endedAtMs - startedAtMs } = summary;
  const minutes = Math.max(0, studiedMs) / MINUTE_MS;
  const efficiency = minutes > 0 ? summary.risenWords / Math.max(minutes, 1) : 0;
  const alpha = parameters.feature.temporalProfileAlpha;
  const hour = localHour(summary.startedAtMs, learner.utcOffsetMinutes);
  const temporal = habits.profile.temporalPerformance;
  const hourlyStats = temporal.hourlyStats.map((stats, index) =>
    index === hour ? nextHour(stats, summary, efficiency, alpha) : stats,
  );
  const totalSessions = temporal.totalSessions + 1;
  const lengths = [...habits.sessionLengthsMins, round2(minutes)].slice(-SESSIONS_KEPT);
  const ends = [...habits.sessionEndsMs, summary.endedAtMs].slice(-SESSIONS_KEPT);
  const first = temporal.totalSessions === 0;
  const mean = habits.meanEfficiency;
  return {
    ...learner,
    habits: {
      profile: {
        preferredHours: preferredHours(habits, hourlyStats, totalSessions),
        medianSessionLengthMins: clamp(median(lengths), SESSION_MINS_MIN, SESSION_MINS_MAX),
        sessionsPerDay: sessionsPerDay(ends),
        temporalPerformance: { hourlyStats, totalSessions },
      },
      hoursChosen: habits.hoursChosen,
      sessionLengthsMins: lengths,
      sessionEndsMs: ends,
      meanEfficiency: first ? efficiency : ema(mean, efficiency, alpha),
    },
  };
}

/**
 * Sets the preferred hours chosen by the learner; they are no longer learned.
 *
 * @throws RangeError  an hour is not finite
 */
export function choosePreferredHours(learner: LearnerState, hours: number[]): LearnerState {
  for (const hour of hours) requireFinite("hours", hour);
  const { habits } = learner;
  const profile = { ...habits.profile, preferredHours: hours.slice(0, PREFERRED_HOURS) };
  return { ...learner, habits: { ...habits, profile, hoursChosen: true } };
}

/**
 * Relative efficiency of the learner at this hour of the day.
 *
 * @returns factor within temporalBoostMin..temporalBoostMax; 1 without data
 */
export function hourBoost(
  learner: LearnerState,
  atMs: number,
  parameters: EngineParameters,
): number {
  const { profile, meanEfficiency } = learner.habits;
  const hour = localHour(atMs, learner.utcOffsetMinutes);
  const stats = profile.temporalPerformance.hourlyStats[hour];
  if (stats === undefined || stats.sessionCount === 0 || meanEfficiency <= 0) return 1;
  const { temporalBoostScale, temporalBoostMin, temporalBoostMax } = parameters.feature;
  const relative = (stats.masteryEfficiency - meanEfficiency) / meanEfficiency;
  const boost = 1 + temporalBoostScale * relative;
  const bounded = clamp(boost, temporalBoostMin, temporalBoostMax);
  const reliability = stats.sessionCount / (stats.sessionCount + SHRINKAGE_SESSIONS);
  return 1 + reliability * (bounded - 1);
}

function nextHour(
  stats: HourStats,
  summary: SessionSummary,
  efficiency: number,
  alpha: number,
): HourStats {
  const step = stats.sessionCount === 0 ? 1 : alpha;
  const smooth = (from: number, to: number) => round4(ema(from, to, step));
  return {
    sessionCount: stats.sessionCount + 1,
    avgAccuracy: smooth(stats.avgAccuracy, summary.accuracy),
    avgResponseTimeMs: smooth(stats.avgResponseTimeMs, summary.avgResponseTimeMs),
    masteryEfficiency: smooth(stats.masteryEfficiency, efficiency),
  };
}

function preferredHours(
  habits: LearnerState["habits"],
  hourlyStats: readonly HourStats[],
  totalSessions: number,
): HabitProfile["preferredHours"] {
  if (habits.hoursChosen || totalSessions < SESSIONS_FOR_HOURS) {
    return habits.profile.preferredHours;
  }
  return hourlyStats
    .map((stats, hour) => ({ hour, sessions: stats.sessionCount }))
    .filter(({ sessions }) => sessions > 0)
    .toSorted((a, b) => b.sessions - a.sessions || a.hour - b.hour)
    .slice(0, PREFERRED_HOURS)
    .map(({ hour }) => hour)
    .toSorted((a, b) => a - b);
}

function sessionsPerDay(endsMs: readonly number[]): number {
  const span = ((endsMs.at(-1) ?? 0) - (endsMs[0] ?? 0)) / DAY_MS;
  const perDay = round2(endsMs.length / Math.max(1, span));
  return clamp(perDay, SESSIONS_PER_DAY_MIN, SESSIONS_PER_DAY_MAX);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function round2(x: number): number {
  return Math.round(x * 100) / 100;
}

function round4(x: number): number {
  return Math.round(x * 1e4) / 1e4;
}
