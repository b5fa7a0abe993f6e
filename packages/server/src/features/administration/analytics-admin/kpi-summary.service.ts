import type { KpiSummary } from "@wordloom/contract";
import {
  before,
  toWireRange,
  type EventRange,
  type RangeQuery,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio, spanOf, STEP_MS, sumOf } from "./analytics-days.ts";
import { requestedDays, type Needs } from "./day-reports.service.ts";
import { countNewUsers, sumDayTotals } from "./day-totals.repo.ts";
import { shareReturned } from "./returning.service.ts";

type Figures = Readonly<
  Record<Exclude<keyof KpiSummary, "days" | `range${string}`>, number | null>
>;

/** Key figures of the range, compared with the same number of preceding days. */
export async function summarizeKpis(needs: Needs, query: RangeQuery): Promise<KpiSummary> {
  const range = requestedDays(needs, query);
  const now = await figuresOf(needs, range);
  const past = await figuresOf(needs, before(range));
  return {
    ...toWireRange(range),
    activeLearners: compare(now.activeLearners, past.activeLearners),
    answers: compare(now.answers, past.answers),
    accuracy: compare(now.accuracy, past.accuracy),
    newUsers: compare(now.newUsers, past.newUsers),
    masteredWords: compare(now.masteredWords, past.masteredWords),
    answersPerLearner: compare(now.answersPerLearner, past.answersPerLearner),
    day1Retention: compare(now.day1Retention, past.day1Retention),
    day7Retention: compare(now.day7Retention, past.day7Retention),
  };
}

async function figuresOf(needs: Needs, range: EventRange): Promise<Figures> {
  const totals = await sumDayTotals(needs.reports, range);
  const span = spanOf(range, needs.settings.APP_TIMEZONE);
  const newUsers = await countNewUsers(needs.reports, span, STEP_MS);
  return {
    activeLearners: totals.learners,
    answers: totals.answers,
    accuracy: ratio(totals.correct, totals.answers),
    newUsers: sumOf(newUsers, ({ count }) => count),
    masteredWords: totals.masteredWords,
    answersPerLearner: ratio(totals.answers, totals.learners),
    day1Retention: await shareReturned(needs, range, 1),
    day7Retention: await shareReturned(needs, range, 7),
  };
}

/** Change in percent, with one decimal. */
function compare(value: number | null, prevValue: number | null): KpiSummary["answers"] {
  const isComparable = value !== null && prevValue !== null && prevValue !== 0;
  const deltaPct = isComparable ? Math.round((1_000 * (value - prevValue)) / prevValue) / 10 : null;
  return { value, prevValue, deltaPct };
}
