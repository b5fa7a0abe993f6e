import type { ExpressionBuilder } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";
import type { ApiKeysTable, GraceSecret } from "./api-keys.tables.ts";

type Where = ExpressionBuilder<Tables, "api_keys">;

/** Neither revoked nor expired. */
function isLive(where: Where, nowMs: number) {
  return where.and([
    where("revoked_at_ms", "is", null),
    where.or([where("expires_at_ms", "is", null), where("expires_at_ms", ">", nowMs)]),
  ]);
}

export async function findLiveKey(
  db: Database,
  prefix: string,
  nowMs: number,
): Promise<ApiKeysTable | undefined> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where("prefix", "=", prefix)
    .where((where) => isLive(where, nowMs))
    .executeTakeFirst();
}

/** The given hashes that belong to a live key. */
export async function listLiveHashes(
  db: Database,
  hashes: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("api_keys")
    .select(["key_hash", "previous_hash", "previous_until_ms", "earlier_json"])
    .where((where) => isLive(where, nowMs))
    .where((where) =>
      where.or([
        idsIn(db, "key_hash", hashes),
        idsIn(db, "previous_hash", hashes),
        where("earlier_json", "<>", "[]"),
      ]),
    )
    .execute();
  return rows.flatMap((row) => [row.key_hash, ...inGrace(row, nowMs).map(({ hash }) => hash)]);
}

/** A key's replaced secrets that still work. */
export function inGrace(
  row: Pick<ApiKeysTable, "previous_hash" | "previous_until_ms" | "earlier_json">,
  nowMs: number,
): GraceSecret[] {
  const { previous_hash: hash, previous_until_ms: untilMs } = row;
  const previous = hash === null || untilMs === null ? [] : [{ hash, untilMs }];
  const earlier = JSON.parse(row.earlier_json) as GraceSecret[];
  return [...previous, ...earlier].filter((secret) => secret.untilMs > nowMs);
}

/** Records a use unless one was recorded after `beforeMs`. */
export async function noteKeyUse(
  db: Database,
  id: string,
  use: { readonly nowMs: number; readonly beforeMs: number; readonly ip: string },
): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at_ms: use.nowMs, last_used_ip: use.ip })
    .where("id", "=", id)
    .where((where) =>
      where.or([
        where("last_used_at_ms", "is", null),
        where("last_used_at_ms", "<=", use.beforeMs),
      ]),
    )
    .execute();
}

/** Serializes creation, because keys are counted before one is added. */
export async function lockApiKeys(tx: Database): Promise<void> {
  await takeNamedLock(tx, "api_keys");
}

export async function countLiveKeys(db: Database, nowMs: number): Promise<number> {
  const { total } = await db
    .selectFrom("api_keys")
    .select(({ fn }) => fn.countAll().as("total"))
    .where((where) => isLive(where, nowMs))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertApiKey(db: Database, row: ApiKeysTable): Promise<void> {
  await db.insertInto("api_keys").values(row).execute();
}

/** Removes keys that were revoked or expired before a time. */
export async function removeEndedKeys(db: Database, beforeMs: number): Promise<void> {
  await db
    .deleteFrom("api_keys")
    .where((where) =>
      where.or([where("revoked_at_ms", "<", beforeMs), where("expires_at_ms", "<", beforeMs)]),
    )
    .execute();
}

/** All keys that have not ended before a time, newest first. */
export async function listApiKeyRows(db: Database, endedAfterMs: number): Promise<ApiKeysTable[]> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where((where) =>
      where.and([
        where.or([where("revoked_at_ms", "is", null), where("revoked_at_ms", ">=", endedAfterMs)]),
        where.or([where("expires_at_ms", "is", null), where("expires_at_ms", ">=", endedAfterMs)]),
      ]),
    )
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function lockApiKey(tx: Database, id: string): Promise<ApiKeysTable | undefined> {
  const row = tx.selectFrom("api_keys").selectAll().where("id", "=", id);
  return forUpdate(tx, row).executeTakeFirst();
}

export async function updateApiKey(
  db: Database,
  id: string,
  change: Partial<ApiKeysTable>,
): Promise<void> {
  await db.updateTable("api_keys").set(change).where("id", "=", id).execute();
}

/** Revokes the keys that an administrator created. @returns their ids */
export async function revokeKeysBy(
  db: Database,
  adminId: string,
  nowMs: number,
): Promise<string[]> {
  const revoked = await db
    .updateTable("api_keys")
    .set({ revoked_at_ms: nowMs })
    .where("created_by", "=", adminId)
    .where("revoked_at_ms", "is", null)
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}
