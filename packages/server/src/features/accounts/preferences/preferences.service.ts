import { Language, type Preferences, type PreferencesChange } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import {
  dayBoundariesMs,
  dayStartMs,
  isTimeZone,
  localDay,
  shiftDay,
  type DayRules,
} from "../../../platform/time/local-day.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { preferredLanguage } from "./accept-language.ts";
import {
  findPreferences,
  listPreferences,
  savePreferences,
  type PreferencesRow,
} from "./preferences.repo.ts";

const DEFAULTS: Preferences = {
  theme: "system",
  language: "en",
  notificationEnabled: true,
  soundEnabled: true,
  timeZone: null,
  dayStartHour: 0,
};

const UTC_DAYS: DayRules = { timeZone: "UTC", dayStartHour: DEFAULTS.dayStartHour };

/** The learner's preferences, or the defaults. */
export async function preferencesOf(db: Database, userId: string): Promise<Preferences> {
  const row = await findPreferences(db, userId);
  return row === undefined ? DEFAULTS : toPreferences(row);
}

/**
 * The language for a learner: the learner's preference, or the client's if the preference is the
 * default, which most learners have never changed. Administrators have no preferences.
 *
 * @param acceptLanguage  the request header
 * @returns  a primary language subtag such as `zh`
 */
export async function languageOf(
  db: Database,
  reader: Learner | Admin,
  acceptLanguage: string | undefined,
): Promise<string> {
  const { language } = reader.kind === "learner" ? await preferencesOf(db, reader.id) : DEFAULTS;
  if (language !== DEFAULTS.language) return language;
  return preferredLanguage(acceptLanguage) ?? language;
}

/**
 * The language of texts for a caller without an account.
 *
 * @param acceptLanguage  the request header
 * @returns English if the client prefers a language without texts
 */
export function languageOfCaller(acceptLanguage: string | undefined): Language {
  const preferred = Language.safeParse(preferredLanguage(acceptLanguage));
  return preferred.success ? preferred.data : DEFAULTS.language;
}

/** The languages of several learners in one query, with an entry for every id. */
export async function listLanguages(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, Language>> {
  const languages = new Map(userIds.map((userId) => [userId, DEFAULTS.language]));
  for (const row of await listPreferences(db, userIds)) languages.set(row.user_id, row.language);
  return languages;
}

/**
 * Stores the given preferences and leaves the others unchanged. A new time zone or day start
 * applies to later days. Earlier counts stay with their day.
 *
 * @throws AppError INVALID_TIMEZONE
 */
export async function changePreferences(
  needs: Pick<Deps, "database">,
  learner: Learner,
  change: PreferencesChange,
): Promise<Preferences> {
  const { timeZone } = change;
  if (typeof timeZone === "string" && !isZoneName(timeZone)) refuse("INVALID_TIMEZONE");
  const columns = withoutNullish({
    theme: change.theme,
    language: change.language,
    notification_enabled: toFlag(change.notificationEnabled),
    sound_enabled: toFlag(change.soundEnabled),
    day_start_hour: change.dayStartHour,
  });
  const zone = timeZone === undefined ? {} : { time_zone: timeZone };
  return toPreferences(await savePreferences(needs.database, learner.id, { ...columns, ...zone }));
}

/** A UTC offset is not accepted as a zone, because it has no daylight saving. */
function isZoneName(text: string): boolean {
  return /^[A-Za-z]/.test(text) && isTimeZone(text);
}

function toFlag(value: boolean | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function toPreferences(row: PreferencesRow): Preferences {
  return {
    theme: row.theme,
    language: row.language,
    notificationEnabled: row.notification_enabled === 1,
    soundEnabled: row.sound_enabled === 1,
    timeZone: row.time_zone,
    dayStartHour: row.day_start_hour,
  };
}

/** @param fallbackZone  zone of learners who chose none: `settings.APP_TIMEZONE` */
export async function dayRulesOf(
  db: Database,
  userId: string,
  fallbackZone: string,
): Promise<DayRules> {
  const { timeZone, dayStartHour } = await preferencesOf(db, userId);
  return { timeZone: timeZone ?? fallbackZone, dayStartHour };
}

/** A learner's current day. */
export interface LearnerDay {
  readonly nowMs: number;
  /** yyyy-MM-dd. */
  readonly date: string;
  readonly dayStartMs: number;
  readonly dayEndMs: number;
  readonly rules: DayRules;
}

export async function learnerDay(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  userId: string,
): Promise<LearnerDay> {
  const rules = await dayRulesOf(needs.database, userId, needs.settings.APP_TIMEZONE);
  return dayAt(rules, needs.clock.nowMs());
}

/** The day of a learner with these rules at a moment. */
export function dayAt(rules: DayRules, nowMs: number): LearnerDay {
  const date = localDay(nowMs, rules.timeZone, rules.dayStartHour);
  const [dayStartMs = 0, dayEndMs = 0] = dayBoundariesMs(date, 1, rules);
  return { nowMs, date, dayStartMs, dayEndMs, rules };
}

/** First and last day of a range, both included, yyyy-MM-dd; absent: open. */
interface DaySpan {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * The moments between which these days of the learner's calendar lie; `untilMs` is exclusive.
 *
 * @throws AppError LEARNING_INVALID_DATE_RANGE
 */
export async function spanOfDays(
  needs: Pick<Deps, "database" | "settings">,
  userId: string,
  { startDate, endDate }: DaySpan,
): Promise<{ fromMs?: number; untilMs?: number }> {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    refuse("LEARNING_INVALID_DATE_RANGE");
  }
  if (startDate === undefined && endDate === undefined) return {};
  const rules = await dayRulesOf(needs.database, userId, needs.settings.APP_TIMEZONE);
  const startOf = (day: string) => dayStartMs(day, rules.timeZone, rules.dayStartHour);
  return {
    ...(startDate !== undefined && { fromMs: startOf(startDate) }),
    ...(endDate !== undefined && { untilMs: startOf(shiftDay(endDate, 1)) }),
  };
}

/** Day rules of several learners in one query, with an entry for every id. */
export async function listDayRules(
  db: Database,
  userIds: readonly string[],
  fallbackZone: string,
): Promise<Map<string, DayRules>> {
  const standard = { timeZone: fallbackZone, dayStartHour: DEFAULTS.dayStartHour };
  const rules = new Map<string, DayRules>(userIds.map((userId) => [userId, standard]));
  for (const row of await listPreferences(db, userIds)) {
    const timeZone = row.time_zone ?? fallbackZone;
    rules.set(row.user_id, { timeZone, dayStartHour: row.day_start_hour });
  }
  return rules;
}

/** The learner's day rules among those listed; UTC days for learners who are not listed. */
export function dayRulesIn(listed: ReadonlyMap<string, DayRules>, userId: string): DayRules {
  return listed.get(userId) ?? UTC_DAYS;
}
