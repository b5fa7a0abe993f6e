import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../platform/basics/app-error.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { OutboundError } from "../../../platform/outside/outbound.ts";
import { writeAudit, type AuditEntry } from "../audit/audit.service.ts";
import {
  judgeChanges,
  type ExtraRule,
  type JudgeOptions,
  type SettingChanges,
  type SettingFault,
  type StoredJson,
} from "./setting-changes.ts";
import { defaultSettings, mergeStored, type SystemSettings } from "./stored-settings.ts";
import { deleteStoredSetting, readStoredJson, upsertStoredSetting } from "./settings.repo.ts";
import { changesOfSnapshot, keepAutoSnapshot } from "./settings-snapshots.service.ts";
import { readLatestSettings } from "./settings.service.ts";

export type { SettingChanges } from "./setting-changes.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "maintenance" | "outbound" | "settings">;

/** The effective settings before and after a change. */
export interface SettingsChanged {
  readonly before: SystemSettings;
  readonly after: SystemSettings;
}

/** The action and target of a change in the audit log; default action: `settings.update`. */
export type ChangeNote = Partial<Pick<AuditEntry, "action" | "target">>;

type ChangeOptions = Pick<JudgeOptions, "storesSame">;

/**
 * Changes stored settings, all or none, and applies them in this process. Other processes follow
 * within seconds. Keeps a snapshot of the former values.
 *
 * @throws AppError with the code of the first fault, and all of them in `faults`
 */
export async function updateSettings(
  needs: Needs,
  by: Admin,
  changes: SettingChanges,
  note: ChangeNote = {},
  { storesSame }: ChangeOptions = {},
): Promise<SettingsChanged> {
  const atMs = needs.clock.nowMs();
  const changed = await transact(needs.database, async (tx) => {
    const stored = await holdStored(tx);
    const before = inForce(needs, stored);
    const { faults, writes } = judgeChanges(
      changes,
      { stored, before },
      { extraRule: centerRule(needs), storesSame },
    );
    refuseFaults(faults);
    const after = new Map(stored);
    for (const [name, json] of writes) {
      if (json === null) after.delete(name);
      else after.set(name, json);
    }
    await keepAutoSnapshot(needs, tx, { by, atMs, stored, changed: [...writes.keys()] });
    for (const [name, json] of writes) {
      if (json === null) await deleteStoredSetting(tx, name);
      else await upsertStoredSetting(tx, name, json, { atMs, by: by.id });
    }
    const values = [...writes].map(([name, json]) => [
      name,
      json === null ? null : JSON.parse(json),
    ]);
    const metadata = { changes: Object.fromEntries(values) };
    const now = inForce(needs, after);
    const names = [...writes.keys()];
    const usual = {
      action: "settings.update",
      target: { type: "settings", id: "system" },
    } as const;
    const states = { before: pick(before, names), after: pick(now, names) };
    await writeAudit(tx, { ...usual, ...note, by, atMs, metadata, ...states });
    return { before, after: now };
  });
  await readLatestSettings(needs);
  if (changed.before.maintenance_mode !== changed.after.maintenance_mode) {
    needs.maintenance.set(changed.after.maintenance_mode);
  }
  return changed;
}

/**
 * Sets every setting that snapshots hold to the values of one snapshot.
 *
 * @throws AppError NOT_FOUND; with the code of the first value that is no longer valid
 */
export async function restoreSnapshot(
  needs: Needs,
  by: Admin,
  id: string,
): Promise<SettingsChanged> {
  const { name, changes } = await changesOfSnapshot(needs, id);
  const target = { type: "snapshot", id, name } as const;
  const note = { action: "settings.snapshot.restore", target } as const;
  return updateSettings(needs, by, changes, note, { storesSame: true });
}

/** The stored values, locked until the end of the transaction, so that changes are sequential. */
async function holdStored(tx: OpenTransaction): Promise<StoredJson> {
  await takeNamedLock(tx, "system_settings");
  return readStoredJson(tx);
}

function pick(all: SystemSettings, names: readonly (keyof SystemSettings)[]) {
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

function inForce({ settings }: Pick<Needs, "settings">, stored: StoredJson): SystemSettings {
  const rows = [...stored].map(([key, json]) => ({ key, json }));
  return mergeStored(defaultSettings(settings), rows);
}

function refuseFaults(faults: readonly SettingFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message = faults.map(({ field, rule }) => `${field}: ${rule}`).join(" ");
  throw new AppError(first.code, message, {
    faults: faults.map(({ field, rule }) => ({ field, rule })),
  });
}

/** Servers in the local network are reachable only if the operator allows it. */
function centerRule({ outbound, settings }: Pick<Needs, "outbound" | "settings">): ExtraRule {
  return (name, value) => {
    if (name !== "wordbook_center_url" || value === "") return undefined;
    try {
      outbound.check(String(value), { allowPrivate: settings.WORDBOOK_CENTER_ALLOW_PRIVATE });
      return undefined;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return error.message;
    }
  };
}
