export type ComeBackSpan = "later_today" | "tomorrow" | "this_week" | "this_month" | "later";

const DAY_MS = 86_400_000;

/** Ends of the spans, in days from the beginning of today. */
const ends: readonly (readonly [ComeBackSpan, number])[] = [
  ["later_today", 1],
  ["tomorrow", 2],
  ["this_week", 7],
  ["this_month", 31],
  ["later", Infinity],
];

/**
 * How many dates lie in each span, from soon to late; spans without any are left out.
 *
 * @param dates ISO 8601
 * @param nowMs Unix milliseconds
 */
export function comeBackStops(
  dates: readonly string[],
  nowMs: number,
): { readonly span: ComeBackSpan; readonly count: number }[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0);
  const spans = dates.map((at) => {
    const days = (Date.parse(at) - today) / DAY_MS;
    return ends.find(([, end]) => days < end)?.[0] ?? "later";
  });
  return ends
    .map(([span]) => ({ span, count: spans.filter((one) => one === span).length }))
    .filter(({ count }) => count > 0);
}
