import type { AnalyticsRange } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isTimeZone, localDay, type DayRules } from "../../../platform/time/local-day.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { rangeUntil, type DayRange, type RangeType } from "./day-range.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Parameters of an analysis. */
export interface AnalyticsQuery {
  readonly range: RangeType;
  /** IANA name. If absent, the learner's own zone. */
  readonly timezone?: string | undefined;
}

/** The days of an analysis, and the rules by which days begin. */
export interface AnalyticsFrame {
  readonly type: RangeType;
  readonly days: DayRange;
  readonly rules: DayRules;
  /** Whether the daily totals use the same day rules. */
  readonly isOwnCalendar: boolean;
}

/** The range that ends today, in the requested time zone. */
export async function frameOf(
  needs: Needs,
  learner: Learner,
  query: AnalyticsQuery,
): Promise<AnalyticsFrame> {
  const own = await dayRulesOf(needs.database, learner.id, needs.settings.APP_TIMEZONE);
  const timeZone = query.timezone ?? own.timeZone;
  if (!isTimeZone(timeZone)) refuse("ANALYTICS_INVALID_TIMEZONE");
  const rules = { ...own, timeZone };
  const today = localDay(needs.clock.nowMs(), timeZone, rules.dayStartHour);
  return {
    type: query.range,
    days: rangeUntil(today, query.range),
    rules,
    isOwnCalendar: timeZone === own.timeZone,
  };
}

export function toRange({ type, days, rules }: AnalyticsFrame): AnalyticsRange {
  return { type, startDate: days.firstDay, endDate: days.lastDay, timezone: rules.timeZone };
}
