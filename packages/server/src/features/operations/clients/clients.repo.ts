import { foldText } from "@wordloom/language";
import { sql, type Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { DevicesTable } from "../../clients/devices/devices.tables.ts";
import { foldedText } from "../../../platform/database/dialect/folded-text.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { contains } from "../../../platform/database/text-match.ts";
import type { Order, RowWindow } from "../../../platform/basics/page.ts";

export type ClientDevice = Selectable<DevicesTable>;

/** Filter of a list of devices. */
export interface ClientFilter {
  /** Part of the device id, model, owner's id or address, ignoring case. */
  readonly text?: string | undefined;
  readonly platform?: string | undefined;
  readonly seenSinceMs?: number | undefined;
}

/** Sort orders of devices. An index serves each. */
const ORDERS = {
  lastSeenAt: "devices.last_seen_at_ms",
  firstSeenAt: "devices.first_seen_at_ms",
} as const;

export type ClientField = keyof typeof ORDERS;

export async function listFiltered(
  db: Database,
  filter: ClientFilter,
  { field, direction }: Order<ClientField>,
  window: RowWindow,
): Promise<ClientDevice[]> {
  return filtered(db, filter)
    .selectAll("devices")
    .orderBy(ORDERS[field], direction)
    .orderBy("devices.id", direction)
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countFiltered(db: Database, filter: ClientFilter): Promise<number> {
  return countRows(filtered(db, filter));
}

/** A learner's devices, most recently seen first. */
export async function listOwned(
  db: Database,
  userId: string,
  limit: number,
): Promise<ClientDevice[]> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("last_seen_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Newest flag first. Uses a range, because SQLite uses no index for `is not null`. */
export async function listFlagged(db: Database, limit: number): Promise<ClientDevice[]> {
  return db
    .selectFrom("devices")
    .selectAll()
    .where("risk_flagged_at_ms", ">", 0)
    .orderBy("risk_flagged_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Number of devices by platform: all, known before a time, and seen since a time. */
export async function countPlatforms(
  db: Database,
  since: { readonly knownBeforeMs: number; readonly activeSinceMs: number },
) {
  const { rows } = await sql<
    Record<"total" | "before" | "active", number | string> & {
      platform: string;
    }
  >`
    select platform, count(*) as total,
      sum(case when first_seen_at_ms < ${since.knownBeforeMs} then 1 else 0 end) as before,
      sum(case when last_seen_at_ms >= ${since.activeSinceMs} then 1 else 0 end) as active
    from devices group by platform order by count(*) desc, platform
  `.execute(db);
  return rows.map(({ platform, total, before, active }) => ({
    platform,
    total: Number(total),
    before: Number(before),
    active: Number(active),
  }));
}

/** Most used first. */
export async function countAppVersions(db: Database, limit: number) {
  const rows = await db
    .selectFrom("devices")
    .select(["platform", "app_version as version"])
    .select((on) => on.fn.countAll<number | string>().as("count"))
    .where("app_version", "is not", null)
    .groupBy(["platform", "app_version"])
    .orderBy("count", "desc")
    .orderBy("platform")
    .orderBy("app_version")
    .limit(limit)
    .execute();
  return rows.map(({ platform, version, count }) => ({
    platform,
    version: version ?? "",
    count: Number(count),
  }));
}

/** The learners whose engine state was written since then. */
export async function listLearnedAbout(
  db: Database,
  userIds: readonly string[],
  sinceMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("engine_states")
    .select("user_id")
    .where(idsIn(db, "user_id", userIds))
    .where("updated_at_ms", ">=", sinceMs)
    .execute();
  return rows.map((row) => row.user_id);
}

/** The learners with a session event since then. */
export async function listStudying(
  db: Database,
  userIds: readonly string[],
  sinceMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("learning_sessions")
    .select("user_id")
    .distinct()
    .where(idsIn(db, "user_id", userIds))
    .where("last_event_at_ms", ">=", sinceMs)
    .execute();
  return rows.map((row) => row.user_id);
}

function filtered(db: Database, { text = "", platform, seenSinceMs }: ClientFilter) {
  let query = db.selectFrom("devices");
  if (platform) query = query.where("devices.platform", "=", platform);
  if (seenSinceMs !== undefined) query = query.where("last_seen_at_ms", ">=", seenSinceMs);
  if (text === "") return query;
  const piece = text.toLowerCase();
  // Ids and addresses are ASCII, or are stored in lower case.
  const has = (column: string) => contains(sql`lower(${sql.ref(column)})`, piece);
  const hasModel = contains(foldedText(db, sql.ref("devices.model")), foldText(text));
  return query.where(sql<boolean>`(
    ${has("devices.id")} or ${hasModel} or devices.user_id in (
      select users.id from users where ${has("users.id")} or ${has("users.email")}
    )
  )`);
}
