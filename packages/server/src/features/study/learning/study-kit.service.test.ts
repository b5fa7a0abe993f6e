import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { recordStatements } from "../../../testing/app/recorded-statements.ts";
import { readStudyKit } from "./study-kit.service.ts";

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => {
  needs = await openLearningNeeds();
});
afterAll(() => needs.close());

const learner = { id: "u1", kind: "learner", sessionId: "s1" } as const;

/** Adds words that the learner answered two months ago. */
async function meet(prefix: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  await needs.words(...ids);
  const at = new Date(needs.clock.nowMs() - 60 * 86_400_000).toISOString();
  await giveAnswers(
    needs,
    ids.map((id) => [at, id] as const),
  );
}

/** Reads a kit with empty caches; returns its number of words and of statements. */
async function readCold() {
  const recorded = recordStatements(needs.database);
  const { kit } = await readStudyKit({ ...needs, database: recorded.database }, learner, {
    minutes: 60,
    extraNewWords: 0,
  });
  return { words: kit?.words.length, statements: recorded.take().length };
}

describe("readStudyKit", () => {
  it("has no question by meaning for a word without a meaning", async () => {
    await meet("a", 6);
    const { database } = needs;
    const silence = database.updateTable("words").set({ meaning: "n." });
    await silence.where("id", "=", "a0").execute();
    const { kit } = await readStudyKit(needs, learner, { minutes: 60, extraNewWords: 0 });
    const asked = new Map(kit?.words.map(({ word, options }) => [word.id, options]));
    expect(asked.get("a0")).toEqual({ "word-to-meaning": null, "meaning-to-word": null });
    const offered = [...asked.values()].flatMap((one) => one["word-to-meaning"]?.options ?? []);
    expect(offered.length).toBeGreaterThan(0);
    expect(offered).not.toContain("n.");
  });

  it("runs no more statements for many words than for few", async () => {
    await meet("a", 3);
    const few = await readCold();
    await meet("b", 60);
    const many = await readCold();
    expect([few.words, many.words]).toEqual([3, 63]);
    expect(many.statements).toBeLessThanOrEqual(few.statements);
    expect(few.statements).toBeGreaterThan(5);
  });
});
