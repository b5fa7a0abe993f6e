import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transact } from "../../../platform/database/transaction.ts";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { testDialect } from "@wordloom/testing/databases/test-database";
import { processEvent } from "../../adaptation/amas/amas-events.service.ts";
import { applyInTransaction } from "../../study/records/apply.service.ts";
import { removeLateAnswers } from "./late-answers.service.ts";
import { deleteWord } from "./words.service.ts";

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeAll(async () => void (needs = await openLearningNeeds()));
afterAll(() => needs.close());

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;
const NOTHING = { word_states: 0, word_ratings: 0, removed_words: 0 };
const signal = new AbortController().signal;

async function rowsOf(wordId: string): Promise<typeof NOTHING> {
  const counts = { ...NOTHING };
  for (const table of ["word_states", "word_ratings"] as const) {
    const query = needs.database.selectFrom(table).select("word_id");
    counts[table] = (await query.where("word_id", "=", wordId).execute()).length;
  }
  const removed = needs.database
    .selectFrom("removed_words")
    .select("word_id")
    .where("word_id", "=", wordId);
  return { ...counts, removed_words: (await removed.execute()).length };
}

/** Deletes the word when the answer to it has been applied but not committed. */
async function deleteDuringAnswer(wordId: string): Promise<void> {
  const draft = { wordId, isCorrect: true, responseTimeMs: 900 };
  const { deleting } = await transact(needs.database, async (tx) => {
    await applyInTransaction(needs, tx, [
      { userId: "u1", draft, acceptedAtMs: needs.clock.nowMs() },
    ]);
    const deleted = deleteWord(needs, wordId);
    // On SQLite the deletion waits for this transaction. On PostgreSQL nothing blocks it.
    if (testDialect === "postgres") await deleted;
    return { deleting: deleted };
  });
  await deleting;
}

describe("removeLateAnswers", () => {
  it("removes rows written by an answer in flight, a minute later", async () => {
    await needs.words("w1", "w2");
    await deleteDuringAnswer("w1");
    const late = testDialect === "postgres" ? 1 : 0;
    const left = { word_states: late, word_ratings: late, removed_words: 1 };
    expect(await rowsOf("w1")).toEqual(left);
    await removeLateAnswers(needs, signal);
    expect(await rowsOf("w1")).toEqual(left);
    needs.wait(60_000);
    await removeLateAnswers(needs, signal);
    expect(await rowsOf("w1")).toEqual(NOTHING);
  });

  it("keeps rows of other words, and of a word that was created again", async () => {
    await needs.words("back", "other");
    const answer = (wordId: string) => ({ wordId, isCorrect: true, responseTime: 900 });
    await deleteWord(needs, "back");
    await needs.words("back");
    await processEvent(needs, u1, answer("back"));
    await processEvent(needs, u1, answer("other"));
    needs.wait(60_000);
    await removeLateAnswers(needs, signal);
    expect(await rowsOf("back")).toMatchObject({ word_states: 1, removed_words: 0 });
    expect(await rowsOf("other")).toMatchObject({ word_states: 1 });
  });

  it("does nothing when aborted", async () => {
    await needs.words("kept");
    await deleteWord(needs, "kept");
    needs.wait(60_000);
    await removeLateAnswers(needs, AbortSignal.abort());
    expect(await rowsOf("kept")).toMatchObject({ removed_words: 1 });
  });
});

describe("an event about a word that is being deleted", () => {
  it("is applied or refused, and eventually leaves nothing behind", async () => {
    await needs.words("deleted");
    const event = { wordId: "deleted", isCorrect: true, responseTime: 900 };
    const [learned] = await Promise.allSettled([
      processEvent(needs, u1, event),
      deleteWord(needs, "deleted"),
    ]);
    if (learned.status === "rejected") expect(learned.reason).toMatchObject({ code: "NOT_FOUND" });
    needs.wait(60_000);
    await removeLateAnswers(needs, signal);
    expect(await rowsOf("deleted")).toEqual(NOTHING);
  });
});
