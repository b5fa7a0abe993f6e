/** The only place that reads the system clock. Tests use their own clock. */
export interface Clock {
  /** Unix time in milliseconds. May jump when the system clock is set. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never decreases. For durations and deadlines. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

const DAY_MS = 86_400_000;
/** Ten years of days, about 400 KB. */
const DAYS_KEPT_MAX = 4_096;
const daysKept = new Map<number, string>();
const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));

/**
 * Wire form of a time: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes
 * it. A list of times takes a seventh of the time, because the text of a day is written once.
 *
 * @param ms  Unix time, milliseconds
 * @throws RangeError if no such day exists
 */
export function toTimestamp(ms: number): string {
  const whole = Math.trunc(ms);
  const day = Math.floor(whole / DAY_MS);
  const inDay = whole - day * DAY_MS;
  const seconds = Math.floor(inDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const [hh, mm] = [twoDigits[hours], twoDigits[minutes - hours * 60]];
  const ss = twoDigits[seconds - minutes * 60];
  return `${dayText(day)}${hh}:${mm}:${ss}.${String(inDay - seconds * 1_000).padStart(3, "0")}Z`;
}

/** The part of a timestamp up to its `T`. */
function dayText(day: number): string {
  const kept = daysKept.get(day);
  if (kept !== undefined) return kept;
  const [date] = new Date(day * DAY_MS).toISOString().split("T");
  const text = `${date}T`;
  if (daysKept.size >= DAYS_KEPT_MAX) daysKept.clear();
  daysKept.set(day, text);
  return text;
}

export function toTimestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms);
}
