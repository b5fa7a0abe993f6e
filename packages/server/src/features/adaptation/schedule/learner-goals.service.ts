import type { LearnerGoal } from "@wordloom/engine";
import type { Database } from "../../../platform/database/tables.ts";
import { listGoals, type LearnerGoalRow } from "./learner-goals.repo.ts";

export { countGoals, saveGoal } from "./learner-goals.repo.ts";

export type GoalName = LearnerGoalRow["goal"];

/** A learner's choice as stored. */
export interface GoalChoice {
  readonly goal: GoalName;
  /** The last one chosen, regardless of the current goal. */
  readonly ownRecall: number | null;
}

const DEFAULT: GoalChoice = { goal: "balanced", ownRecall: null };

/** Recall for a learner who wants a personal one and has not chosen a value. */
export const OWN_RECALL_DEFAULT = 0.9;

/** The scheduling goal of each of these learners; balanced by default. */
export async function goalsOf(
  db: Database,
  userIds: readonly string[],
): Promise<(userId: string) => LearnerGoal> {
  const rows = await listGoals(db, userIds);
  const goals = new Map(rows.map((row) => [row.user_id, goalOf(choiceOf(row))]));
  return (userId) => goals.get(userId) ?? goalOf(DEFAULT);
}

export async function findGoalChoice(db: Database, userId: string): Promise<GoalChoice> {
  const [row] = await listGoals(db, [userId]);
  return row === undefined ? DEFAULT : choiceOf(row);
}

/** The engine's form of a choice. */
function goalOf({ goal, ownRecall }: GoalChoice): LearnerGoal {
  return goal === "own_recall"
    ? { kind: goal, recall: ownRecall ?? OWN_RECALL_DEFAULT }
    : { kind: goal };
}

function choiceOf({ goal, own_recall }: LearnerGoalRow): GoalChoice {
  return { goal, ownRecall: own_recall };
}
