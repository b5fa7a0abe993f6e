import type { Translator } from "../../text/use-text.ts";
import { dayOf, daysBetween, type DayRules } from "./study-day.ts";

/** Up to this many days from today, a day is counted; further away its date says more. */
const COUNTED_DAYS = 7;
const DAY_MS = 86_400_000;
const NOON = "T12:00:00Z";

type Writer = Pick<Translator, "date" | "relative">;

/**
 * When a word is due, on its own: "in 20 minutes", "tomorrow", "in 3 days", then "3 Dec", with the
 * year if it is another one.
 * @param at ISO 8601
 */
export function whenDue(at: string, nowMs: number, rules: DayRules, { date, relative }: Writer) {
  const [today, day] = [dayOf(nowMs, rules), dayOf(Date.parse(at), rules)];
  const days = daysBetween(today, day);
  if (days === 0) return relative(at, nowMs);
  if (isCounted(days)) return relative(nowMs + days * DAY_MS, nowMs);
  return dateOfDay(day, today, { date });
}

/** A day as "3 Dec", with the year if it is not this one. */
export function dateOfDay(day: string, today: string, { date }: Pick<Writer, "date">): string {
  const isOtherYear = day.slice(0, 4) !== today.slice(0, 4);
  return date(`${day}${NOON}`, {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    ...(isOtherYear && { year: "numeric" }),
  });
}

/** The same within a sentence: "on 3 Dec". */
export function whenDueInSentence(
  at: string,
  nowMs: number,
  rules: DayRules,
  text: Writer & Pick<Translator, "t">,
): string {
  const when = whenDue(at, nowMs, rules, text);
  const days = daysBetween(dayOf(nowMs, rules), dayOf(Date.parse(at), rules));
  return isCounted(days) ? when : text.t("study.on_date", { date: when });
}

function isCounted(days: number): boolean {
  return Math.abs(days) <= COUNTED_DAYS;
}
