import { createHash } from "node:crypto";
import type { ApiKey, ApiKeyDraft, ApiKeyScope, ApiKeyWithSecret } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isSameSecret } from "../../../platform/basics/same-secret.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import type { ApiKeys } from "../../../platform/identity/api-keys.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  countLiveKeys,
  findLiveKey,
  inGrace,
  insertApiKey,
  listApiKeyRows,
  listLiveHashes,
  lockApiKey,
  lockApiKeys,
  noteKeyUse,
  removeEndedKeys,
  revokeKeysBy,
  updateApiKey,
} from "./api-keys.repo.ts";
import type { ApiKeysTable } from "./api-keys.tables.ts";
import { createSecret, keyWith, prefixOf } from "./api-key-text.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "sessions">;

const LIVE_MAX = 50;

/** How long a key stays listed after it has ended. */
const LISTED_MS = 90 * DAY_MS;

/** Minimum time between two recorded uses of a key. */
const NOTED_EVERY_MS = MINUTE_MS;

/**
 * Sign-in with API keys. Each call reads the key, so that a revocation takes effect at once on
 * every process. Programs call rarely compared with learners.
 */
export function apiKeysIn({
  clock,
  database,
  log,
}: Pick<Deps, "clock" | "database" | "log">): ApiKeys {
  return {
    async find(key, ip) {
      const nowMs = clock.nowMs();
      const row = await findLiveKey(database, prefixOf(key), nowMs);
      const secretId = hashOf(key);
      if (row === undefined || !opens(row, secretId, nowMs)) return undefined;
      const beforeMs = nowMs - NOTED_EVERY_MS;
      if ((row.last_used_at_ms ?? 0) <= beforeMs) {
        // A full disk must not prevent programs from reading.
        await noteKeyUse(database, row.id, { nowMs, beforeMs, ip }).catch((cause: unknown) => {
          log.warn({ cause }, "the use of an API key could not be recorded");
        });
      }
      const { id: keyId, name, created_by: adminId } = row;
      return { keyId, name, adminId, scopes: scopesOf(row), secretId };
    },
    liveAmong: async (secretIds) =>
      new Set(await listLiveHashes(database, secretIds, clock.nowMs())),
  };
}

function opens(row: ApiKeysTable, hash: string, nowMs: number): boolean {
  const works = [row.key_hash, ...inGrace(row, nowMs).map((secret) => secret.hash)];
  return works.filter((known) => isSameSecret(known, hash)).length > 0;
}

/** All keys, newest first. Keys that have ended stay listed for 90 days. */
export async function listApiKeys(needs: Pick<Needs, "clock" | "database">): Promise<ApiKey[]> {
  const rows = await listApiKeyRows(needs.database, needs.clock.nowMs() - LISTED_MS);
  return rows.map(toApiKey);
}

/** @returns the key with its secret, which is not stored. @throws AppError API_KEY_LIMIT */
export async function createApiKey(
  needs: Needs,
  by: Admin,
  draft: ApiKeyDraft,
): Promise<ApiKeyWithSecret> {
  const nowMs = needs.clock.nowMs();
  const { prefix, key } = createSecret(needs.ids);
  const lifeMs = draft.expiresInDays === null ? null : draft.expiresInDays * DAY_MS;
  const row: ApiKeysTable = {
    id: needs.ids.next(),
    name: draft.name,
    prefix,
    key_hash: hashOf(key),
    previous_hash: null,
    previous_until_ms: null,
    earlier_json: "[]",
    scopes: [...new Set(draft.scopes)].join(","),
    created_by: by.id,
    created_at_ms: nowMs,
    life_ms: lifeMs,
    expires_at_ms: lifeMs === null ? null : nowMs + lifeMs,
    last_used_at_ms: null,
    last_used_ip: null,
    revoked_at_ms: null,
  };
  await transact(needs.database, async (tx) => {
    await lockApiKeys(tx);
    await removeEndedKeys(tx, nowMs - LISTED_MS);
    if ((await countLiveKeys(tx, nowMs)) >= LIVE_MAX) refuse("API_KEY_LIMIT");
    await insertApiKey(tx, row);
    const { name, scopes, expiresAt } = toApiKey(row);
    const after = { name, prefix, scopes, expiresAt };
    const target = { type: "api_key", id: row.id, name } as const;
    const entry = { by, action: "api_key.create", atMs: nowMs, target, after } as const;
    await writeAudit(tx, { ...entry, metadata: after });
  });
  return { ...toApiKey(row), key };
}

