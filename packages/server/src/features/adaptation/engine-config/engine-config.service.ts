import {
  validateParameters,
  type Fault,
  type Leniency,
  type EngineParameters,
} from "@wordloom/engine";
import { parametersHash } from "@wordloom/engine/parameters";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { rewriteConfigFile } from "./config-file.service.ts";
import {
  findNewestVersion,
  findVersion,
  insertTrial,
  insertVersion,
  listVersionSummaries,
  type VersionRow,
  type VersionSummary,
} from "./config-versions.repo.ts";
import { followNewestVersion, parametersInForce } from "./parameters-in-force.service.ts";

export type { VersionRow, VersionSummary } from "./config-versions.repo.ts";
export {
  followNewestVersion,
  loadVersion,
  parametersInForce,
  type ParametersInForce,
} from "./parameters-in-force.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Source, author and conditions of a new version. */
export interface VersionOrigin {
  readonly source: VersionRow["source"];
  /** An admin's id or `worker:…`; null without an author. */
  readonly authorAdminId: string | null;
  readonly note?: string | null;
  /** Value of an If-Match header, which must name the active version. */
  readonly ifMatch?: string;
  /** Creates no version if the newest one has the same content. */
  readonly unlessInForce?: boolean;
}

export interface StoredVersion {
  readonly versionId: number;
  readonly versionHash: string;
}

/**
 * Additional work in the transaction that stores a version, such as an audit entry. `formerHash` is
 * the version in force until then; null: none was.
 */
export type InSameTransaction = (
  tx: OpenTransaction,
  stored: StoredVersion,
  formerHash: string | null,
) => Promise<void>;

/** Retries after concurrent writes. There are never that many concurrent writers. */
const ATTEMPTS_MAX = 20;

/**
 * Stores a configuration as the newest version and activates it: on this process before it
 * resolves, on others within seconds. Every call creates a version, even with unchanged content,
 * and updates the configuration file.
 *
 * @param snapshot  of any shape; every parameter must be present
 * @throws AppError AMAS_INVALID_CONFIG listing all faults, VERSION_CONFLICT
 */
export async function storeConfiguration(
  needs: Needs,
  snapshot: unknown,
  origin: VersionOrigin,
  inSameTransaction?: InSameTransaction,
): Promise<StoredVersion> {
  const parameters = requireValid(snapshot, { missing: "refused" });
  return putIntoForce(needs, parameters, origin, inSameTransaction);
}

async function putIntoForce(
  needs: Needs,
  parameters: EngineParameters,
  origin: VersionOrigin,
  inSameTransaction?: InSameTransaction,
): Promise<StoredVersion> {
  const stored = await appendVersion(needs, parameters, origin, inSameTransaction);
  await followNewestVersion(needs);
  await rewriteConfigFile(needs);
  return stored;
}

/**
 * Applies a change to the newest configuration. After a concurrent change on any process, the
 * change is reapplied on top of that one.
 *
 * @param change  returns the configuration to store; called once per attempt
 * @throws AppError AMAS_INVALID_CONFIG listing all faults, and anything `change` throws
 */
