import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { afterFirst } from "../../../testing/app/after-first.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { readTotals } from "../../progress/activity/activity.service.ts";
import { ingestSessionEvents } from "../records/session-events.service.ts";
import { startSession } from "./session-start.service.ts";

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => void (needs = await openLearningNeeds()));
afterEach(() => needs.close());

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;
const start = () => startSession(needs, u1, 10);

async function completeAll(): Promise<void> {
  const done = { status: "completed", completed_at_ms: needs.clock.nowMs() } as const;
  await needs.database.updateTable("learning_sessions").set(done).execute();
}

describe("startSession", () => {
  it("starts only one session for concurrent requests", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, start));
    expect(new Set(replies.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(replies.filter(({ resumed }) => !resumed)).toHaveLength(1);
  });

  it("starts a new session if the active one is completed at the same time", async () => {
    const before = await start();
    const database = needs.database.withPlugin(afterFirst(completeAll));
    const after = await startSession({ ...needs, database }, u1, 20);
    expect(after).toMatchObject({ status: "active", resumed: false, targetMasteryCount: 20 });
    expect(after.sessionId).not.toBe(before.sessionId);
    expect(await start()).toMatchObject({ sessionId: after.sessionId, resumed: true });
  });

  it("returns the session it has started, even if it is completed at once", async () => {
    const database = needs.database.withPlugin(afterFirst(completeAll));
    const { sessionId, resumed } = await startSession({ ...needs, database }, u1, 10);
    const query = needs.database.selectFrom("learning_sessions").select("id");
    expect(await query.execute()).toEqual([{ id: sessionId }]);
    expect(resumed).toBe(false);
  });
});

describe("the time of a session", () => {
  const MINUTE_MS = 60_000;

  /** Reports answers that a device kept while offline. */
  async function report(sessionId: string, startedAtMs: number, ...minutes: readonly number[]) {
    const events = minutes.map((minute) => ({
      clientEventId: `e${minute}`,
      wordId: "w1",
      isCorrect: true,
      responseTimeMs: 900,
      clientTsMs: startedAtMs + minute * MINUTE_MS,
    }));
    return ingestSessionEvents(needs, u1, { id: sessionId, startedAtMs }, events);
  }

  async function minutesOf(sessionId: string): Promise<readonly [session: number, day: number]> {
    const query = needs.database.selectFrom("learning_sessions").select("duration_ms");
    const { duration_ms } = await query.where("id", "=", sessionId).executeTakeFirstOrThrow();
    const { studyMs } = await readTotals(needs.database, u1.id);
    return [duration_ms / MINUTE_MS, studyMs / MINUTE_MS];
  }

  it("counts late-reported answers at the time they were given", async () => {
    await needs.words("w1");
    const startedAtMs = needs.clock.nowMs();
    const { sessionId } = await start();
    needs.wait(25 * MINUTE_MS);
    const at = new Date(needs.clock.nowMs()).toISOString();
    await giveAnswers(needs, [[at, "w1", { sessionId }]]);
    expect(await minutesOf(sessionId)).toEqual([10, 10]);
    // A gap counts at most ten minutes. 0 – 8 – 25 counts 8 + 10 minutes; 0 – 8 – 11 – 25 counts
    // three more.
    await report(sessionId, startedAtMs, 8);
    expect(await minutesOf(sessionId)).toEqual([18, 18]);
    await report(sessionId, startedAtMs, 11);
    expect(await minutesOf(sessionId)).toEqual([21, 21]);
    await report(sessionId, startedAtMs, 9, 20);
    expect(await minutesOf(sessionId)).toEqual([25, 25]);
  });
});
