import { readPreferences } from "virtual:endpoints";
import { useRead } from "../../server-state/use-read.ts";
import { browserZone, type DayRules } from "./study-day.ts";

/** Zone and start of the learner's day; this browser's zone if the account has none. */
export function useDayRules(): DayRules {
  const known = useRead(readPreferences).data;
  return { timeZone: known?.timeZone ?? browserZone(), dayStartHour: known?.dayStartHour ?? 0 };
}
