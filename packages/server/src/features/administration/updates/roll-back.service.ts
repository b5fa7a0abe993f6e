import type { ReleaseChannel } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isOlder } from "../../../platform/basics/app-version.ts";
import { readSchemaVersion } from "../../../platform/database/schema-version.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { isKept } from "../../../platform/release/install-layout.ts";
import { compareTags, parseReleaseTag } from "../../../platform/release/release-tags.ts";
import {
  requireAssets,
  requireCurrent,
  requireTag,
  requireWorkplace,
  startTask,
  type UpdateNeeds,
  type UpdateRequest,
} from "./apply-update.service.ts";
import { knownReleases } from "./release-list.service.ts";
import { installDirOf } from "./update-place.service.ts";
import { listVersionsRun } from "./updates.repo.ts";

type Needs = Pick<Deps, "database" | "installation" | "settings">;

/** The first version that could be updated and rolled back. */
const OLDEST = "v1.1.0";

/** A version that this installation knows. */
interface Registered {
  readonly version: string;
  readonly schema: number;
  readonly minReaderSchema: number;
}

/** What going to a version would mean. */
export interface RollbackPlan {
  readonly canRollback: boolean;
  readonly targetVersion: string;
  readonly currentVersion: string;
  readonly targetSchema: number | null;
  readonly currentSchema: number;
  readonly willDropAfterSchema: boolean;
  readonly droppedVersionsHint: string[];
  readonly needsDownload: boolean;
  readonly reason: string | null;
}

/** @throws AppError CURRENT_VERSION_MISMATCH, INVALID_TARGET_VERSION */
export async function planRollback(
  needs: Needs,
  request: { readonly targetVersion: string; readonly confirmCurrentVersion?: string },
): Promise<RollbackPlan> {
  const { targetVersion, confirmCurrentVersion } = request;
  if (confirmCurrentVersion !== undefined) requireCurrent(needs, confirmCurrentVersion);
  if (parseReleaseTag(targetVersion) === undefined) refuse("INVALID_TARGET_VERSION");
  const { version: currentVersion } = needs.installation;
  const known = await registered(needs);
  const target = known.get(targetVersion);
  const { schema: currentSchema, minReaderSchema } = await readSchemaVersion(needs.database);
  const reason = reasonAgainst(targetVersion, currentVersion, target, minReaderSchema);
  const installDir = installDirOf(needs);
  return {
    ...{ canRollback: reason === null, targetVersion, currentVersion, currentSchema, reason },
    targetSchema: target?.schema ?? null,
    willDropAfterSchema: target !== undefined && target.schema < currentSchema,
    droppedVersionsHint: between(known, targetVersion, currentVersion),
    needsDownload: installDir === undefined || !isKept(installDir, targetVersion),
  };
}

function reasonAgainst(
  tag: string,
  current: string,
  target: Registered | undefined,
  minReaderSchema: number,
): string | null {
  if (tag === current) return `${tag} is running.`;
  if (target === undefined) return `${tag} is not known here.`;
  if (isOlder(tag, OLDEST) === true) return `${tag} is older than ${OLDEST}.`;
  if (target.schema < minReaderSchema) {
    return `${tag} cannot read this database, which needs schema ${minReaderSchema}.`;
  }
  return null;
}

/** Versions of the running RELEASE.json, and those that have run here. */
async function registered(needs: Needs): Promise<ReadonlyMap<string, Registered>> {
  const runs = await listVersionsRun(needs.database);
  const known = runs.map((run) => ({
    version: run.version,
    schema: run.schema_number,
    minReaderSchema: run.min_reader_schema,
  }));
  const released = needs.installation.release?.versions ?? [];
  return new Map([...known, ...released].map((each) => [each.version, each]));
}

/** Tags after the older and before the newer of two, newest first. */
function between(known: ReadonlyMap<string, Registered>, one: string, other: string): string[] {
  const [low, high] = compareTags(one, other) < 0 ? [one, other] : [other, one];
  return [...known.keys()]
    .filter((tag) => compareTags(tag, low) > 0 && compareTags(tag, high) < 0)
    .toSorted((a, b) => compareTags(b, a));
}

/**
 * Starts the way to a known version. The database stays, after a backup.
 *
 * @throws AppError UPDATER_DISABLED, CURRENT_VERSION_MISMATCH, INVALID_TARGET_VERSION,
 *   ROLLBACK_TARGET_UNKNOWN, TARGET_MISMATCH, NO_ASSET, UPDATE_IN_PROGRESS
 */
export async function rollBack(needs: UpdateNeeds, by: Admin, request: UpdateRequest) {
  const { targetVersion } = request;
  const place = await requireWorkplace(needs);
  requireCurrent(needs, request.confirmCurrentVersion);
  requireTag(needs, targetVersion);
  const { canRollback, currentSchema, reason, targetSchema } = await planRollback(needs, {
    targetVersion,
  });
  if (!canRollback || targetSchema === null) {
    return refuse("ROLLBACK_TARGET_UNKNOWN", reason ?? undefined);
  }
  if (channelOf(targetVersion) !== request.channel) {
    refuse("TARGET_MISMATCH", `${targetVersion} is not of the channel ${request.channel}.`);
  }
  const assets = isKept(place.installDir, targetVersion)
    ? undefined
    : await requirePublished(needs, targetVersion);
  const start = { request, place, assets, action: "rollback", schema: targetSchema } as const;
  const accepted = await startTask(needs, by, start);
  return { ...accepted, action: "rollback" as const, targetSchema, currentSchema };
}

function channelOf(tag: string): ReleaseChannel | undefined {
  return parseReleaseTag(tag)?.channel;
}

/** @throws AppError NO_ASSET */
async function requirePublished(needs: UpdateNeeds, tag: string) {
  const { releases } = await knownReleases(needs);
  const release = releases.find((each) => each.tag === tag) ?? refuse("NO_ASSET");
  return requireAssets(needs, release);
}
