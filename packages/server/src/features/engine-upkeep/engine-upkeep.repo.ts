import type { Database } from "../../platform/database/tables.ts";

export interface StatesPage {
  /** Learners of the page whose state has not been written since the moment asked for. */
  readonly idle: string[];
  /** The last learner looked at; undefined when the page was the last one. */
  readonly last: string | undefined;
}

/** Looks at the next learners behind this one, in the order of ids. */
export async function listIdleLearners(
  db: Database,
  asked: { after: string; limit: number; writtenBeforeMs: number },
): Promise<StatesPage> {
  const rows = await db
    .selectFrom("engine_states")
    .select(["user_id", "updated_at_ms"])
    .where("user_id", ">", asked.after)
    .orderBy("user_id")
    .limit(asked.limit)
    .execute();
  const idle = rows.filter((row) => row.updated_at_ms < asked.writtenBeforeMs);
  return {
    idle: idle.map((row) => row.user_id),
    last: rows.length < asked.limit ? undefined : rows.at(-1)?.user_id,
  };
}
