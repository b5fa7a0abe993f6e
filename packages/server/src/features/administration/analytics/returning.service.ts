import type { RegistrationCohorts } from "@wordloom/contract";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import {
  daysIn,
  mondayOf,
  type EventRange,
} from "../../clients/app-event-analytics/event-reading.service.ts";
import { ratio, spanOf } from "./analytics-days.ts";
import type { Needs } from "./day-reports.service.ts";
import { countRegistrations, countReturned, countReturning, type Week } from "./returning.repo.ts";

const WEEK_DAYS = 7;

/** How many of the accounts of each week have answers in that week and in the later ones. */
export async function readCohorts(needs: Needs, count: number): Promise<RegistrationCohorts> {
  const zone = needs.settings.APP_TIMEZONE;
  const lastMonday = mondayOf(localDay(needs.clock.nowMs(), zone));
  const weeks = Array.from({ length: count }, (_, no): Week => {
    const firstDay = shiftDay(lastMonday, (no + 1 - count) * WEEK_DAYS);
    const days = { firstDay, lastDay: shiftDay(firstDay, WEEK_DAYS - 1) };
    return { no, ...days, ...spanOf(days, zone) };
  });
  const sizes = await countRegistrations(needs.reports, weeks);
  const returning = await countReturning(needs.reports, weeks);
  const found = new Map(returning.map((row) => [`${row.cohort} ${row.week}`, row.learners]));
  const cohorts = weeks.map(({ no, firstDay }) => {
    const size = sizes.get(no) ?? 0;
    const cells = weeks.slice(no).map((week) => ratio(found.get(`${no} ${week.no}`) ?? 0, size));
    return { cohortStart: firstDay, size, cells };
  });
  return { cohorts };
}

/**
 * Share of the accounts made in the range with an answer that many days later, of those for whom
 * that day has come; null without any.
 */
export async function shareReturned(
  needs: Needs,
  range: EventRange,
  daysLater: number,
): Promise<number | null> {
  const zone = needs.settings.APP_TIMEZONE;
  const today = localDay(needs.clock.nowMs(), zone);
  const awaited = daysIn(range)
    .map((day) => ({ day, returnDay: shiftDay(day, daysLater) }))
    .filter(({ returnDay }) => returnDay <= today)
    .map(({ day, returnDay }) => ({
      ...spanOf({ firstDay: day, lastDay: day }, zone),
      returnDay,
    }));
  const { accounts, returned } = await countReturned(needs.reports, awaited);
  return ratio(returned, accounts);
}
