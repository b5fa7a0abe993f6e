const DAY_MS = 86_400_000;

/** A calendar day without time and zone: "2026-11-22". */
export type Day = string;

const msOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export function addDays(day: Day, days: number): Day {
  return dayOf(msOf(day) + days * DAY_MS);
}

/** Noon of a day in UTC, for Intl with timeZone "UTC". */
export function dateOf(day: Day): Date {
  return new Date(msOf(day) + DAY_MS / 2);
}

/** 1 (Monday) to 7 (Sunday). */
export function weekday(day: Day): number {
  return new Date(msOf(day)).getUTCDay() || 7;
}

/** Regions whose week begins on a Sunday or a Saturday, for browsers that lack this data. */
const SUNDAY = new Set("US CA MX BR JP KR TW HK MO IL IN ZA PH CO PE VE AR".split(" "));
const SATURDAY = new Set("AE AF BH DZ EG IQ IR JO KW LY OM QA SD SY".split(" "));

type WithWeek = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

/** The day on which a week begins in the person's region: 1 (Monday) to 7 (Sunday). */
export function weekStartOf(locale: string): number {
  const full = new Intl.Locale(locale).maximize() as WithWeek;
  const known = full.getWeekInfo?.() ?? full.weekInfo;
  if (known !== undefined) return known.firstDay;
  if (SUNDAY.has(full.region ?? "")) return 7;
  return SATURDAY.has(full.region ?? "") ? 6 : 1;
}

/**
 * Weeks of seven days, oldest first, ending with the week of `to`. Days before `from` and after
 * `to` are undefined.
 */
export function weeksOf(from: Day, to: Day, weekStart: number): (Day | undefined)[][] {
  const weeks: (Day | undefined)[][] = [];
  const back = (weekday(from) - weekStart + 7) % 7;
  for (let first = addDays(from, -back); first <= to; first = addDays(first, 7)) {
    const days = Array.from({ length: 7 }, (_, at) => addDays(first, at));
    weeks.push(days.map((day) => (day < from || day > to ? undefined : day)));
  }
  return weeks;
}

/** The seven days of the week that contains a day. */
export function weekOf(day: Day, weekStart: number): Day[] {
  const first = addDays(day, -((weekday(day) - weekStart + 7) % 7));
  return Array.from({ length: 7 }, (_, at) => addDays(first, at));
}

/** The weeks that carry a month's name: those in which the month begins, if there is room. */
export function monthMarks(
  weeks: readonly (readonly (Day | undefined)[])[],
  weeksApart = 3,
): { readonly week: number; readonly day: Day }[] {
  const marks: { week: number; day: Day }[] = [];
  weeks.forEach((days, week) => {
    const begins = days.find((day) => day?.endsWith("-01"));
    const day = begins ?? (week === 0 ? days.find((each) => each !== undefined) : undefined);
    if (day === undefined) return;
    const last = marks.at(-1);
    if (last !== undefined && week - last.week < weeksApart) marks.pop();
    marks.push({ week, day });
  });
  return marks.filter(({ week }) => weeks.length - week >= 2 || weeks.length === 1);
}

/**
 * Maps a day's value to five levels from 0 (nothing) to 4. The scale ends at the 90th percentile,
 * so that one marathon does not make all other days pale.
 */
export function levelsOf(values: readonly number[]): (value: number) => 0 | 1 | 2 | 3 | 4 {
  const some = values.filter((value) => value > 0).toSorted((left, right) => left - right);
  const top = some[Math.max(0, Math.ceil(some.length * 0.9) - 1)] ?? 1;
  return (value) => {
    if (value <= 0) return 0;
    return Math.min(4, Math.max(1, Math.ceil((value / top) * 4))) as 1 | 2 | 3 | 4;
  };
}
