import type { ReleaseChannel, rollbackSentences, SentenceOf } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { inEnglish, type English } from "../../../platform/basics/english.ts";
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

type Obstacle = SentenceOf<typeof rollbackSentences>;

const texts: English<typeof rollbackSentences> = {
  version_running: ({ version }) => `${version} is running.`,
  version_unknown: ({ version }) => `${version} is not known here.`,
  version_too_old: ({ version, oldest }) => `${version} is older than ${oldest}.`,
  schema_too_new: ({ version, schema }) =>
    `${version} cannot read this database, which needs schema ${schema}.`,
};

/** A version that this installation knows. */
interface Registered {
  readonly version: string;
  readonly schema: number;
  readonly minReaderSchema: number;
}

/** The consequences of switching to a version. */
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
  readonly reasonDetail: Obstacle | null;
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
  const obstacle = obstacleTo(targetVersion, currentVersion, target, minReaderSchema);
  const installDir = installDirOf(needs);
  return {
    canRollback: obstacle === undefined,
    targetVersion,
    currentVersion,
    currentSchema,
    reason: obstacle === undefined ? null : inEnglish(texts, obstacle),
    reasonDetail: obstacle ?? null,
    targetSchema: target?.schema ?? null,
    willDropAfterSchema: target !== undefined && target.schema < currentSchema,
    droppedVersionsHint: between(known, targetVersion, currentVersion),
    needsDownload: installDir === undefined || !isKept(installDir, targetVersion),
  };
}

function obstacleTo(
  version: string,
  current: string,
  target: Registered | undefined,
  minReaderSchema: number,
): Obstacle | undefined {
  if (version === current) return { code: "version_running", args: { version } };
  if (target === undefined) return { code: "version_unknown", args: { version } };
  if (isOlder(version, OLDEST) === true) {
    return { code: "version_too_old", args: { version, oldest: OLDEST } };
  }
  if (target.schema < minReaderSchema) {
    return { code: "schema_too_new", args: { version, schema: minReaderSchema } };
  }
  return undefined;
}

/** Versions listed in the running RELEASE.json, and those that have run here. */
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

/** Tags between two versions, both exclusive, newest first. */
function between(known: ReadonlyMap<string, Registered>, one: string, other: string): string[] {
  const [low, high] = compareTags(one, other) < 0 ? [one, other] : [other, one];
  return [...known.keys()]
    .filter((tag) => compareTags(tag, low) > 0 && compareTags(tag, high) < 0)
    .toSorted((a, b) => compareTags(b, a));
}

/**
 * Starts a switch to a known version. The database is kept, after a backup.
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
