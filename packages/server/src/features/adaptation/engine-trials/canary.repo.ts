import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { EngineArmStatsTable, EngineCanariesTable } from "./engine-trials.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type CanaryRow = Selectable<EngineCanariesTable>;
export type ArmStatsRow = Selectable<EngineArmStatsTable>;

export async function findActiveCanary(db: Database): Promise<CanaryRow | undefined> {
  return db
    .selectFrom("engine_canaries")
    .selectAll()
    .where("status", "=", "active")
    .executeTakeFirst();
}

/** The active canary, or the one that ended last. */
export async function findLatestCanary(db: Database): Promise<CanaryRow | undefined> {
  return db
    .selectFrom("engine_canaries")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function insertCanary(
  tx: Database,
  row: Insertable<EngineCanariesTable>,
): Promise<CanaryRow> {
  return tx.insertInto("engine_canaries").values(row).returningAll().executeTakeFirstOrThrow();
}

/** @returns whether it was active */
export async function changeActiveCanary(
  db: Database,
  id: number,
  change: Updateable<EngineCanariesTable>,
): Promise<boolean> {
  const result = await db
    .updateTable("engine_canaries")
    .set(change)
    .where("id", "=", id)
    .where("status", "=", "active")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Canaries, including ended ones, whose forced learners include this id. */
export async function listCanariesForcing(db: Database, userId: string): Promise<CanaryRow[]> {
  return db
    .selectFrom("engine_canaries")
    .selectAll()
    .where("force_user_ids_json", "like", `%"${userId}"%`)
    .execute();
}

export async function updateForced(tx: Database, id: number, json: string): Promise<void> {
  await tx
    .updateTable("engine_canaries")
    .set({ force_user_ids_json: json })
    .where("id", "=", id)
    .execute();
}

const STATS = {
  table: "engine_arm_stats",
  columns: {
    canary_id: "integer",
    arm: "text",
    answers: "integer",
    reward_sum: "real",
    reward_squares: "real",
    anomalies: "integer",
  },
  key: ["canary_id", "arm"],
  onConflict: "add",
} as const;

/** Adds to the stored counts of the same canary and arm. */
export async function addArmStats(db: Database, rows: readonly ArmStatsRow[]): Promise<void> {
  await upsertMany(db, STATS, rows);
}

export async function listArmStats(db: Database, canaryId: number): Promise<ArmStatsRow[]> {
  return db.selectFrom("engine_arm_stats").selectAll().where("canary_id", "=", canaryId).execute();
}

/** Conditions for members of a canary, in addition to the draw. Absent: no condition. */
export interface Eligibility {
  readonly createdBeforeMs?: number;
  /** Requires an answer in this period. */
  readonly activeWithin?: readonly [fromMs: number, toMs: number];
  /** The learners who meet the conditions. */
  readonly webOnly: boolean;
}

/** The learners who meet the conditions. */
export async function listEligible(
  db: Database,
  { createdBeforeMs, activeWithin, webOnly }: Eligibility,
  userIds: readonly string[],
): Promise<string[]> {
  const [fromMs, toMs] = activeWithin ?? [0, 0];
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    where ${idsIn(db, "users.id", userIds)}
      ${createdBeforeMs === undefined ? sql`` : sql`and created_at_ms <= ${createdBeforeMs}`}
      ${
        activeWithin === undefined
          ? sql``
          : sql`and exists (
              select 1 from records where records.user_id = users.id and records.import_id is null
                and records.created_at_ms >= ${fromMs} and records.created_at_ms < ${toMs}
            )`
      }
      ${webOnly ? sql`and ${hasDevice(sql`=`)} and not ${hasDevice(sql`<>`)}` : sql``}
  `.execute(db);
  return rows.map(({ id }) => id);
}

function hasDevice(comparison: ReturnType<typeof sql>) {
  return sql`exists (
    select 1 from devices where devices.user_id = users.id and devices.platform ${comparison} 'web'
  )`;
}

/** The next learners' ids, in order. */
export async function listUserIdsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
