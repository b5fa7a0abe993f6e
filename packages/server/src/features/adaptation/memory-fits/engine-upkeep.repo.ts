import type { Database } from "../../../platform/database/tables.ts";

export interface StatesPage {
  /** Learners of the page whose state has not been written since `writtenBeforeMs`. */
  readonly idle: string[];
  /** Last learner of the page; undefined when there are no more pages. */
  readonly last: string | undefined;
}

/** Reads the next page of learners, in id order. */
export async function listIdleLearners(
  db: Database,
  page: { after: string; limit: number; writtenBeforeMs: number },
): Promise<StatesPage> {
  const rows = await db
    .selectFrom("engine_states")
    .select(["user_id", "updated_at_ms"])
    .where("user_id", ">", page.after)
    .orderBy("user_id")
    .limit(page.limit)
    .execute();
  const idle = rows.filter((row) => row.updated_at_ms < page.writtenBeforeMs);
  return {
    idle: idle.map((row) => row.user_id),
    last: rows.length < page.limit ? undefined : rows.at(-1)?.user_id,
  };
}
