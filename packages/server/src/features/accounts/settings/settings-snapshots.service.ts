import { rateLimitBuckets, type SettingsSnapshot } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { SettingChanges, StoredJson } from "./setting-changes.ts";
import {
  deleteSnapshotRow,
  findSnapshotRow,
  insertSnapshot,
  listSnapshotRows,
  pruneSnapshots,
  type SnapshotRow,
} from "./settings-snapshots.repo.ts";
import { asStoredNow, storedNames, type StoredSettingName } from "./stored-settings.ts";
import { readStoredJson } from "./settings.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids">;
type ReadNeeds = Pick<Deps, "database">;

/** Maximum number of snapshots per kind. */
const SNAPSHOTS_MAX = 50;

/** Excludes maintenance, which is a state of the service that no snapshot restores. */
const held: readonly StoredSettingName[] = storedNames.filter(
  (name) => name !== "maintenance_mode",
);

/** Newest first. */
export async function listSnapshots({ database }: ReadNeeds): Promise<SettingsSnapshot[]> {
  const stored = await readStoredJson(database);
  return (await listSnapshotRows(database)).map((row) => toSnapshot(row, stored));
}

/** @throws AppError NOT_FOUND */
export async function readSnapshot(
  { database }: ReadNeeds,
  id: string,
): Promise<SettingsSnapshot & { values: Record<string, unknown> }> {
  const row = (await findSnapshotRow(database, id)) ?? refuse("NOT_FOUND");
  const stored = await readStoredJson(database);
  return { ...toSnapshot(row, stored), values: valuesIn(row) };
}

/** Stores the current values under a name. @throws AppError CONFLICT if there are already 50 */
export async function createSnapshot(
  needs: Needs,
  by: Admin,
  { name, note }: { readonly name: string; readonly note?: string | null | undefined },
): Promise<SettingsSnapshot> {
  const atMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    await takeNamedLock(tx, "system_settings");
    const manual = (await listSnapshotRows(tx)).filter(({ kind }) => kind === "manual");
    if (manual.length >= SNAPSHOTS_MAX) {
      refuse("CONFLICT", `There are ${SNAPSHOTS_MAX} snapshots already; delete one first.`);
    }
    const stored = await readStoredJson(tx);
    const draft = { kind: "manual", name, note: note || null } as const;
    const row = await insertSnapshot(tx, newRow(needs, draft, { by, atMs, stored }));
    const target = { type: "snapshot", id: row.id, name } as const;
    const after = { name, note: row.note };
    const entry = { action: "settings.snapshot.create", by, atMs, target, after } as const;
    await writeAudit(tx, { ...entry, metadata: { name } });
    return toSnapshot(row, stored);
  });
}

/** @throws AppError NOT_FOUND */
export async function deleteSnapshot(needs: Needs, by: Admin, id: string): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const row = await findSnapshotRow(tx, id);
    if (row === undefined || !(await deleteSnapshotRow(tx, id))) return refuse("NOT_FOUND");
    const { name, note } = row;
    const target = { type: "snapshot", id, name } as const;
    const before = { name, note, values: valuesIn(row) };
    await writeAudit(tx, { action: "settings.snapshot.delete", by, atMs, target, before });
  });
}

/** The stored values before a change. */
interface BeforeChange {
  readonly by: Admin;
  readonly atMs: number;
  readonly stored: StoredJson;
}

/** Stores a snapshot before a change, unless the change affects nothing that snapshots hold. */
export async function keepAutoSnapshot(
  needs: Pick<Deps, "ids">,
  tx: OpenTransaction,
  change: BeforeChange & { readonly changed: readonly StoredSettingName[] },
): Promise<void> {
  const changed = change.changed.filter((name) => held.includes(name));
  if (changed.length === 0) return;
  const draft = { kind: "auto", name: `before ${changed.join(", ")}`, note: null } as const;
  await insertSnapshot(tx, newRow(needs, draft, change));
  await pruneSnapshots(tx, "auto", SNAPSHOTS_MAX);
}

/**
 * The name of a snapshot, and the changes that restore its values.
 *
 * @throws AppError NOT_FOUND
 */
export async function changesOfSnapshot(
  { database }: ReadNeeds,
  id: string,
): Promise<{ readonly name: string; readonly changes: SettingChanges }> {
  const row = (await findSnapshotRow(database, id)) ?? refuse("NOT_FOUND");
  return { name: row.name, changes: changesTo(valuesIn(row)) };
}

function changesTo(values: ReturnType<typeof valuesIn>): SettingChanges {
  const changes = Object.fromEntries(
    held.map((name) => [name, asStoredNow(name, values[name] ?? null)]),
  );
  // Limits are merged per bucket, so buckets missing from the snapshot are listed explicitly.
  const none = Object.fromEntries(rateLimitBuckets.map((bucket) => [bucket, null]));
  const limits = changes["rate_limits"];
  return limits === null ? changes : { ...changes, rate_limits: { ...none, ...limitsIn(limits) } };
}

function limitsIn(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function newRow(
  { ids }: Pick<Deps, "ids">,
  draft: Pick<SnapshotRow, "kind" | "name" | "note">,
  { by, atMs, stored }: BeforeChange,
) {
  const values = held.flatMap((name) => {
    const json = stored.get(name);
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
  });
  const values_json = `{${values.join(",")}}`;
  return { id: ids.next(), ...draft, values_json, created_at_ms: atMs, created_by: by.id };
}

function valuesIn(row: SnapshotRow): Record<string, unknown> {
  return JSON.parse(row.values_json) as Record<string, unknown>;
}

function toSnapshot(row: SnapshotRow, stored: StoredJson): SettingsSnapshot {
  const values = valuesIn(row);
  const changed = held.filter((name) => {
    const json = name in values ? JSON.stringify(values[name]) : undefined;
    return json !== stored.get(name);
  });
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    note: row.note,
    createdAt: toTimestamp(row.created_at_ms),
    createdBy: row.created_by,
    changed,
  };
}
