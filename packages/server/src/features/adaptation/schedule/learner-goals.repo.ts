import type { Selectable } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { LearnerGoalsTable } from "./learner-goals.tables.ts";

export type LearnerGoalRow = Selectable<LearnerGoalsTable>;

export const listGoals = readerByKeys((db, userIds: readonly string[]) =>
  db
    .selectFrom("learner_goals")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .compile(),
);

/** Sets these columns. An absent own recall keeps its value, even under concurrent changes. */
export async function saveGoal(
  tx: Database,
  change: Pick<LearnerGoalRow, "user_id" | "goal" | "updated_at_ms"> & { own_recall?: number },
): Promise<void> {
  await tx
    .insertInto("learner_goals")
    .values({ own_recall: null, ...change })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
    .execute();
}

/** Number of learners by the goal they chose. */
export async function countGoals(
  db: Database,
): Promise<{ goal: LearnerGoalRow["goal"]; learners: number }[]> {
  const rows = await db
    .selectFrom("learner_goals")
    .select((eb) => ["goal", eb.fn.countAll().as("learners")])
    .groupBy("goal")
    .execute();
  return rows.map(({ goal, learners }) => ({ goal, learners: Number(learners) }));
}
