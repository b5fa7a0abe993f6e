import { DAY_MS, MINUTE_MS, QUARTER_HOUR_MS } from "./durations.ts";

/**
 * Calendar arithmetic in a learner's time zone.
 *
 * Zones are IANA names; an unknown one is a RangeError, because the contract has already refused
 * it. Times are Unix milliseconds.
 */

/** The zone and hour at which a learner's days start. */
export interface DayRules {
  readonly timeZone: string;
  /** 0 to 23; times before that hour belong to the previous day. */
  readonly dayStartHour: number;
}

/** UTC offsets change only at whole quarters of an hour, so an offset is valid for its quarter. */
const OFFSET_HOLDS_MS = QUARTER_HOUR_MS;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** The last quarter looked up, because most calls are about the present. */
  quarter: number;
  offsetMinutes: number;
}

/**
 * Limits the cache: names come from clients, and one zone can be spelled in many ways. A formatter
 * takes 37 KB outside the heap.
 */
const ZONES_KEPT_MAX = 200;

const zones = new Map<string, Zone>();

/** Whether the name is a time zone this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Minutes east of UTC at this moment, daylight saving included. */
export function utcOffsetMinutes(atMs: number, timeZone: string): number {
  // A fast path, because learners who chose no zone usually have UTC.
  if (timeZone === "UTC") return 0;
  const zone = zoneOf(timeZone);
  const quarter = Math.floor(atMs / OFFSET_HOLDS_MS);
  if (zone.quarter !== quarter) {
    const startMs = quarter * OFFSET_HOLDS_MS;
    zone.offsetMinutes = Math.round((wallClockMs(zone.format, startMs) - startMs) / MINUTE_MS);
    zone.quarter = quarter;
  }
  return zone.offsetMinutes;
}

/** Local hour, 0 to 23. */
export function localHour(atMs: number, timeZone: string): number {
  return new Date(localMs(atMs, timeZone)).getUTCHours();
}

/**
 * Learning day as yyyy-MM-dd.
 *
 * @param dayStartHour  0 to 23; times before that hour belong to the previous day
 */
export function localDay(atMs: number, timeZone: string, dayStartHour = 0): string {
  const local = localMs(atMs, timeZone);
  const early = new Date(local).getUTCHours() < dayStartHour;
  return toDay(early ? local - DAY_MS : local);
}

/** The day `days` later, or earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/**
 * First moment of a learning day.
 *
 * If the clock change skips that hour, it is the moment of the change; if the hour occurs twice,
 * the first one.
 */
export function dayStartMs(day: string, timeZone: string, dayStartHour = 0): number {
  const wallMs = Date.parse(`${day}T00:00:00Z`) + dayStartHour * 60 * MINUTE_MS;
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((ms) => utcOffsetMinutes(ms, timeZone));
  const candidates = offsets.map((offset) => wallMs - offset * MINUTE_MS);
  const exact = candidates.filter((ms) => localMs(ms, timeZone) === wallMs);
  return exact.length > 0 ? Math.min(...exact) : jumpBetween(candidates, timeZone);
}

/**
 * First moments of consecutive learning days, and of the day after them: one more than `count`. All
 * are whole quarters of an hour, because offsets are.
 */
export function dayBoundariesMs(
  firstDay: string,
  count: number,
  { timeZone, dayStartHour }: DayRules,
): number[] {
  return Array.from({ length: count + 1 }, (_, n) =>
    dayStartMs(shiftDay(firstDay, n), timeZone, dayStartHour),
  );
}

/** The moment of the clock change among the candidates for a wall time that does not exist. */
function jumpBetween(candidates: readonly number[], timeZone: string): number {
  let [before, after] = [Math.min(...candidates), Math.max(...candidates)];
  const offsetBefore = utcOffsetMinutes(before, timeZone);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (utcOffsetMinutes(middle, timeZone) === offsetBefore) before = middle;
    else after = middle;
  }
  return after;
}

function localMs(atMs: number, timeZone: string): number {
  return atMs + utcOffsetMinutes(atMs, timeZone) * MINUTE_MS;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const zone: Zone = { format, quarter: Number.NaN, offsetMinutes: 0 };
  if (zones.size >= ZONES_KEPT_MAX) zones.clear();
  zones.set(timeZone, zone);
  return zone;
}

/** Local time, expressed as if it were UTC. */
function wallClockMs(format: Intl.DateTimeFormat, atMs: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
