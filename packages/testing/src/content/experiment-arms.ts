import type { Database } from "@wordloom/server/platform/database/tables";
import { addPlainLearners } from "./plain-learners.ts";

const DAY_MS = 86_400_000;

interface Arms {
  /** The experiment's id. */
  readonly id: string;
  readonly perArm: number;
  readonly nowMs: number;
}

/**
 * Learners in both arms of an experiment that started twenty days ago. Three quarters of the
 * treatment and one quarter of the control came back on day seven. All answered equally often.
 */
export async function fillArms(database: Database, { id, perArm, nowMs }: Arms): Promise<void> {
  const exposed = nowMs - 20 * DAY_MS;
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [day, later] = [dayOf(exposed), dayOf(exposed + 7 * DAY_MS)];
  const learners = Array.from({ length: 2 * perArm }, (_, n) => `l${n}`);
  await addPlainLearners(database, learners);
  const nothing = { response_time_total_ms: 0, new_words: 0, review_words: 0, correct: 0 };
  for (const [n, user_id] of learners.entries()) {
    const arm = n % 2 === 0 ? ("control" as const) : ("treatment" as const);
    const isBack = n % 8 === 0 || (arm === "treatment" && n % 8 !== 1);
    const row = { experiment_id: id, user_id, arm, exposed_day: day };
    await database
      .insertInto("experiment_arms")
      .values({ ...row, exposed_at_ms: exposed })
      .execute();
    const answered = { user_id, category: "all" as const, mastered_words: 0, study_ms: 0 };
    for (const on of isBack ? [day, later] : [day]) {
      await database
        .insertInto("daily_activity")
        .values({ ...answered, ...nothing, day: on, answers: isBack ? 5 : 10 })
        .execute();
    }
  }
}
