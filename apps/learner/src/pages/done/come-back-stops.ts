import { daysUntil, type DayRules } from "../../features/clock/study-day.ts";

export type ComeBackSpan = "later_today" | "tomorrow" | "this_week" | "this_month" | "later";

/** Ends of the spans, in calendar days from today. */
const ends: readonly (readonly [ComeBackSpan, number])[] = [
  ["later_today", 1],
  ["tomorrow", 2],
  ["this_week", 7],
  ["this_month", 31],
  ["later", Infinity],
];

/**
 * How many dates fall into each span, from soon to late; empty spans are left out.
 * @param dates ISO 8601
 * @param nowMs Unix milliseconds
 * @param rules of the learner's days
 */
export function comeBackStops(
  dates: readonly string[],
  nowMs: number,
  rules: DayRules,
): { readonly span: ComeBackSpan; readonly count: number }[] {
  const spans = dates.map((at) => {
    const days = daysUntil(Date.parse(at), nowMs, rules);
    return ends.find(([, end]) => days < end)?.[0] ?? "later";
  });
  return ends
    .map(([span]) => ({ span, count: spans.filter((one) => one === span).length }))
    .filter(({ count }) => count > 0);
}

/**
 * What is said below the dates while they are not final: that some are missing yet, or that answers
 * on their way may change them.
 */
export function comeBackRemark(shown: {
  /** How many words the session asked. */
  readonly asked: number;
  /** How many of them have a date. */
  readonly dated: number;
  /** Unsent answers. */
  readonly waiting: number;
  readonly isOffline: boolean;
}): "dates_offline" | "dates_wait" | "dates_change" | undefined {
  const { asked, dated, waiting, isOffline } = shown;
  if (waiting === 0 && dated > 0) return undefined;
  if (dated === asked && dated > 0) return "dates_change";
  return isOffline ? "dates_offline" : "dates_wait";
}
