import { LearnerGoal } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { countUsers } from "../../accounts/users/users.service.ts";
import { countGoals } from "../../adaptation/schedule/learner-goals.service.ts";

/** How many learners chose each goal. */
export async function readGoalShares({ reports }: Pick<Deps, "reports">) {
  const [learners, counted] = await Promise.all([countUsers(reports), countGoals(reports)]);
  const chosen = new Map(counted.map(({ goal, learners: some }) => [goal, some]));
  const goals = LearnerGoal.options.map((goal) => ({ goal, chosen: chosen.get(goal) ?? 0 }));
  return { learners, goals };
}
