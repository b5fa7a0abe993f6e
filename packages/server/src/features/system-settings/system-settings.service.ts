import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
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

/** There is one set of settings, kept under this name. */
const ALL = "all";

const memory = freshMapPerApp<SystemSettings>({ entriesMax: 1, freshForMs: FRESH_FOR_MS });

/** The settings in force as long as they need not be read again; spares a request the waiting. */
export function systemSettingsAtHand(needs: Needs): SystemSettings | undefined {
  return memory(needs).get(ALL);
}

/** Settings in force: what an administrator stored, over the environment, over the defaults. */
export async function readSystemSettings(needs: Needs): Promise<SystemSettings> {
  return memory(needs).readOne(ALL, async () => {
    const rows = await listStoredSettings(needs.database);
    return mergeStored(defaultSettings(needs.settings), rows);
  });
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
  memory(needs).forget(ALL);
}
