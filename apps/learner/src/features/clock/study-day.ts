/**
 * Days of a learner's calendar. They start at an hour of her choice in her time zone, and last 23
 * or 25 hours when the clocks change. The service counts in the same way.
 */
export interface DayRules {
  /** IANA name, e.g. `Europe/Berlin`. */
  readonly timeZone: string;
  /** 0 to 23; earlier times belong to the day before. */
  readonly dayStartHour: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The learner's day at a moment, as yyyy-MM-dd. */
export function dayOf(atMs: number, { timeZone, dayStartHour }: DayRules): string {
  const localMs = atMs + offsetMs(atMs, timeZone);
  const isEarly = new Date(localMs).getUTCHours() < dayStartHour;
  return toDay(isEarly ? localMs - DAY_MS : localMs);
}

/** The day this many days later; earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Calendar days from one day to the other; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Days until a moment: 0 later today, 1 tomorrow; negative if it has passed. */
export function daysUntil(atMs: number, nowMs: number, rules: DayRules): number {
  return daysBetween(dayOf(nowMs, rules), dayOf(atMs, rules));
}

/**
 * The first moment of a day. If a clock change skips that hour, it is the moment of the change; if
 * the hour occurs twice, the first occurrence.
 */
export function dayStartMs(day: string, { timeZone, dayStartHour }: DayRules): number {
  const wallMs = Date.parse(`${day}T00:00:00Z`) + dayStartHour * HOUR_MS;
  const offsets = [wallMs - DAY_MS, wallMs + DAY_MS].map((ms) => offsetMs(ms, timeZone));
  const candidates = offsets.map((offset) => wallMs - offset);
  const exact = candidates.filter((ms) => ms + offsetMs(ms, timeZone) === wallMs);
  return exact.length > 0 ? Math.min(...exact) : changeBetween(candidates, timeZone);
}

/** When the day that contains this moment ends. */
export function dayEndMs(atMs: number, rules: DayRules): number {
  return dayStartMs(shiftDay(dayOf(atMs, rules), 1), rules);
}

/** The zone of this browser; UTC if it does not report one. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

function changeBetween(candidates: readonly number[], timeZone: string): number {
  let [before, after] = [Math.min(...candidates), Math.max(...candidates)];
  const offsetBefore = offsetMs(before, timeZone);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetMs(middle, timeZone) === offsetBefore) before = middle;
    else after = middle;
  }
  return after;
}

/** A learner has one zone, or two while traveling. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds east of UTC at a moment, in whole minutes. A zone unknown here counts as UTC. */
function offsetMs(atMs: number, timeZone: string): number {
  const part: Record<string, number> = {};
  // Offsets change on the minute, and the parts have no milliseconds.
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  for (const { type, value } of formatOf(timeZone).formatToParts(minuteMs)) {
    part[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wallMs - minuteMs) / MINUTE_MS) * MINUTE_MS;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = makeFormat(timeZone) ?? makeFormat("UTC");
  if (format === undefined) throw new RangeError("This browser has no calendar.");
  formats.set(timeZone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  } catch {
    return undefined;
  }
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
