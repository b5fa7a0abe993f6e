import { PackChannel, packIdForm } from "@wordloom/contract";
import { sign } from "node:crypto";
import { promisify } from "node:util";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isOlder } from "../../../platform/basics/app-version.ts";
import { sha256Aside } from "../../../platform/basics/sha256-of.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { removePackFile, writePackFile, type PackFile } from "./pack-files.ts";
import { isJsonAside } from "./pack-json.ts";
import { openSigner } from "./pack-signer.service.ts";
import * as repo from "./resource-packs.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "ids" | "log" | "settings">;

const ANNOUNCED_AGAIN_AFTER_MS = 5 * MINUTE_MS;
const KEPT_AFTER_WITHDRAWAL_MS = 30 * DAY_MS;

/** An administrator's upload. */
export interface PackUpload extends PackFile {
  readonly channel: PackChannel;
  readonly minAppVersion: string | undefined;
  /** Description of the pack; undefined: unchanged. */
  readonly description: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Signs and stores a version: first its file, then its row and bytes in one transaction.
 *
 * @throws AppError VALIDATION_ERROR, PACK_EMPTY, PACK_VERSION_EXISTS, PACK_VERSION_NOT_INCREASING,
 *   RESOURCE_PACK_SIGNER_UNAVAILABLE, PACK_WRITE_FAILED
 */
export async function storePack(needs: Needs, by: Admin, upload: PackUpload) {
  const { packId, version, channel, bytes } = upload;
  if (!packIdForm.test(packId)) {
    refuse("VALIDATION_ERROR", "pack_id: 1-64 lower-case letters, digits and dashes.");
  }
  if (bytes.length === 0) refuse("PACK_EMPTY");
  requireNew(await repo.listPackVersions(needs.database, packId), upload);
  const key = await openSigner(needs);
  // For the largest payload each of these takes up to a second, so they run outside the event loop.
  const signature = (await promisify(sign)(null, bytes, key)).toString("base64");
  const signed = { packId, version, channel, signature, sha256: await sha256Aside(bytes) };
  const warnings = (await isJsonAside(bytes)) ? [] : ["The payload is not valid JSON."];
  await writeFirst(needs, upload);
  await transact(needs.database, (tx) => insertUpload(needs, tx, by, { ...upload, ...signed }));
  return { ...signed, sizeBytes: bytes.length, ...(warnings.length > 0 && { warnings }) };
}

async function insertUpload(
  { clock }: Needs,
  tx: OpenTransaction,
  by: Admin,
  upload: PackUpload & { readonly sha256: string; readonly signature: string },
): Promise<void> {
  const { packId, version, channel, bytes, sha256, signature, description } = upload;
  const atMs = clock.nowMs();
  await lockPack(tx, packId);
  requireNew(await repo.listPackVersions(tx, packId), upload);
  await repo.upsertPack(tx, { packId, description, atMs });
  await repo.insertVersionRow(tx, {
    pack_id: packId,
    version,
    channel,
    sha256,
    signature,
    size_bytes: bytes.length,
    min_app_version: upload.minAppVersion ?? null,
    published_at_ms: atMs,
    deactivated_at_ms: null,
  });
  await repo.insertPayload(tx, { pack_id: packId, version, bytes });
  const metadata = { version, sha256, sizeBytes: bytes.length };
  const target = { type: "pack", id: packId } as const;
  const entry = { by, action: "resource_pack.upload", atMs, target, channel } as const;
  await writeAudit(tx, { ...entry, after: metadata, metadata });
}

/** Withdrawn versions count as well, because a version never refers to other bytes. */
function requireNew(
  known: readonly repo.VersionRow[],
  { version, channel }: Pick<PackUpload, "version" | "channel">,
): void {
  if (known.some((row) => row.version === version)) refuse("PACK_VERSION_EXISTS");
  const isNewest = known
    .filter((row) => row.channel === channel)
    .every((row) => isOlder(row.version, version) === true);
  if (!isNewest) refuse("PACK_VERSION_NOT_INCREASING");
}

async function writeFirst(needs: Needs, upload: PackUpload): Promise<void> {
  try {
    await writePackFile(needs.settings, upload, upload.bytes, needs.ids.next());
  } catch (cause) {
    needs.log.error({ cause }, "the payload of a resource pack could not be written");
    refuse("PACK_WRITE_FAILED");
  }
}

/**
 * Activates a version in a channel. Clients are notified unless it is already active, or any
 * process has notified them about this pack and channel in the last 5 minutes.
 *
 * @param channelName  as requested
 * @throws AppError VALIDATION_ERROR, RESOURCE_PACK_NOT_FOUND
 */
export async function activateVersion(
  needs: Needs,
  by: Admin,
  { packId, version }: PackFile,
  channelName: string,
): Promise<PackChannel> {
  const { data: channel } = PackChannel.safeParse(channelName);
  if (channel === undefined) refuse("VALIDATION_ERROR", "channel: stable, beta or internal.");
  const atMs = needs.clock.nowMs();
  const isAnnounced = await transact(needs.database, async (tx) => {
    await lockPack(tx, packId);
    const found = await repo.findPackVersion(tx, packId, version);
    if (found?.deactivated_at_ms !== null) refuse("RESOURCE_PACK_NOT_FOUND");
    const before = await repo.findChannelRow(tx, packId, channel);
    const announcedAtMs = before?.last_broadcast_at_ms ?? null;
    const isRecent =
      announcedAtMs !== null && Math.abs(atMs - announcedAtMs) < ANNOUNCED_AGAIN_AFTER_MS;
    const tells = before?.version !== version && !isRecent;
    const last_broadcast_at_ms = tells ? atMs : announcedAtMs;
    await repo.replaceChannelRow(tx, { pack_id: packId, channel, version, last_broadcast_at_ms });
    const change = {
      ...(before?.version != null && { fromVersion: before.version }),
      toVersion: version,
    };
    const target = { type: "pack", id: packId } as const;
    const action = "resource_pack.set_active";
    const states = { before: { version: before?.version ?? null }, after: { version } };
    await writeAudit(tx, { by, action, atMs, target, channel, ...change, ...states });
    return tells;
  });
  if (isAnnounced) {
    const type = "resource_pack_available";
    needs.events.toAll({ type, packId, pack_id: packId, version, channel });
  } else needs.log.info({ packId, channel, version }, "clients are not notified of an activation");
  return channel;
}

/** Permanently withdraws a version from all channels. @throws AppError RESOURCE_PACK_NOT_FOUND */
export async function deactivateVersion(
  needs: Needs,
  by: Admin,
  { packId, version }: PackFile,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    await lockPack(tx, packId);
    const isLive = await repo.markDeactivated(tx, packId, version, atMs);
    if (!isLive) refuse("RESOURCE_PACK_NOT_FOUND");
    const activeIn = await repo.listChannelsOf(tx, packId, version);
    await repo.clearChannels(tx, packId, version);
    const target = { type: "pack", id: packId } as const;
    const states = { before: { version, activeIn }, after: { version: null, activeIn: [] } };
    const entry = { by, action: "resource_pack.deactivate", atMs, target, ...states } as const;
    await writeAudit(tx, { ...entry, metadata: { version } });
  });
}

/** Removes bytes, and files of this process, of versions withdrawn more than 30 days ago. */
export async function removeOldPayloads(needs: Needs, signal: AbortSignal): Promise<void> {
  const beforeMs = needs.clock.nowMs() - KEPT_AFTER_WITHDRAWAL_MS;
  for (const row of await repo.listDeactivatedBefore(needs.database, beforeMs)) {
    if (signal.aborted) return;
    await repo.removePayload(needs.database, row.pack_id, row.version);
    await removePackFile(needs.settings, { packId: row.pack_id, version: row.version });
  }
}

async function lockPack(tx: OpenTransaction, packId: string): Promise<void> {
  await takeNamedLock(tx, `resource_pack:${packId}`);
}
