import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { setRateLimits } from "../../../platform/http/rate-limits-in-force.ts";
import {
  defaultSettings,
  mergeStored,
  type StoredSettingName,
  type SystemSettings,
} from "./stored-settings.ts";
import { listStoredSettings, upsertStoredSetting } from "./settings.repo.ts";

export type { StoredSettingName, SystemSettings } from "./stored-settings.ts";
export { findStoredSetting, listSettingOrigins, replaceStoredSetting } from "./settings.repo.ts";
export { defaultSettings, storedFields, storedNames, variableOf } from "./stored-settings.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** How long changes by other processes may go unnoticed. */
const FRESH_FOR_MS = 1_000;

/** The single cache key: all settings together. */
const ALL = "all";

const cache = ttlCachePerApp<SystemSettings>({ entriesMax: 1, ttlMs: FRESH_FOR_MS });

/** The effective settings if they are cached. Lets requests avoid waiting. */
export function cachedSystemSettings(needs: Needs): SystemSettings | undefined {
  return cache(needs).get(ALL);
}

/**
 * The effective settings: values stored by administrators, then the environment, then the defaults.
 */
export async function readSystemSettings(needs: Needs): Promise<SystemSettings> {
  return cache(needs).readOne(ALL, async () => {
    const rows = await listStoredSettings(needs.database);
    const settings = mergeStored(defaultSettings(needs.settings), rows);
    setRateLimits(needs, settings.rate_limits, settings.rate_limit_exempt);
    return settings;
  });
}

/**
 * Stores one setting. Call `forgetSystemSettings` after the commit, so that it takes effect
 * immediately.
 */
export async function storeSetting<Name extends StoredSettingName>(
  tx: Database,
  key: Name,
  value: SystemSettings[Name],
  nowMs: number,
): Promise<void> {
  await upsertStoredSetting(tx, key, JSON.stringify(value), { atMs: nowMs, by: null });
}

/**
 * Like `readSystemSettings`, including the latest changes by other processes, as shown to
 * administrators.
 */
export function readLatestSettings(needs: Needs): Promise<SystemSettings> {
  forgetSystemSettings(needs);
  return readSystemSettings(needs);
}

export function forgetSystemSettings(needs: Needs): void {
  cache(needs).forget(ALL);
}