/**
 * Replaces the secret of a key. The old one works until its grace period ends, even if the key is
 * rotated again. The expiry moves by the key's original lifetime.
 *
 * @throws AppError NOT_FOUND, CONFLICT for a key that was revoked or has expired
 */
export async function rotateApiKey(
  needs: Needs,
  by: Admin,
  id: string,
  graceMinutes: number,
): Promise<ApiKeyWithSecret> {
  const nowMs = needs.clock.nowMs();
  const { row, key } = await transact(needs.database, async (tx) => {
    const before = (await lockApiKey(tx, id)) ?? refuse("NOT_FOUND", "No such API key.");
    if (!isLive(before, nowMs)) refuse("CONFLICT", "This API key was revoked or has expired.");
    const secret = keyWith(before.prefix, needs.ids);
    const { life_ms: lifeMs, expires_at_ms: expiresAtMs } = before;
    const change = {
      key_hash: hashOf(secret),
      previous_hash: before.key_hash,
      previous_until_ms: nowMs + graceMinutes * MINUTE_MS,
      earlier_json: JSON.stringify(inGrace(before, nowMs)),
      expires_at_ms: expiresAtMs === null ? null : expiresAtMs + (lifeMs ?? 0),
    };
    await updateApiKey(tx, id, change);
    const after = { ...before, ...change };
    await writeAudit(tx, {
      by,
      action: "api_key.rotate",
      atMs: nowMs,
      target: { type: "api_key", id, name: before.name },
      before: { expiresAt: toApiKey(before).expiresAt },
      after: { expiresAt: toApiKey(after).expiresAt },
      metadata: { name: before.name, graceMinutes, expiresAt: toApiKey(after).expiresAt },
    });
    return { row: after, key: secret };
  });
  // Closes streams that were opened with the old secret.
  needs.sessions.forget(row.created_by);
  return { ...toApiKey(row), key };
}

/** Revokes a key permanently. Its streams close at once. @throws AppError NOT_FOUND */
export async function revokeApiKey(needs: Needs, by: Admin, id: string): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const row = await transact(needs.database, async (tx) => {
    const before = (await lockApiKey(tx, id)) ?? refuse("NOT_FOUND", "No such API key.");
    const change = { revoked_at_ms: before.revoked_at_ms ?? nowMs };
    await updateApiKey(tx, id, change);
    const target = { type: "api_key", id, name: before.name } as const;
    await writeAudit(tx, {
      by,
      action: "api_key.revoke",
      atMs: nowMs,
      target,
      metadata: { name: before.name },
      before: { revokedAt: toApiKey(before).revokedAt },
      after: { revokedAt: toApiKey({ ...before, ...change }).revokedAt },
    });
    return before;
  });
  needs.sessions.forget(row.created_by);
}

/** Revokes all keys of an administrator who is being deleted. @returns how many */
export async function revokeApiKeysOf(
  tx: OpenTransaction,
  adminId: string,
  nowMs: number,
): Promise<number> {
  return (await revokeKeysBy(tx, adminId, nowMs)).length;
}

function isLive(row: ApiKeysTable, nowMs: number): boolean {
  const { revoked_at_ms: revokedAtMs, expires_at_ms: expiresAtMs } = row;
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function scopesOf({ scopes }: ApiKeysTable): ApiKeyScope[] {
  return scopes.split(",") as ApiKeyScope[];
}

function toApiKey(row: ApiKeysTable): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row),
    createdBy: row.created_by,
    createdAt: toTimestamp(row.created_at_ms),
    expiresAt: timeOrNull(row.expires_at_ms),
    lastUsedAt: timeOrNull(row.last_used_at_ms),
    lastUsedIp: row.last_used_ip,
    revokedAt: timeOrNull(row.revoked_at_ms),
  };
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : toTimestamp(atMs);
}
