import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { testDialect } from "../../testing/test-database.ts";
import { startSession } from "./learning-sessions.service.ts";

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => void (needs = await openLearningNeeds()));
afterEach(() => needs.close());

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;
const start = () => startSession(needs, u1, 10);

async function completeAll(): Promise<void> {
  const done = { status: "completed", completed_at_ms: needs.clock.nowMs() } as const;
  await needs.database.updateTable("learning_sessions").set(done).execute();
}

/** Lets something happen right after the first statement. */
function afterFirst(happens: () => Promise<void>): KyselyPlugin {
  let first = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!first) return result;
      first = false;
      const happened = happens();
      // The only connection to SQLite is taken; there it happens next.
      if (testDialect === "postgres") await happened;
      return result;
    },
  };
}

describe("startSession", () => {
  it("starts one session for all who start at once", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, start));
    expect(new Set(replies.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(replies.filter(({ resumed }) => !resumed)).toHaveLength(1);
  });

  it("starts a new one where the active one is completed at the same moment", async () => {
    const before = await start();
    const database = needs.database.withPlugin(afterFirst(completeAll));
    const after = await startSession({ ...needs, database }, u1, 20);
    expect(after).toMatchObject({ status: "active", resumed: false, targetMasteryCount: 20 });
    expect(after.sessionId).not.toBe(before.sessionId);
    expect(await start()).toMatchObject({ sessionId: after.sessionId, resumed: true });
  });

  it("names the session it has started, although that is completed at once", async () => {
    const database = needs.database.withPlugin(afterFirst(completeAll));
    const { sessionId, resumed } = await startSession({ ...needs, database }, u1, 10);
    const query = needs.database.selectFrom("learning_sessions").select("id");
    expect(await query.execute()).toEqual([{ id: sessionId }]);
    expect(resumed).toBe(false);
  });
});
