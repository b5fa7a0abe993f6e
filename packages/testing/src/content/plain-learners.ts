import type { Database } from "@wordloom/server/platform/database/tables";

/** Creates accounts that nobody can sign in to, for tests of learners' data. */
export async function addPlainLearners(database: Database, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({
    id,
    email: `${id}@example.org`,
    username: `Learner ${id}`,
    password_hash: "none",
    locked_until_ms: null,
    last_login_at_ms: null,
    created_at_ms: 1,
    updated_at_ms: 1,
  }));
  await database
    .insertInto("users")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
