import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { insertIntoOutbox } from "./outbox.repo.ts";
import { drainOutbox, putInOutbox } from "./outbox.service.ts";
import { mayBeWaiting } from "./waiting-learners.service.ts";

// What we check: nobody whose answers wait is ever left out; on SQLite, who is through is.
let needs: Awaited<ReturnType<typeof openLearningNeeds>>;

beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1");
});
afterAll(() => needs.close());

function rowOf(userId: string, key: string, wordId = "w1") {
  const atMs = needs.clock.nowMs();
  return {
    user_id: userId,
    client_record_id: key,
    draft_json: JSON.stringify({ wordId, isCorrect: true, responseTimeMs: 900 }),
    accepted_at_ms: atMs,
    run_after_ms: atMs,
  };
}

const ask = () => mayBeWaiting(needs, ["u1", "u2"]);

describe("mayBeWaiting", () => {
  it("names those whose answers an earlier process left behind", async () => {
    await insertIntoOutbox(needs.database, [rowOf("u2", "c1")]);
    expect(await ask()).toContain("u2");
  });

  it("names those whose answers were just accepted, until all are learned or dead", async () => {
    await ask();
    await Promise.all([
      putInOutbox(needs, rowOf("u1", "c1")),
      putInOutbox(needs, rowOf("u1", "c2")),
      putInOutbox(needs, rowOf("u2", "c3", "gone")),
    ]);
    expect(await ask()).toEqual(["u1", "u2"]);
    await drainOutbox(needs, new AbortController().signal);
    // Other processes may have taken answers in on PostgreSQL: there the table itself is asked.
    const inMemory = dialectOf(needs.database) === "sqlite";
    expect(await ask()).toEqual(inMemory ? [] : ["u1", "u2"]);
  });
});
