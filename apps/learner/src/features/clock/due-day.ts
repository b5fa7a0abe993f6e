import type { Translator } from "../../text/use-text.ts";
import { dayEndMs, dayOf, daysUntil, type DayRules } from "./study-day.ts";
import { dateOfDay, whenDueInSentence } from "./when-due.ts";

const DAY_MS = 86_400_000;

type Writer = Pick<Translator, "date" | "relative" | "t" | "today">;

/**
 * Whether a word is due, as the service counts: its time has come, or it falls on the learner's
 * current day after an interval of a day or more.
 * @param nextReviewAt ISO 8601
 * @param lastAnsweredAt ISO 8601; null: never answered
 * @param nowMs by the service's clock
 */
export function isDueByDay(
  nextReviewAt: string,
  lastAnsweredAt: string | null,
  rules: DayRules,
  nowMs: number,
): boolean {
  const dueMs = Date.parse(nextReviewAt);
  if (dueMs <= nowMs) return true;
  const lastMs = lastAnsweredAt === null ? 0 : Date.parse(lastAnsweredAt);
  return dueMs < dayEndMs(nowMs, rules) && dueMs - lastMs >= DAY_MS;
}

/**
 * The day on which a word is due: "due today", "due tomorrow", "due in 3 days", "due on 3 Dec"; of
 * a day that has passed "due since 3 Dec".
 * @param at ISO 8601
 */
export function dueDay(at: string, nowMs: number, rules: DayRules, text: Writer): string {
  const days = daysUntil(Date.parse(at), nowMs, rules);
  if (days >= 0) {
    const when = days === 0 ? text.today() : whenDueInSentence(at, nowMs, rules, text);
    return text.t("words.due_on", { when });
  }
  const date = dateOfDay(dayOf(Date.parse(at), rules), dayOf(nowMs, rules), text);
  return text.t("words.due_since", { date });
}
