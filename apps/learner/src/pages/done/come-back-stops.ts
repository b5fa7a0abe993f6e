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
