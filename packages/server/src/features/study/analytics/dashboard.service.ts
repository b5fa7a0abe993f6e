import type { Dashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { listDays } from "../../progress/activity/activity.service.ts";
import { recountDays, recountStudyTime } from "../../progress/activity/recount.service.ts";
import { listMasteredWords } from "../../progress/word-states/word-states.service.ts";
import { listSessionStarts } from "./analytics.repo.ts";
import {
  frameOf,
  toRange,
  type AnalyticsFrame,
  type AnalyticsQuery,
} from "./analytics-frame.service.ts";
import { daysOf, rangeBefore, type DayRange } from "./day-range.ts";
import { accuracyOf, addFigures, NO_FIGURES, toSummary, type DayFigures } from "./study-summary.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * A learner's activity in the range, day by day, compared with the same number of preceding days.
 *
 * In the learner's own time zone the figures come from the daily totals. For another zone, the
 * records and sessions of those days are recounted, and so are mastered words, except deleted ones.
 */
export async function readDashboard(
  needs: Needs,
  learner: Learner,
  query: AnalyticsQuery,
): Promise<Dashboard> {
  const frame = await frameOf(needs, learner, query);
  const before = rangeBefore(frame.days, frame.type);
  const all = { firstDay: before.firstDay, lastDay: frame.days.lastDay };
  const figures = await figuresByDay(needs, learner, frame, all);
  const of = (day: string) => figures.get(day) ?? NO_FIGURES;
  const days = daysOf(frame.days);
  const previous = sum(daysOf(before).map(of));
  return {
    range: toRange(frame),
    summary: toSummary(sum(days.map(of))),
    comparison: {
      previousStudyDurationSecs: Math.round(previous.studyMs / 1000),
      previousAccuracy: accuracyOf(previous),
      previousNewWords: previous.newWords,
      previousReviewWords: previous.reviewWords,
    },
    daily: days.map((date) => ({ date, ...toSummary(of(date)) })),
  };
}

type ByDay = Map<string, DayFigures>;

async function figuresByDay(
  needs: Needs,
  learner: Learner,
  frame: AnalyticsFrame,
  range: DayRange,
): Promise<ByDay> {
  const byDay: ByDay = new Map();
  const put = (day: string, more: Partial<DayFigures>) =>
    byDay.set(day, addFigures(byDay.get(day) ?? NO_FIGURES, more));
  const cut = { ...range, ...frame };
  if (frame.isOwnCalendar) {
    const days = await listDays(needs.database, learner.id, range);
    for (const { day, ...totals } of days) put(day, totals);
  } else {
    await recountInto(put, needs, learner, cut);
    await masteredInto(put, needs, learner, cut);
  }
  await sessionsInto(put, needs, learner, cut);
  return byDay;
}

type Put = (day: string, more: Partial<DayFigures>) => void;
type Cut = DayRange & Pick<AnalyticsFrame, "rules">;

async function recountInto(put: Put, needs: Needs, learner: Learner, cut: Cut): Promise<void> {
  for (const row of await recountDays(needs.database, learner.id, cut)) {
    const { answers, correct, new_words: newWords, review_words: reviewWords } = row;
    put(row.day, { answers, correct, newWords, reviewWords });
  }
  const studied = await recountStudyTime(needs.database, learner.id, cut);
  for (const [day, studyMs] of studied) put(day, { studyMs });
}

async function masteredInto(put: Put, needs: Needs, learner: Learner, cut: Cut): Promise<void> {
  const { fromMs, untilMs } = spanOf(cut);
  for (const { edges } of await listMasteredWords(needs.database, learner.id)) {
    const within = edges.filter((edge) => edge >= fromMs && edge < untilMs);
    for (const atMs of within) put(dayIn(cut, atMs), { masteredWords: 1 });
  }
}

/** A session counts on the day it started. */
async function sessionsInto(put: Put, needs: Needs, learner: Learner, cut: Cut): Promise<void> {
  const starts = await listSessionStarts(needs.database, learner.id, spanOf(cut));
  for (const startMs of starts) put(dayIn(cut, startMs), { sessions: 1 });
}

function spanOf({ firstDay, lastDay, rules }: Cut) {
  const startOf = (day: string) => dayStartMs(day, rules.timeZone, rules.dayStartHour);
  return { fromMs: startOf(firstDay), untilMs: startOf(shiftDay(lastDay, 1)) };
}

function dayIn({ rules }: Cut, atMs: number): string {
  return localDay(atMs, rules.timeZone, rules.dayStartHour);
}

function sum(figures: readonly DayFigures[]): DayFigures {
  return figures.reduce(addFigures, NO_FIGURES);
}
