import { breakWord } from "../../../testing/faults/broken-word.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { insertIntoOutbox } from "./outbox.repo.ts";
import { drainOutbox } from "./outbox-drain.service.ts";
import { putInOutbox } from "./outbox.service.ts";
import { mayBeWaiting } from "./waiting-learners.service.ts";

// Never misses a learner with waiting answers. On SQLite, excludes learners without any.
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

const waiting = () => mayBeWaiting(needs, ["u1", "u2"]);

describe("mayBeWaiting", () => {
  it("includes learners whose answers an earlier process left behind", async () => {
    await insertIntoOutbox(needs.database, [rowOf("u2", "c1")]);
    expect(await waiting()).toContain("u2");
  });

  it("includes learners with accepted answers until all are applied or dead letters", async () => {
    await waiting();
    await needs.words("w2");
    await breakWord(needs.database, "w2");
    await Promise.all([
      putInOutbox(needs, rowOf("u1", "c1")),
      putInOutbox(needs, rowOf("u1", "c2")),
      putInOutbox(needs, rowOf("u2", "c3", "w2")),
    ]);
    expect(await waiting()).toEqual(["u1", "u2"]);
    const last = needs.database.updateTable("answer_outbox").set({ attempts: 7 });
    await last.where("user_id", "=", "u2").execute();
    await drainOutbox(needs, new AbortController().signal);
    // On PostgreSQL other processes may have accepted answers, so every learner may be waiting.
    const inMemory = dialectOf(needs.database) === "sqlite";
    expect(await waiting()).toEqual(inMemory ? [] : ["u1", "u2"]);
  });
});
