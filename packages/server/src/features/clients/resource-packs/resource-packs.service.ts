import {
  semverTagForm,
  type PackChannel,
  type PackManifest,
  type ResourcePack,
} from "@wordloom/contract";
import { createHash } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isOlder, newestOf } from "../../../platform/basics/app-version.ts";
import { sha256Aside } from "../../../platform/basics/sha256-of.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { minimumInForce } from "../upgrades/version-gate.service.ts";
import { payloadPath, readPackFile, writePackFile, type PackFile } from "./pack-files.ts";
import {
  findActiveVersion,
  findPackVersion,
  findPayload,
  listPackRows,
  type PackRow,
} from "./resource-packs.repo.ts";

export { payloadPath } from "./pack-files.ts";
export { listPackRows, type VersionRow } from "./resource-packs.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** Ordered by id. @param wanted  with a channel: packs with an active version in it */
export async function listPacks(
  { database }: Pick<Deps, "database">,
  { channel }: { readonly channel?: PackChannel | undefined },
): Promise<ResourcePack[]> {
  return (await listPackRows(database, channel)).map(toPack);
}

export function toPack(row: PackRow): ResourcePack {
  return {
    packId: row.pack_id,
    description: row.description,
    createdAt: toTimestamp(row.created_at_ms),
    updatedAt: toTimestamp(row.updated_at_ms),
  };
}

/** A client's request for a manifest. */
export interface ManifestRequest {
  readonly packId: string;
  readonly channel: PackChannel;
  /** Version of the client; undefined: no version is too low. */
  readonly appVersion: string | undefined;
  /** Prefix of the download address. */
  readonly prefix: string;
}

/**
 * The active version.
 *
 * @throws AppError VALIDATION_ERROR, RESOURCE_PACK_NOT_FOUND, app_version_too_low
 */
export async function readManifest(
  needs: Needs,
  { packId, channel, appVersion, prefix }: ManifestRequest,
): Promise<{ manifest: PackManifest; etag: string }> {
  if (appVersion !== undefined && !semverTagForm.test(appVersion)) {
    refuse("VALIDATION_ERROR", "appVersion: a version has the form x.y.z.");
  }
  const found =
    (await findActiveVersion(needs.database, packId, channel)) ?? refuse("RESOURCE_PACK_NOT_FOUND");
  const { minimum } = await minimumInForce(needs);
  const oldest = newestOf([found.min_app_version, minimum]);
  if (appVersion !== undefined && oldest !== undefined && isOlder(appVersion, oldest)) {
    refuse("app_version_too_low", `Version ${oldest} of the app is needed.`);
  }
  const { version } = found;
  const downloadURL = prefix + payloadPath({ packId, version });
  const manifest = {
    packId,
    version,
    downloadURL,
    channel,
    sha256: found.sha256,
    sizeBytes: found.size_bytes,
    minAppVersion: found.min_app_version,
    signature: found.signature,
    signatureAlgorithm: "ed25519",
  } as const;
  return { manifest, etag: etagOf([packId, version, channel, downloadURL]) };
}

function etagOf(parts: readonly string[]): string {
  return `"${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16)}"`;
}

/**
 * The payload from the file, which is recreated from the database if it is missing or damaged.
 *
 * @throws AppError RESOURCE_PACK_NOT_FOUND
 */
export async function readPayload(needs: Needs, pack: PackFile): Promise<Buffer> {
  const { packId, version } = pack;
  const row =
    (await findPackVersion(needs.database, packId, version)) ?? refuse("RESOURCE_PACK_NOT_FOUND");
  const cached = await readPackFile(needs.settings, pack).catch(() => undefined);
  if (cached !== undefined && (await sha256Aside(cached)) === row.sha256) return cached;
  const bytes =
    (await findPayload(needs.database, packId, version)) ?? refuse("RESOURCE_PACK_NOT_FOUND");
  // A file that cannot be written only costs speed: the next reader retries.
  await writePackFile(needs.settings, pack, bytes, needs.ids.next()).catch((cause: unknown) => {
    needs.log.warn({ cause }, "the payload of a resource pack could not be written to its file");
  });
  return bytes;
}
