import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import {
  defaultSettings,
  mergeStored,
  type StoredSettingName,
  type SystemSettings,
} from "./stored-settings.ts";
import { listStoredSettings, upsertStoredSetting } from "./system-settings.repo.ts";

export type { StoredSettingName, SystemSettings } from "./stored-settings.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** How long a change made by another process may stay unnoticed. */
const FRESH_FOR_MS = 1_000;

interface Cache {
  settings: SystemSettings;
  readAtMs: number;
}

interface Memory {
  current: Cache | undefined;
  /** How often it was forgotten: what was read before may be older than the change. */
  forgotten: number;
}

const cacheOf = perApp<Needs, Memory>(() => ({ current: undefined, forgotten: 0 }));

/** The settings in force as long as they need not be read again; spares a request the waiting. */
export function systemSettingsAtHand(needs: Needs): SystemSettings | undefined {
  const { current } = cacheOf(needs);
  if (current === undefined) return undefined;
  return needs.clock.monotonicMs() - current.readAtMs < FRESH_FOR_MS ? current.settings : undefined;
}

/** Settings in force: what an administrator stored, over the environment, over the defaults. */
export async function readSystemSettings(needs: Needs): Promise<SystemSettings> {
  const atHand = systemSettingsAtHand(needs);
  if (atHand !== undefined) return atHand;
  const cache = cacheOf(needs);
  const nowMs = needs.clock.monotonicMs();
  const { forgotten } = cache;
  const rows = await listStoredSettings(needs.database);
  const settings = mergeStored(defaultSettings(needs.settings), rows);
  if (cache.forgotten === forgotten) cache.current = { settings, readAtMs: nowMs };
  return settings;
}

/** Stores one setting. Call `forgetSystemSettings` after the commit, so that it acts at once. */
export async function storeSetting<Name extends StoredSettingName>(
  tx: Database,
  key: Name,
  value: SystemSettings[Name],
  nowMs: number,
): Promise<void> {
  await upsertStoredSetting(tx, key, JSON.stringify(value), nowMs);
}

export function forgetSystemSettings(needs: Needs): void {
  const cache = cacheOf(needs);
  cache.current = undefined;
  cache.forgotten += 1;
}
