import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { applyAnswers } from "../records/apply.service.ts";
import { updateStudyConfig } from "../study-config/study-config.service.ts";
import {
  addWordsToBook,
  createBook,
  removeWordsFromBook,
} from "../../library/wordbooks/wordbooks.service.ts";
import { chooseBatch } from "./study-pool.service.ts";

// What a long backlog does to the next batch: words answered once, half of them long ago and half
// recently. The engine itself chooses.
const DAY_MS = 86_400_000;
let needs: Awaited<ReturnType<typeof openLearningNeeds>>;

beforeEach(async () => {
  needs = await openLearningNeeds();
});
afterAll(() => needs.close());

function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

/** Adds the words; the learner answers them right, now. */
async function meet(wordIds: readonly string[]): Promise<void> {
  await needs.words(...wordIds);
  await answer(wordIds);
}

async function answer(wordIds: readonly string[]): Promise<void> {
  const acceptedAtMs = needs.clock.nowMs();
  const answers = wordIds.map((wordId) => ({
    userId: "u1",
    draft: { wordId, isCorrect: true, responseTimeMs: 1500 },
    acceptedAtMs,
  }));
  await applyAnswers(needs, answers);
}

/** Ids of the batches whose answers are still outstanding. */
async function openBatches(userId: string): Promise<string[]> {
  const row = await needs.database
    .selectFrom("engine_states")
    .select("batches_json")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return (JSON.parse(row.batches_json ?? "[]") as { id: string }[]).map(({ id }) => id);
}

describe("chooseBatch", () => {
  it("also offers the words that fell due last when more are due than can be ranked", async () => {
    await meet(named("old", 200));
    needs.wait(2000 * DAY_MS);
    await meet(named("fresh", 50));
    needs.wait(12 * DAY_MS);
    const { batch } = await chooseBatch(needs, "u1", { exclude: [] });
    expect(batch.wordIds.filter((id) => id.startsWith("fresh")).length).toBeGreaterThan(0);
  });

  it("also offers them where words that are not due yet are among the earliest", async () => {
    await meet(named("old", 75));
    needs.wait(2000 * DAY_MS);
    await meet(named("fresh", 400));
    needs.wait(12 * DAY_MS);
    await meet(named("short", 5));
    // The 80 earliest words end with those that are due within hours, an hour before the others.
    const nowMs = needs.clock.nowMs();
    for (const [prefix, hours] of [["short", 1] as const, ["fresh", 2] as const]) {
      const states = needs.database
        .updateTable("word_states")
        .set({ next_review_at_ms: nowMs + hours * 3_600_000 });
      await states.where("word_id", "like", `${prefix}%`).execute();
    }
    const { batch } = await chooseBatch(needs, "u1", { exclude: [] });
    expect(batch.wordIds.filter((id) => id.startsWith("fresh")).length).toBeGreaterThan(0);
  });

  it("offers no new words while the backlog is longer than a session", async () => {
    const newShare = async (due: number) => {
      await meet(named(`of${due}-`, due));
      needs.wait(60 * DAY_MS);
      await needs.words(...named(`new${due}-`, 40));
      const { batch } = await chooseBatch(needs, "u1", { exclude: [] });
      const { newCount, wordIds } = batch;
      return newCount / wordIds.length;
    };
    expect(await newShare(20)).toBeGreaterThan(0);
    expect(await newShare(900)).toBe(0);
  });

  it("uses an answer from the next request on, despite concurrent requests", async () => {
    await needs.words("w1");
    const concurrent = Array.from({ length: 8 }, () => chooseBatch(needs, "u1", { exclude: [] }));
    await answer(["w1"]);
    const next = await chooseBatch(needs, "u1", { exclude: [] });
    await Promise.all(concurrent);
    expect(next.batch).toMatchObject({ wordIds: ["w1"], newCount: 0 });
  });

  it("leaves out words removed from a book, from the next request on", async () => {
    const words = named("w", 150);
    await needs.words(...words);
    const { database } = needs;
    const draft = { name: "Own", description: "", tags: [], userId: "u1" };
    const { id } = await createBook(needs, database, draft);
    await addWordsToBook(database, id, words, needs.clock.nowMs());
    const learner = { kind: "learner", id: "u1", sessionId: "s" } as const;
    await updateStudyConfig(needs, learner, { selectedWordbookIds: [id] });
    const { batch: first } = await chooseBatch(needs, "u1", { exclude: [] });
    await removeWordsFromBook(database, id, first.wordIds);
    const { batch: second } = await chooseBatch(needs, "u1", { exclude: [] });
    expect(second.wordIds.length).toBeGreaterThan(0);
    expect(second.wordIds.filter((wordId) => first.wordIds.includes(wordId))).toEqual([]);
  });

  it("gives each of many concurrent requests a batch without the words it excludes", async () => {
    await needs.words(...named("w", 40));
    const excluded = named("w", 40).slice(0, 32);
    const shown = await Promise.all(
      excluded.map((wordId) => chooseBatch(needs, "u1", { exclude: [wordId] })),
    );
    expect(new Set(shown.map(({ batch }) => batch.id)).size).toBe(32);
    for (const [n, { batch, words }] of shown.entries()) {
      expect(batch.wordIds).not.toContain(excluded[n]);
      expect(words.map(({ id }) => id)).toEqual(batch.wordIds);
    }
    const latest = shown.slice(-3).map(({ batch }) => batch.id);
    expect(await openBatches("u1")).toEqual(latest);
  });

  it("fails only for the learner with a damaged engine state, in any group", async () => {
    await needs.words(...named("w", 40));
    const damage = { state_json: "{}", revision: 999 };
    await chooseBatch(needs, "damaged", { exclude: [] });
    await needs.database
      .updateTable("engine_states")
      .set(damage)
      .where("user_id", "=", "damaged")
      .execute();
    const learners = [...named("a", 20), "damaged", ...named("b", 20)];
    const outcomes = await Promise.allSettled(
      learners.map((userId) => chooseBatch(needs, userId, { exclude: [] })),
    );
    const failed = learners.filter((_, n) => outcomes[n]?.status === "rejected");
    expect(failed).toEqual(["damaged"]);
    for (const userId of learners.filter((id) => id !== "damaged")) {
      expect(await openBatches(userId)).toHaveLength(1);
    }
  });
});
