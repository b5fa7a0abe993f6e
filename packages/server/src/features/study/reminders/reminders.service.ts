import type { Deps } from "../../../deps.ts";
import { sendReminders } from "../../progress/notifications/forgetting.service.ts";
import { listMostOverdue } from "../learning/study-pool.service.ts";
import { readStudyConfig, selectionOf } from "../study-config/study-config.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "settings">;

/** Reminders that a learner gets per day, at most. */
const WORDS_MAX = 5;

/**
 * Reminds learners of their most overdue words among those that they study from, as Today counts
 * them: at most five per learner and learner's day.
 *
 * @returns number of reminders created
 */
export async function remindOfOverdueWords(needs: Needs, signal: AbortSignal): Promise<number> {
  return sendReminders(needs, signal, async (tx, at) => {
    const config = await readStudyConfig({ ...needs, database: tx }, at.userId);
    return listMostOverdue(tx, { ...at, ...selectionOf(config), limit: WORDS_MAX });
  });
}
