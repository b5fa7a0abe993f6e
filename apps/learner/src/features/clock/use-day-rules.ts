import { readPreferences } from "virtual:endpoints";
import { keyOf, queryClient } from "@wordloom/web";
import type { Preferences } from "@wordloom/contract";
import { useRead } from "../../server-state/use-read.ts";
import { browserZone, type DayRules } from "./study-day.ts";

/** Zone and start of the learner's day; this browser's zone if the account has none. */
export function useDayRules(): DayRules {
  return rulesOf(useRead(readPreferences).data);
}

/** The same outside a screen, as far as the account's preferences have been read. */
export function knownDayRules(): DayRules {
  return rulesOf(queryClient.getQueryData<Preferences>(keyOf(readPreferences)));
}

function rulesOf(known: Preferences | undefined): DayRules {
  return { timeZone: known?.timeZone ?? browserZone(), dayStartHour: known?.dayStartHour ?? 0 };
}
