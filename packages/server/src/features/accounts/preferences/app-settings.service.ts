import type { AppSettings } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import {
  findAppSettings,
  insertAppSettings,
  updateAppSettings,
  type AppSettingsRow,
} from "./app-settings.repo.ts";

/** The learner's settings; revision 0 and no settings before any were stored. */
export async function appSettingsOf(db: Database, userId: string): Promise<AppSettings> {
  const row = await findAppSettings(db, userId);
  return row === undefined ? { revision: 0, settings: {} } : toAppSettings(row);
}

/**
 * Replaces the settings.
 *
 * @param change  the new settings, an object, and the revision they are based on
 * @throws AppError CONFLICT if that is not the current revision
 */
export async function saveAppSettings(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
  change: { readonly revision: number; readonly settings: unknown },
): Promise<AppSettings> {
  const next: AppSettingsRow = {
    user_id: learner.id,
    revision: change.revision + 1,
    settings_json: JSON.stringify(change.settings),
    updated_at_ms: needs.clock.nowMs(),
  };
  const save = change.revision === 0 ? insertAppSettings : updateAppSettings;
  const saved = await save(needs.database, next);
  if (!saved) refuse("CONFLICT", "The settings have been changed on another device meanwhile.");
  return toAppSettings(next);
}

function toAppSettings(row: AppSettingsRow): AppSettings {
  const settings = JSON.parse(row.settings_json) as AppSettings["settings"];
  return { revision: row.revision, settings };
}
