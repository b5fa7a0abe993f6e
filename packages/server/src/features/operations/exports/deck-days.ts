import {
  dayStartMs,
  localDay,
  utcOffsetMinutes,
  type DayRules,
} from "../../../platform/time/local-day.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";

/** The days of a deck, which counts them from its first one. */
export type DeckDays = DayRules;

/** Earlier than the due date of any card. */
const FIRST_DAY = "2000-01-01";
/** Days of decks begin at this hour unless the learner has another. */
const DECK_HOUR = 4;

/**
 * The day of the deck that a moment belongs to.
 *
 * @param dayStartHour  when days begin; default: as the learner's do
 */
export function deckDayOf(
  { timeZone, dayStartHour }: DeckDays,
  atMs: number,
  startHour = dayStartHour,
): number {
  const day = localDay(atMs, timeZone, startHour);
  return Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS);
}

/** When the first day begins, and the learner's zone then. */
export function firstDayOf({ timeZone }: DeckDays): { createdS: number; minutesWest: number } {
  const startMs = dayStartMs(FIRST_DAY, timeZone, DECK_HOUR);
  return { createdS: startMs / 1000, minutesWest: -utcOffsetMinutes(startMs, timeZone) };
}
