import type { Dashboard } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { dayStartMs, localDay, shiftDay } from "../../platform/local-day.ts";
import { listDays } from "../activity/activity.service.ts";
import { recountDays, recountStudyTime } from "../activity/recount.service.ts";
import { listSessionStarts } from "./analytics.repo.ts";
import {
  frameOf,
  toRange,
  type AnalyticsFrame,
  type AnalyticsQuery,
} from "./analytics-frame.service.ts";
import { daysOf, rangeBefore, type DayRange } from "./day-range.ts";
import {
  accuracyOf,
  addFigures,
  NO_FIGURES,
  toSummary,
  type DayFigures,
} from "./study-summary.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * What a learner did in the range, day by day, beside as many days before.
 *
 * In the learner's own zone everything comes from the daily totals. In another one the records and
 * sessions of those days are counted anew; words mastered, which no record tells, stay on the days
 * of the same date in the own zone.
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
  for (const { day, ...totals } of await listDays(needs.database, learner.id, range)) {
    put(day, frame.isOwnCalendar ? totals : { masteredWords: totals.masteredWords });
  }
  if (!frame.isOwnCalendar) await recountInto(put, needs, learner, { ...range, ...frame });
  await sessionsInto(put, needs, learner, { ...range, ...frame });
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

/** A session counts on the day on which it began. */
async function sessionsInto(put: Put, needs: Needs, learner: Learner, cut: Cut): Promise<void> {
  const { timeZone, dayStartHour } = cut.rules;
  const starts = await listSessionStarts(needs.database, learner.id, {
    fromMs: dayStartMs(cut.firstDay, timeZone, dayStartHour),
    untilMs: dayStartMs(shiftDay(cut.lastDay, 1), timeZone, dayStartHour),
  });
  for (const startMs of starts) put(localDay(startMs, timeZone, dayStartHour), { sessions: 1 });
}

function sum(figures: readonly DayFigures[]): DayFigures {
  return figures.reduce(addFigures, NO_FIGURES);
}