export async function changeConfiguration(
  needs: Needs,
  change: (snapshot: EngineParameters) => unknown,
  origin: Omit<VersionOrigin, "ifMatch" | "unlessInForce">,
  inSameTransaction?: InSameTransaction,
): Promise<StoredVersion> {
  for (let attempt = 1; ; attempt += 1) {
    await followNewestVersion(needs);
    const { snapshot, versionHash: ifMatch } = parametersInForce(needs);
    try {
      return await storeConfiguration(
        needs,
        change(snapshot),
        { ...origin, ifMatch },
        inSameTransaction,
      );
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === "VERSION_CONFLICT";
}

/**
 * Stores the content of an earlier version as the newest one. Parameters it lacks get their
 * defaults, and values of removed parameters are left out.
 *
 * @throws AppError NOT_FOUND, AMAS_INVALID_CONFIG if it is not valid in this release
 */
export async function restoreConfiguration(
  needs: Needs,
  versionHash: string,
  origin: VersionOrigin,
  inSameTransaction?: InSameTransaction,
): Promise<StoredVersion> {
  const { snapshot_json } = await readVersion(needs, versionHash);
  const parameters = requireValid(JSON.parse(snapshot_json), { unknown: "dropped" });
  const note = origin.note ?? `Restored from ${versionHash}.`;
  return putIntoForce(needs, parameters, { ...origin, note }, inSameTransaction);
}

/**
 * Stores a configuration for a trial, based on the newest version, without activating it.
 *
 * @param snapshot  of any shape; every parameter must be present
 * @returns its hash, by which it can be tried, read and restored
 * @throws AppError AMAS_INVALID_CONFIG listing all faults
 */
export async function storeTrial(
  needs: Pick<Deps, "clock" | "database">,
  snapshot: unknown,
  { authorAdminId, note }: { readonly authorAdminId: string; readonly note: string | null },
  inSameTransaction: (tx: OpenTransaction, versionHash: string) => Promise<void>,
): Promise<string> {
  const parameters = requireValid(snapshot, { missing: "refused" });
  return transact(needs.database, async (tx) => {
    const parent = (await findNewestVersion(tx))?.version_hash ?? null;
    const versionHash = parametersHash(parameters, parent);
    await insertTrial(tx, {
      version_hash: versionHash,
      parent_version_hash: parent,
      content_hash: parametersHash(parameters, null),
      snapshot_json: JSON.stringify(parameters),
      author_admin_id: authorAdminId,
      note,
      created_at_ms: needs.clock.nowMs(),
    });
    await inSameTransaction(tx, versionHash);
    return versionHash;
  });
}

/** A version or a stored trial. @throws AppError NOT_FOUND */
export async function readVersion(
  needs: Pick<Deps, "database">,
  versionHash: string,
): Promise<VersionRow> {
  const row = await findVersion(needs.database, versionHash);
  return row ?? refuse("NOT_FOUND", "No such version.");
}

/** Versions without their content, newest first. */
export async function listVersions(
  needs: Pick<Deps, "database">,
  window: { readonly limit: number; readonly offset: number },
): Promise<VersionSummary[]> {
  return listVersionSummaries(needs.database, window);
}

/** Adds a version to the chain without activating it. */
export async function appendVersion(
  needs: Pick<Deps, "clock" | "database">,
  parameters: EngineParameters,
  origin: VersionOrigin,
  inSameTransaction?: InSameTransaction,
): Promise<StoredVersion> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const stored = await transact(needs.database, async (tx) => {
      const newest = await findNewestVersion(tx);
      const added = await appendOnce(needs, tx, newest, { ...origin, parameters });
      if (added !== undefined) await inSameTransaction?.(tx, added, newest?.version_hash ?? null);
      return added;
    });
    if (stored !== undefined) return stored;
  }
  return refuse("CONFLICT", "The configuration was changed at the same time. Try again.");
}

async function appendOnce(
  needs: Pick<Deps, "clock">,
  tx: OpenTransaction,
  newest: VersionRow | undefined,
  version: VersionOrigin & { readonly parameters: EngineParameters },
): Promise<StoredVersion | undefined> {
  const { parameters, source, authorAdminId, note, ifMatch, unlessInForce = false } = version;
  const parent = newest?.version_hash ?? null;
  const contentHash = parametersHash(parameters, null);
  if (unlessInForce && newest?.content_hash === contentHash) {
    return { versionId: newest.id, versionHash: newest.version_hash };
  }
  if (ifMatch !== undefined && !matches(ifMatch, parent)) refuse("VERSION_CONFLICT");
  const versionHash = parent === null ? contentHash : parametersHash(parameters, parent);
  const versionId = await insertVersion(tx, {
    version_hash: versionHash,
    parent_version_hash: parent,
    content_hash: contentHash,
    snapshot_json: JSON.stringify(parameters),
    source,
    author_admin_id: authorAdminId,
    note: note ?? null,
    created_at_ms: needs.clock.nowMs(),
  });
  return versionId === undefined ? undefined : { versionId, versionHash };
}

/** RFC 9110: `*`, or a list of quoted tags; a weak one never matches. */
function matches(ifMatch: string, versionHash: string | null): boolean {
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (tags.includes("*")) return versionHash !== null;
  return tags.some((tag) => tag === `"${versionHash}"` || tag === versionHash);
}

function requireValid(snapshot: unknown, leniency: Leniency): EngineParameters {
  const checked = validateParameters(snapshot, leniency);
  return checked.ok ? checked.value : refuseFaults(checked.faults);
}

/** @throws AppError AMAS_INVALID_CONFIG naming all faults */
export function refuseFaults(faults: readonly Fault[]): never {
  const listed = faults.map((fault) => ({ ...fault }));
  refuse("AMAS_INVALID_CONFIG", faultsAsText(faults), { faults: listed });
}

/** All faults with their paths, as a message. */
export function faultsAsText(faults: readonly Fault[]): string {
  return faults.map(({ path, rule }) => `${path || "configuration"} must be ${rule}`).join("; ");
}
