import type { Insertable, Selectable, Updateable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { ExperimentArmsTable, ExperimentsTable } from "./engine-trials.tables.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type ExperimentRow = Selectable<ExperimentsTable>;
export type ArmRow = Selectable<ExperimentArmsTable>;

export async function findRunningExperiment(db: Database): Promise<ExperimentRow | undefined> {
  return db
    .selectFrom("experiments")
    .selectAll()
    .where("status", "=", "running")
    .executeTakeFirst();
}

export async function findExperiment(db: Database, id: string): Promise<ExperimentRow | undefined> {
  return db.selectFrom("experiments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function listExperimentRows(
  db: Database,
  status: ExperimentRow["status"] | undefined,
): Promise<ExperimentRow[]> {
  const all = db.selectFrom("experiments").selectAll();
  const query = status === undefined ? all : all.where("status", "=", status);
  return query.orderBy("started_at_ms", "desc").orderBy("id", "desc").execute();
}

/** @returns false if another one is already running */
export async function insertExperiment(
  tx: Database,
  row: Insertable<ExperimentsTable>,
): Promise<boolean> {
  const result = await tx
    .insertInto("experiments")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) > 0;
}

/** @returns whether it was running */
export async function endExperiment(
  tx: Database,
  id: string,
  change: Updateable<ExperimentsTable>,
): Promise<boolean> {
  const result = await tx
    .updateTable("experiments")
    .set(change)
    .where("id", "=", id)
    .where("status", "=", "running")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

const ARMS = {
  table: "experiment_arms",
  columns: {
    experiment_id: "text",
    user_id: "text",
    arm: "text",
    exposed_day: "text",
    exposed_at_ms: "integer",
  },
  key: ["experiment_id", "user_id"],
  onConflict: "ignore",
} as const;

/** Stores arms; existing ones stay unchanged. */
export async function insertArms(tx: Database, rows: readonly ArmRow[]): Promise<void> {
  await upsertMany(tx, ARMS, rows);
}

export async function listArms(
  db: Database,
  experimentId: string,
  userIds: readonly string[],
): Promise<Pick<ArmRow, "user_id" | "arm">[]> {
  return db
    .selectFrom("experiment_arms")
    .select(["user_id", "arm"])
    .where("experiment_id", "=", experimentId)
    .where(idsIn(db, "user_id", userIds))
    .execute();
}

/** The next learners of an experiment, ordered by id. */
export async function listExposed(
  db: Database,
  experimentId: string,
  after: string,
  limit: number,
): Promise<ArmRow[]> {
  return db
    .selectFrom("experiment_arms")
    .selectAll()
    .where("experiment_id", "=", experimentId)
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(limit)
    .execute();
}
