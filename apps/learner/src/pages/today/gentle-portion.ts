import type { StudyForecast, StudyToday } from "@wordloom/contract";
import { reviewsLeft, usualReviews } from "../../features/kit/planned-words.ts";

/** What there is to study today, and how many due words wait for a later day. */
export interface TodayPortion extends StudyToday {
  readonly held: number;
}

/** Whether more has piled up than a usual day's work: it can be caught up with in portions. */
export function isPiledUp(today: Pick<StudyToday, "dailyTarget" | "overdue">): boolean {
  return today.overdue > usualReviews(today);
}

/** So many words are an easy day's work for anybody. */
const EASY_MAX = 50;

/** How much is offered after an absence, compared with a day of this plan. */
export function amountOf(
  today: Pick<TodayPortion, "dailyTarget" | "due" | "new">,
): "gentle" | "usual" | "full" {
  if (today.due > usualReviews(today)) return "full";
  return today.due + today.new <= EASY_MAX ? "gentle" : "usual";
}

/** @param cap reviews a day while catching up; null: as many as are due */
export function portionOf(today: StudyToday, cap: number | null): TodayPortion {
  const due = Math.min(today.due, reviewsLeft(cap, today.reviewedToday));
  const share = (due + today.new) / Math.max(1, today.due + today.new);
  return {
    ...today,
    due,
    held: today.due - due,
    expectedMinutes: Math.ceil(today.expectedMinutes * share),
  };
}

/**
 * Reviews of each day, limited to the portion until the backlog is gone.
 * @param reviewed today
 */
export function reviewsByDay(
  { backlog, days }: StudyForecast,
  cap: number | null,
  reviewed: number,
): number[] {
  let waiting = backlog;
  let portion = cap;
  return days.map(({ due }, index) => {
    const all = waiting + due;
    const studied = Math.min(all, reviewsLeft(portion, index === 0 ? reviewed : 0));
    waiting = all - studied;
    if (waiting === 0) portion = null;
    return studied;
  });
}
