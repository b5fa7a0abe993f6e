import type { Database } from "../../platform/database/tables.ts";
import { findPreferences, listPreferences } from "./preferences.repo.ts";

export interface Preferences {
  readonly theme: string;
  readonly language: string;
  readonly notificationEnabled: boolean;
  readonly soundEnabled: boolean;
  /** IANA name; null: the operator's zone holds. */
  readonly timeZone: string | null;
  /** 0 to 23; an answer before that hour belongs to the day before. */
  readonly dayStartHour: number;
}

/** Where a learner's days begin. */
export interface DayRules {
  readonly timeZone: string;
  readonly dayStartHour: number;
}

const DEFAULTS: Preferences = {
  theme: "system",
  language: "en",
  notificationEnabled: true,
  soundEnabled: true,
  timeZone: null,
  dayStartHour: 0,
};

/** What the learner has chosen, or the defaults. */
export async function preferencesOf(db: Database, userId: string): Promise<Preferences> {
  const row = await findPreferences(db, userId);
  if (row === undefined) return DEFAULTS;
  return {
    theme: row.theme,
    language: row.language,
    notificationEnabled: row.notification_enabled === 1,
    soundEnabled: row.sound_enabled === 1,
    timeZone: row.time_zone,
    dayStartHour: row.day_start_hour,
  };
}

/** @param fallbackZone  zone of learners who named none: `settings.APP_TIMEZONE` */
export async function dayRulesOf(
  db: Database,
  userId: string,
  fallbackZone: string,
): Promise<DayRules> {
  const { timeZone, dayStartHour } = await preferencesOf(db, userId);
  return { timeZone: timeZone ?? fallbackZone, dayStartHour };
}

/** Day rules of several learners in one query; there is an entry for every id asked for. */
export async function listDayRules(
  db: Database,
  userIds: readonly string[],
  fallbackZone = "UTC",
): Promise<Map<string, DayRules>> {
  const standard = { timeZone: fallbackZone, dayStartHour: DEFAULTS.dayStartHour };
  const rules = new Map<string, DayRules>(userIds.map((userId) => [userId, standard]));
  for (const row of await listPreferences(db, userIds)) {
    const timeZone = row.time_zone ?? fallbackZone;
    rules.set(row.user_id, { timeZone, dayStartHour: row.day_start_hour });
  }
  return rules;
}
