import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Conditions that a single device of a learner must fulfill. */
export interface DeviceConditions {
  readonly seenSinceMs: number;
  readonly platforms?: readonly string[];
  /** Versions as written by the devices. */
  readonly versions?: readonly string[];
}

/** An audience, with its conditions in database terms. Absent ones match everyone. */
export interface AudienceConditions {
  readonly device?: DeviceConditions;
  /** The learner has made a request or signed in since then. */
  readonly activeSinceMs?: number;
  readonly userIds?: readonly string[];
}

export async function countAudience(db: Database, audience: AudienceConditions): Promise<number> {
  return countRows(matching(db, audience));
}

/** The next learners of an audience, in id order. */
export async function listAudienceAfter(
  db: Database,
  audience: AudienceConditions,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await matching(db, audience)
    .select("users.id")
    .where("users.id", ">", afterId)
    .orderBy("users.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The distinct versions of devices seen since then. */
export async function listSeenVersions(db: Database, seenSinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("devices")
    .select("app_version")
    .distinct()
    .where("last_seen_at_ms", ">=", seenSinceMs)
    .where("user_id", "is not", null)
    .where("app_version", "is not", null)
    .$narrowType<{ app_version: string }>()
    .execute();
  return rows.map((row) => row.app_version);
}

/** Learners who are not banned and fulfill all conditions. */
function matching(db: Database, { device, activeSinceMs, userIds }: AudienceConditions) {
  return db
    .selectFrom("users")
    .where("users.is_banned", "=", 0)
    .$if(userIds !== undefined, (query) => query.where(idsIn(db, "users.id", userIds ?? [])))
    .$if(device !== undefined, (query) =>
      query.where(({ exists }) => exists(devicesOfUser(db, device ?? { seenSinceMs: 0 }))),
    )
    .$if(activeSinceMs !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([
          eb("users.last_seen_at_ms", ">=", activeSinceMs ?? 0),
          eb("users.last_login_at_ms", ">=", activeSinceMs ?? 0),
        ]),
      ),
    );
}

/** Served by devices_user. */
function devicesOfUser(db: Database, { seenSinceMs, platforms, versions }: DeviceConditions) {
  return db
    .selectFrom("devices")
    .select("devices.id")
    .where(sql<boolean>`devices.user_id = users.id`)
    .where("devices.last_seen_at_ms", ">=", seenSinceMs)
    .$if(platforms !== undefined, (query) =>
      query.where(idsIn(db, "devices.platform", platforms ?? [])),
    )
    .$if(versions !== undefined, (query) =>
      query.where(idsIn(db, "devices.app_version", versions ?? [])),
    );
}
