import type { Deps } from "../../deps.ts";
import { openEngineStates } from "../../features/adaptation/amas/engine-states.service.ts";
import { transact } from "../../platform/database/transaction.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Lets these learners have recalled many words after every pause, so that no interval is cut. */
export async function giveLongHistory(needs: Needs, ...userIds: readonly string[]): Promise<void> {
  const open = await transact(needs.database, async (tx) => {
    const states = await openEngineStates(needs, tx, userIds);
    for (const userId of userIds) {
      const learner = states.get(userId);
      const { recalled, missed } = learner.pauses;
      states.set(userId, {
        ...learner,
        pauses: { recalled: recalled.map(() => 1000), missed },
      });
    }
    await states.save();
    return states;
  });
  open.afterCommit();
}
