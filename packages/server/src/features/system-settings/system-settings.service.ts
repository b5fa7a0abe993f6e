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

const cacheOf = perApp<Needs, { current?: Cache | undefined }>(() => ({}));

/** Settings in force: what an administrator stored, over the environment, over the defaults. */
export async function readSystemSettings(needs: Needs): Promise<SystemSettings> {
  const cache = cacheOf(needs);
  const nowMs = needs.clock.monotonicMs();
  if (cache.current !== undefined && nowMs - cache.current.readAtMs < FRESH_FOR_MS) {
    return cache.current.settings;
  }
  const rows = await listStoredSettings(needs.database);
  const settings = mergeStored(defaultSettings(needs.settings), rows);
  cache.current = { settings, readAtMs: nowMs };
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
  cacheOf(needs).current = undefined;
}
