import type { SettingAbout, SettingField } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { readSettingFallbacks } from "../../../platform/settings/setting-fallbacks.ts";
import { originOf } from "../../../platform/settings/settings.ts";
import { rangeOf } from "../../../platform/settings/setting-types.ts";
import { settingGroups } from "../../../platform/settings/settings-table.ts";
import type { Setting, SettingName, Settings } from "../../../platform/settings/settings-table.ts";
import {
  defaultSettings,
  listSettingOrigins,
  readLatestSettings,
  storedFields,
  storedNames,
  variableOf,
  type StoredSettingName,
} from "../../accounts/settings/settings.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;
type Origins = ReadonlyMap<string, { updated_at_ms: number; updated_by: string | null }>;

/** All settings: first those that can be changed here, then those set by the environment. */
export async function describeSettings(needs: Needs): Promise<SettingAbout[]> {
  const values = await readLatestSettings(needs);
  const rows = await listSettingOrigins(needs.database);
  const origins: Origins = new Map(rows.map(({ key, ...origin }) => [key, origin]));
  const fallbacks = readSettingFallbacks(needs.settings);
  const defaults = defaultSettings({ ...needs.settings, ...fallbacks });
  const fromEnvironment = defaultSettings(needs.settings);
  return [
    ...storedNames.map((name) => {
      const own = { value: values[name], fallback: defaults[name], set: fromEnvironment[name] };
      return aboutStored(name, { ...own, stored: origins.get(name) }, needs.settings);
    }),
    ...Object.entries(settingGroups).flatMap(([group, settings]) =>
      Object.entries(settings as Record<string, Setting>).map(([name, setting]) =>
        aboutVariable(name as SettingName, group, setting, needs.settings, fallbacks),
      ),
    ),
  ];
}

interface Found {
  readonly value: unknown;
  /** The value without a stored value and with an empty environment. */
  readonly fallback: unknown;
  /** The value without a stored value. */
  readonly set: unknown;
  readonly stored: { updated_at_ms: number; updated_by: string | null } | undefined;
}

function aboutStored(
  key: StoredSettingName,
  { value, fallback, set, stored }: Found,
  settings: Settings,
): SettingAbout {
  const field: SettingField = storedFields[key];
  const variable = variableOf[key];
  // Some have several variables or none, so the origin follows from the value.
  const found = isSame(set, fallback) ? "default" : "environment";
  const origin =
    stored !== undefined
      ? "stored"
      : variable === undefined
        ? found
        : foundIn(settings, variable, found);
  return {
    key,
    group: field.group,
    type: field.type,
    min: field.min ?? null,
    max: field.max ?? null,
    default: fallback,
    unit: field.unit ?? null,
    description: field.about,
    effect: field.effect,
    ...placeOf(origin),
    value,
    inherited: set,
    environment:
      variable === undefined ? null : { name: variable, value: settings[variable] ?? null },
    updatedAt: stored === undefined ? null : toTimestamp(stored.updated_at_ms),
    updatedBy: stored?.updated_by ?? null,
  };
}

function aboutVariable(
  name: SettingName,
  group: string,
  setting: Setting,
  settings: Settings,
  fallbacks: Partial<Settings>,
): SettingAbout {
  const [value, fallback] = [settings[name] ?? null, fallbacks[name] ?? null];
  const range = rangeOf(setting.type);
  const isHidden = setting.secret === true;
  const shown = isHidden ? (value === null ? "unset" : "set") : value;
  return {
    key: name,
    group,
    type: typeOf(value ?? fallback),
    min: range?.min ?? null,
    max: range?.max ?? null,
    default: isHidden ? null : fallback,
    unit: null,
    description: setting.about,
    effect: "restart",
    ...placeOf(foundIn(settings, name, isSame(value, fallback) ? "default" : "environment")),
    value: shown,
    inherited: shown,
    environment: { name, value: shown },
    updatedAt: null,
    updatedBy: null,
  };
}

type Origin = SettingAbout["origin"];

/** @param otherwise  origin of settings that a program has not read */
function foundIn(settings: Settings, name: SettingName, otherwise: Origin): Origin {
  const origin = originOf(settings, name);
  if (origin === undefined) return otherwise;
  if (origin.startsWith("file ")) return "file";
  return origin === "generated" || origin === "default" ? origin : "environment";
}

/** `source` distinguishes three places; `origin` distinguishes more. */
function placeOf(origin: Origin): Pick<SettingAbout, "origin" | "source"> {
  if (origin === "file") return { origin, source: "environment" };
  return { origin, source: origin === "generated" ? "default" : origin };
}

function typeOf(value: unknown): string {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" && value !== null ? "object" : "string";
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
