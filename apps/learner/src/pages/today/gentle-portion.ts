import type { StudyForecast, StudyToday } from "@wordloom/contract";

/** What there is to study today, and how many due words wait for a later day. */
export interface TodayPortion extends StudyToday {
  readonly held: number;
}

/** @param cap reviews per day while catching up; null: no limit */
export function portionOf(today: StudyToday, cap: number | null): TodayPortion {
  const left = cap === null ? Infinity : Math.max(0, cap - today.reviewedToday);
  const due = Math.min(today.due, left);
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
    const left = portion === null ? all : Math.max(0, portion - (index === 0 ? reviewed : 0));
    const studied = Math.min(all, left);
    waiting = all - studied;
    if (waiting === 0) portion = null;
    return studied;
  });
}
