import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { applyAnswers } from "../records/apply.service.ts";
import { chooseBatch } from "./study-pool.service.ts";

// What we check: what a long backlog does to the next batch. How: words answered once, half of them
// long ago and half lately; what is chosen is the engine's own decision.
const DAY_MS = 86_400_000;
let needs: Awaited<ReturnType<typeof openLearningNeeds>>;

beforeEach(async () => {
  needs = await openLearningNeeds();
});
afterEach(() => needs.close());

function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

/** The learner knows these words at once, now. */
async function meet(wordIds: readonly string[]): Promise<void> {
  await needs.words(...wordIds);
  const acceptedAtMs = needs.clock.nowMs();
  const answers = wordIds.map((wordId) => ({
    userId: "u1",
    draft: { wordId, isCorrect: true, responseTimeMs: 1500 },
    acceptedAtMs,
  }));
  await applyAnswers(needs, answers);
}

describe("chooseBatch", () => {
  it("offers what fell due last, too, when more is due than can be ranked", async () => {
    await meet(named("old", 200));
    needs.wait(2000 * DAY_MS);
    await meet(named("fresh", 50));
    needs.wait(12 * DAY_MS);
    const { batch } = await chooseBatch(needs, "u1", { exclude: [] });
    expect(batch.wordIds.filter((id) => id.startsWith("fresh")).length).toBeGreaterThan(0);
  });

  it("leaves new words for later while the backlog is longer than a session", async () => {
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
});
