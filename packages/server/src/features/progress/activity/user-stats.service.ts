import type { UserStats } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { readTotals, streakOf } from "./activity.service.ts";
import { countStates } from "../word-states/word-states.service.ts";
import { countLearningSessions } from "./user-stats.repo.ts";

/** The learner's statistics, from totals that every answer updates. */
export async function readUserStats(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  learner: Learner,
): Promise<UserStats> {
  const { database } = needs;
  const { answers, correct } = await readTotals(database, learner.id);
  const states = await countStates(database, learner.id);
  return {
    totalWordsLearned: states.learning + states.reviewing + states.mastered + states.forgotten,
    totalSessions: await countLearningSessions(database, learner.id),
    totalRecords: answers,
    streakDays: await streakOf(needs, learner.id),
    accuracyRate: answers === 0 ? 0 : correct / answers,
  };
}
