import type {
  DailyActiveUsers,
  DailyRecords,
  EngagementReport,
  LearningReport,
} from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay } from "../../../platform/time/local-day.ts";
import {
  daysIn,
  rangeOf,
  toWireRange,
  type EventRange,
  type RangeQuery,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { byDay, ratio, spanOf, STEP_MS, sumOf, withDaysBefore } from "./analytics-days.ts";
import {
  countActivityGaps,
  countNewUsers,
  countSessions,
  listDayTotals,
  type ActivityGap,
  type DayTotals,
} from "./day-totals.repo.ts";

export type Needs = Pick<Deps, "clock" | "reports" | "settings">;

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

const NOTHING: DayTotals = {
  learners: 0,
  answers: 0,
  correct: 0,
  newWords: 0,
  reviewAnswers: 0,
  masteredWords: 0,
  studyMs: 0,
};

/** The requested days, ending today in APP_TIMEZONE by default. @throws AppError INVALID_RANGE */
export function requestedDays(needs: Pick<Needs, "clock" | "settings">, query: RangeQuery) {
  return rangeOf(query, localDay(needs.clock.nowMs(), needs.settings.APP_TIMEZONE));
}

/** Active learners, accounts and sessions by day. */
export async function readEngagement(needs: Needs, query: RangeQuery): Promise<EngagementReport> {
  const { reports } = needs;
  const range = requestedDays(needs, query);
  const zone = needs.settings.APP_TIMEZONE;
  const span = spanOf(range, zone);
  const before = withDaysBefore(range, MONTH_DAYS - 1);
  const gaps = await countActivityGaps(reports, before, MONTH_DAYS);
  const newUsers = byDay(await countNewUsers(reports, span, STEP_MS), zone);
  const sessions = byDay(await countSessions(reports, span, STEP_MS), zone);
  const active = activeWithin(gaps);
  const rows = daysIn(range).map((date) => {
    const begun = sessions.get(date);
    const count = sumOf(begun, (step) => step.count);
    const meanMs = ratio(
      sumOf(begun, ({ durationMs }) => durationMs),
      count,
    );
    return {
      date,
      dau: active(date, 1),
      wau: active(date, WEEK_DAYS),
      mau: active(date, MONTH_DAYS),
      newUsers: sumOf(newUsers.get(date), (step) => step.count),
      sessions: count,
      avgSessionSecs: meanMs === null ? null : meanMs / 1_000,
    };
  });
  // Both are means over the same number of days, so their ratio equals that of the sums.
  const stickiness = ratio(
    sumOf(rows, ({ dau }) => dau),
    sumOf(rows, ({ mau }) => mau),
  );
  return { ...toWireRange(range), rows, stickiness };
}

/** Answers and words by day. */
export async function readLearning(needs: Needs, query: RangeQuery): Promise<LearningReport> {
  return dayReport(
    needs,
    query,
    ({ answers, correct, newWords, reviewAnswers, masteredWords }) => ({
      answers,
      correct,
      accuracy: ratio(correct, answers),
      newWords,
      reviewAnswers,
      masteredWords,
    }),
  );
}

export async function listActiveUsers(needs: Needs, query: RangeQuery): Promise<DailyActiveUsers> {
  return dayReport(needs, query, ({ learners }) => ({ count: learners }));
}

export async function listRecords(needs: Needs, query: RangeQuery): Promise<DailyRecords> {
  return dayReport(needs, query, ({ answers, correct }) => ({ total: answers, correct }));
}

/** Totals of every day, including days without activity. */
export async function totalsByDay(
  { reports }: Pick<Needs, "reports">,
  range: EventRange,
): Promise<(DayTotals & { readonly date: string })[]> {
  const totals = await listDayTotals(reports, range);
  return daysIn(range).map((date) => ({ date, ...(totals.get(date) ?? NOTHING) }));
}

/** Sessions started, by day. Days without any are left out. */
export async function sessionsByDay(
  { reports, settings }: Pick<Needs, "reports" | "settings">,
  range: EventRange,
): Promise<Map<string, number>> {
  const zone = settings.APP_TIMEZONE;
  const days = byDay(await countSessions(reports, spanOf(range, zone), STEP_MS), zone);
  return new Map([...days].map(([day, steps]) => [day, sumOf(steps, ({ count }) => count)]));
}

async function dayReport<R>(
  needs: Needs,
  query: RangeQuery,
  toRow: (totals: DayTotals) => R,
): Promise<ReturnType<typeof toWireRange> & { rows: (R & { date: string })[] }> {
  const range = requestedDays(needs, query);
  const days = await totalsByDay(needs, range);
  const rows = days.map(({ date, ...totals }) => ({ date, ...toRow(totals) }));
  return { ...toWireRange(range), rows };
}

/**
 * Number of learners active within a number of days up to a day. Each learner counts at the latest
 * active day in that period: the one whose next active day is after the day.
 */
function activeWithin(gaps: readonly ActivityGap[]): (day: string, days: number) => number {
  const placed = gaps.map((gap) => ({ ...gap, dayMs: Date.parse(gap.day) }));
  return (day, days) => {
    const dayMs = Date.parse(day);
    return sumOf(placed, (gap) => {
      const ageDays = (dayMs - gap.dayMs) / DAY_MS;
      return ageDays >= 0 && ageDays < Math.min(days, gap.gapDays) ? gap.learners : 0;
    });
  };
}
