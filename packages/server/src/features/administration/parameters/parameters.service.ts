import type { EngineParameters } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  followNewestVersion,
  listVersions,
  parametersInForce,
  readVersion,
  restoreConfiguration,
  storeConfiguration,
  storeTrial,
  type InSameTransaction,
  type StoredVersion,
  type VersionSummary,
} from "../../adaptation/engine-config/engine-config.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Maximum length of a version's note. */
const NOTE_MAX = 1_000;

export interface Conditions {
  /** From the query or from a header. */
  readonly note?: string | undefined;
  /** Value of the header If-Match. */
  readonly ifMatch?: string | undefined;
}

/** The active configuration, without overrides by the operator's settings. */
export async function readConfig(
  needs: Needs,
): Promise<{ readonly config: EngineParameters; readonly versionHash: string }> {
  // Another process may have stored a version within the last second.
  await followNewestVersion(needs);
  const { snapshot, versionHash } = parametersInForce(needs);
  return { config: snapshot, versionHash };
}

/**
 * Activates a whole configuration.
 *
 * @throws AppError AMAS_INVALID_CONFIG with every fault, VERSION_CONFLICT, VALIDATION_ERROR
 */
export async function replaceConfig(
  needs: Needs,
  by: Admin,
  config: unknown,
  { note, ifMatch }: Conditions,
) {
  const origin = {
    source: "manual",
    authorAdminId: by.id,
    note: noteOf(note),
    ...(ifMatch !== undefined && { ifMatch }),
  } as const;
  const audit = auditing(needs, by, "amas.config.update");
  return toReply(await storeConfiguration(needs, config, origin, audit));
}

/**
 * Stores a configuration for a trial with some learners, without activating it.
 *
 * @throws AppError AMAS_INVALID_CONFIG with every fault, VALIDATION_ERROR
 */
export async function addTrial(
  needs: Pick<Needs, "clock" | "database">,
  by: Admin,
  config: unknown,
  note: string | undefined,
) {
  const origin = { authorAdminId: by.id, note: noteOf(note) };
  const versionHash = await storeTrial(needs, config, origin, async (tx, id) => {
    const target = { type: "amas_config", id } as const;
    const after = { versionHash: id, note: origin.note };
    const entry = { by, action: "amas.config.trial", target, after } as const;
    await writeAudit(tx, { ...entry, atMs: needs.clock.nowMs() });
  });
  return { versionHash };
}

/** @throws AppError NOT_FOUND, AMAS_INVALID_CONFIG if it is not valid in this release */
export async function restoreConfig(
  needs: Needs,
  by: Admin,
  versionHash: string,
  note: string | null | undefined,
) {
  const origin = { source: "manual", authorAdminId: by.id, note: noteOf(note) } as const;
  const audit = auditing(needs, by, "amas.config.restore", { restoredFrom: versionHash });
  return toReply(await restoreConfiguration(needs, versionHash, origin, audit));
}

/** Versions without their content, newest first. */
export async function listConfigVersions(
  needs: Pick<Deps, "reports">,
  window: { readonly limit: number; readonly offset: number },
) {
  return (await listVersions({ database: needs.reports }, window)).map(toRow);
}

/** @throws AppError NOT_FOUND */
export async function readConfigVersion(needs: Pick<Deps, "database">, versionHash: string) {
  const row = await readVersion(needs, versionHash);
  return { ...toRow(row), snapshot_json: JSON.parse(row.snapshot_json) as EngineParameters };
}

function auditing(
  { clock }: Needs,
  by: Admin,
  action: "amas.config.update" | "amas.config.restore",
  metadata: Readonly<Record<string, unknown>> = {},
): InSameTransaction {
  return async (tx, { versionHash }, formerHash) => {
    await writeAudit(tx, {
      by,
      action,
      atMs: clock.nowMs(),
      target: { type: "amas_config", id: versionHash },
      metadata,
      before: { versionHash: formerHash },
      after: { versionHash },
    });
  };
}

/** An empty note counts as none. */
function noteOf(note: string | null | undefined): string | null {
  const text = note?.trim() ?? "";
  if (text.length > NOTE_MAX) refuse("VALIDATION_ERROR", `note has at most ${NOTE_MAX} characters`);
  return text === "" ? null : text;
}

function toReply({ versionHash, versionId }: StoredVersion) {
  return { updated: true as const, versionHash, versionId };
}

function toRow(row: VersionSummary) {
  return {
    id: row.id,
    version_hash: row.version_hash,
    author_admin_id: row.author_admin_id,
    source: row.source,
    note: row.note,
    parent_version_hash: row.parent_version_hash,
    created_at: toTimestamp(row.created_at_ms),
  };
}
