import type { RegistrationCohorts } from "@wordloom/contract";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import {
  isTimeZone,
  localDay,
  shiftDay,
  utcOffsetMinutes,
} from "../../../platform/time/local-day.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import {
  daysIn,
  mondayOf,
  type EventRange,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio } from "./analytics-days.ts";
import { listZones } from "./answered.repo.ts";
import type { Days } from "./day-totals.repo.ts";
import type { Needs } from "./day-reports.service.ts";
import { offsetsOf } from "./hours.service.ts";
import {
  countRegistrations,
  countReturned,
  countReturning,
  type Calendars,
  type Week,
} from "./returning.repo.ts";

const WEEK_DAYS = 7;

/** No learner's day begins or ends further than this from the same day in UTC. */
const DAY_LIES_WITHIN_DAYS = 2;

/** How many accounts of each week have answers in that week and in later ones. */
export async function readCohorts(needs: Needs, count: number): Promise<RegistrationCohorts> {
  const lastMonday = mondayOf(localDay(needs.clock.nowMs(), needs.settings.APP_TIMEZONE));
  const weeks = Array.from({ length: count }, (_, no): Week => {
    const firstDay = shiftDay(lastMonday, (no + 1 - count) * WEEK_DAYS);
    const lastDay = shiftDay(firstDay, WEEK_DAYS - 1);
    return { no, firstNo: numberOf(firstDay), lastNo: numberOf(lastDay), firstDay, lastDay };
  });
  const firstDay = weeks[0]?.firstDay ?? lastMonday;
  const calendars = await calendarsOf(needs, {
    firstDay,
    lastDay: shiftDay(lastMonday, WEEK_DAYS),
  });
  const sizes = await countRegistrations(needs.reports, calendars, weeks);
  const returning = await countReturning(needs.reports, calendars, weeks);
  const found = new Map(returning.map((row) => [`${row.cohort} ${row.week}`, row.learners]));
  const cohorts = weeks.map(({ no, firstDay: cohortStart }) => {
    const size = sizes.get(no) ?? 0;
    const cells = weeks.slice(no).map((week) => ratio(found.get(`${no} ${week.no}`) ?? 0, size));
    return { cohortStart, size, cells };
  });
  return { cohorts };
}

/**
 * Share of the accounts created in the range with an answer `daysLater` days later, among those for
 * whom that day has come; null without any.
 */
export async function shareReturned(
  needs: Needs,
  range: EventRange,
  daysLater: number,
): Promise<number | null> {
  const awaited = daysIn(range).map((day) => {
    const madeNo = numberOf(day);
    return { madeNo, returnNo: madeNo + daysLater, returnDay: shiftDay(day, daysLater) };
  });
  const calendars = await calendarsOf(needs, range);
  const { accounts, returned } = await countReturned(needs.reports, calendars, awaited);
  return ratio(returned, accounts);
}

/** The calendars of all learners on these days. */
async function calendarsOf(
  { clock, reports, settings }: Needs,
  { firstDay, lastDay }: Days,
): Promise<Calendars> {
  const usualZone = settings.APP_TIMEZONE;
  const fromMs = Date.parse(firstDay) - DAY_LIES_WITHIN_DAYS * DAY_MS;
  const untilMs = Date.parse(lastDay) + (1 + DAY_LIES_WITHIN_DAYS) * DAY_MS;
  const zones = new Set([usualZone, ...(await listZones(reports)).filter(isTimeZone)]);
  const nowMs = clock.nowMs();
  const offsets = await mapInTurns([...zones], (zone) => {
    const nowShownMs = nowMs + utcOffsetMinutes(nowMs, zone) * MINUTE_MS;
    return offsetsOf(zone, { fromMs, untilMs }).map((one) => ({ ...one, nowShownMs }));
  });
  return { offsets: offsets.flat(), usualZone };
}

/** Days since 1970-01-01. */
function numberOf(day: string): number {
  return Date.parse(day) / DAY_MS;
}
