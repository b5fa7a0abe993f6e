import { settingFields, type AdminSettings, type VersionGate } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { readSpending } from "../../../platform/outside/llm/llm.ts";
import {
  restoreSnapshot,
  updateSettings,
  type ChangeNote,
  type SettingChanges,
  type SettingsChanged,
} from "../../accounts/settings/change-settings.service.ts";
import {
  readLatestSettings,
  type SystemSettings,
} from "../../accounts/settings/settings.service.ts";
import {
  effectiveMinimum,
  versionGateChanged,
} from "../../clients/upgrades/version-gate.service.ts";
import { followSchedule } from "../advisor/advisor-schedule.service.ts";

type ReadNeeds = Pick<Deps, "clock" | "database" | "settings">;
type Needs = ReadNeeds & Pick<Deps, "events" | "ids" | "maintenance" | "outbound">;

const shownNames = Object.keys(settingFields) as (keyof typeof settingFields)[];

/** The effective settings, and the language model's cost this month. */
export async function readSettings(needs: ReadNeeds): Promise<AdminSettings> {
  return shown(needs, await readLatestSettings(needs));
}

/** @throws AppError with the code of the first fault; then nothing has changed */
export async function changeSettings(
  needs: Needs,
  by: Admin,
  changes: SettingChanges,
): Promise<AdminSettings> {
  return shown(needs, await changeAndTell(needs, by, changes));
}

/**
 * Restores the stored settings of a snapshot, including the advisor's.
 *
 * @throws AppError, see restoreSnapshot
 */
export async function restoreSettings(needs: Needs, by: Admin, id: string): Promise<AdminSettings> {
  const restored = await notifyDevices(needs, await restoreSnapshot(needs, by, id));
  await followSchedule(needs);
  return shown(needs, restored);
}

/** Locks learners out or lets them in again. All streams are notified. */
export async function setMaintenance(
  needs: Needs,
  by: Admin,
  active: boolean,
): Promise<{ active: boolean }> {
  const changes = { maintenance_mode: active };
  const target = { type: "settings", id: "maintenance" } as const;
  const note = { action: "settings.maintenance", target } as const;
  const after = await changeAndTell(needs, by, changes, note);
  return { active: after.maintenance_mode };
}

/** The minimum version of native apps. */
export async function readGate(needs: ReadNeeds): Promise<VersionGate> {
  return gateIn(needs, await readLatestSettings(needs));
}

/** @throws AppError INVALID_MIN_CLIENT_VERSION, INVALID_REQUEST_BODY */
export async function changeGate(
  needs: Needs,
  by: Admin,
  { enabled, minClientVersion }: { enabled?: unknown; minClientVersion?: unknown },
): Promise<VersionGate> {
  const changes = { version_gate_enabled: enabled, min_client_version: minClientVersion };
  const target = { type: "settings", id: "version_gate" } as const;
  const after = await changeAndTell(needs, by, changes, { action: "set_version_gate", target });
  return gateIn(needs, after);
}

async function changeAndTell(
  needs: Needs,
  by: Admin,
  changes: SettingChanges,
  note?: ChangeNote,
): Promise<SystemSettings> {
  return notifyDevices(needs, await updateSettings(needs, by, changes, note));
}

/** Notifies devices that the version gate no longer refuses. */
async function notifyDevices(
  needs: Needs,
  { before, after }: SettingsChanged,
): Promise<SystemSettings> {
  await versionGateChanged(needs, effectiveMinimum(needs, before), effectiveMinimum(needs, after));
  return after;
}

async function shown(needs: ReadNeeds, settings: SystemSettings): Promise<AdminSettings> {
  const entries = shownNames.map((name) => [name, settings[name]]);
  const { monthYuan } = await readSpending(needs);
  return {
    ...(Object.fromEntries(entries) as Omit<AdminSettings, typeof SPENT>),
    [SPENT]: monthYuan,
  };
}

const SPENT = "llm_advisor_current_month_spent_yuan";

function gateIn(needs: Pick<Deps, "settings">, stored: SystemSettings): VersionGate {
  const { MIN_CLIENT_VERSION, STRICT_MODE_ENABLED } = needs.settings;
  return {
    enabled: stored.version_gate_enabled,
    minClientVersion: stored.min_client_version,
    envMinClientVersion: MIN_CLIENT_VERSION ?? null,
    effectiveMinClientVersion: effectiveMinimum(needs, stored) ?? null,
    strictModeEnabled: STRICT_MODE_ENABLED,
  };
}
