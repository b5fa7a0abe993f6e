import { dayEndMs, type DayRules } from "./study-day.ts";

/** As long as the service's IDLE_MAX_MS. */
const IDLE_MAX_MS = 2 * 3_600_000;

/** When a session began, and its latest answer or renewal, Unix milliseconds. */
interface SessionTimes {
  readonly startedAtMs: number;
  readonly lastAtMs: number;
}

/**
 * Whether the service has ended the session at this moment: the learner's day on which it began is
 * over, or it was idle for two hours.
 */
export function isSessionOver(session: SessionTimes, rules: DayRules, atMs: number): boolean {
  return isIdle(session, atMs) || isOfAnotherDay(session, rules, atMs);
}

/** Whether its plan is that of another day. Who studies past midnight finishes it first. */
export function isPlanOver(session: SessionTimes, rules: DayRules, atMs: number): boolean {
  return isIdle(session, atMs) && isOfAnotherDay(session, rules, atMs);
}

function isIdle({ lastAtMs }: SessionTimes, atMs: number): boolean {
  return atMs >= lastAtMs + IDLE_MAX_MS;
}

/** Whether the learner's day on which the session began is over. */
export function isOfAnotherDay(
  { startedAtMs }: Pick<SessionTimes, "startedAtMs">,
  rules: DayRules,
  atMs: number,
): boolean {
  return atMs >= dayEndMs(startedAtMs, rules);
}
