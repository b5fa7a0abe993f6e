import { sql, type RawBuilder } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Columns to store. null: the request had no value. */
export interface TouchRow {
  readonly id: string;
  readonly user_id: string;
  readonly platform: string | null;
  readonly app_version: string | null;
  readonly fingerprint: string | null;
  readonly fingerprint_coarse: string | null;
  readonly ip: string;
  readonly first_seen_at_ms: number;
  readonly last_seen_at_ms: number;
}

/**
 * Inserts new devices, and updates devices of the same learner or without an owner. The latter get
 * the learner as owner. Ignores rows of erased accounts and of other learners' devices.
 *
 * One statement for any number of rows. Each device may occur at most once.
 */
export async function upsertTouched(db: Database, rows: readonly TouchRow[]): Promise<void> {
  const ordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await sql`
    insert into devices (id, user_id, platform, app_version, fingerprint, fingerprint_coarse, ip,
      first_seen_at_ms, last_seen_at_ms)
    ${source(db, JSON.stringify(ordered))}
    on conflict (id) do update set
      user_id = excluded.user_id,
      platform = case when excluded.platform = 'unknown'
        then devices.platform else excluded.platform end,
      app_version = coalesce(excluded.app_version, devices.app_version),
      fingerprint = coalesce(excluded.fingerprint, devices.fingerprint),
      fingerprint_coarse = coalesce(excluded.fingerprint_coarse, devices.fingerprint_coarse),
      ip = excluded.ip,
      last_seen_at_ms = excluded.last_seen_at_ms
    where devices.user_id is null or devices.user_id = excluded.user_id
  `.execute(db);
}

/** Owners of the given devices that are registered. */
export async function listOwners(
  db: Database,
  deviceIds: readonly string[],
): Promise<{ id: string; user_id: string | null }[]> {
  return db
    .selectFrom("devices")
    .select(["id", "user_id"])
    .where(idsIn(db, "id", deviceIds))
    .execute();
}

/** On PostgreSQL the accounts are locked until the commit, so that none is erased meanwhile. */
function source(db: Database, json: string): RawBuilder<unknown> {
  if (dialectOf(db) === "sqlite") {
    const field = (name: string) => sql`touch.value ->> ${sql.lit(name)}`;
    return sql`
      select ${field("id")}, users.id, coalesce(${field("platform")}, 'unknown'),
        ${field("app_version")}, ${field("fingerprint")}, ${field("fingerprint_coarse")},
        ${field("ip")}, ${field("first_seen_at_ms")}, ${field("last_seen_at_ms")}
      from json_each(${json}) as touch
      join users on users.id = touch.value ->> 'user_id' where true`;
  }
  return sql`
    select touch.id, users.id, coalesce(touch.platform, 'unknown'), touch.app_version,
      touch.fingerprint, touch.fingerprint_coarse, touch.ip, touch.first_seen_at_ms,
      touch.last_seen_at_ms
    from json_to_recordset(${json}::json) as touch (id text, user_id text, platform text,
      app_version text, fingerprint text, fingerprint_coarse text, ip text,
      first_seen_at_ms bigint, last_seen_at_ms bigint)
    join users on users.id = touch.user_id
    order by touch.id for key share of users`;
}
