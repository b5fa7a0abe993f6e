import { HOUR_MS } from "../../../platform/time/durations.ts";
import { dayStartMs, localDay, shiftDay, type DayRules } from "../../../platform/time/local-day.ts";

/** A session is over after a pause this long. */
const IDLE_MAX_MS = 2 * HOUR_MS;

/** The times of an open session, Unix milliseconds. */
interface SessionTimes {
  readonly created_at_ms: number;
  readonly last_event_at_ms: number;
}

/**
 * Whether an open session is over at a moment: the learner's day on which it began has ended, or
 * its latest event was two hours before. Later answers belong to another session.
 */
export function isOver(session: SessionTimes, rules: DayRules, atMs: number): boolean {
  if (atMs >= session.last_event_at_ms + IDLE_MAX_MS) return true;
  const { timeZone, dayStartHour } = rules;
  const day = localDay(session.created_at_ms, timeZone, dayStartHour);
  return atMs >= dayStartMs(shiftDay(day, 1), timeZone, dayStartHour);
}
