import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { markMastered } from "../../study/manual-states/manual-states.service.ts";
import { measureLearners } from "./experiment-metrics.service.ts";

// Checks that the share of words that stay mastered uses a word's first mastery only. The tests use
// the real engine, day by day, with as many answers as needed.

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2");
});
afterEach(() => needs.close());

const DAY_MS = 86_400_000;
const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;

/** Answers a word at regular intervals until it is in a state. */
async function answerUntil(state: string, wordId: string, isCorrect: boolean, everyDays: number) {
  for (let answers = 0; answers < 30; answers += 1) {
    needs.wait(everyDays * DAY_MS);
    const at = new Date(needs.clock.nowMs()).toISOString();
    await giveAnswers(needs, [[at, wordId, { isCorrect }]]);
    const query = needs.database.selectFrom("word_states").select("state");
    const row = await query.where("word_id", "=", wordId).executeTakeFirst();
    if (row?.state === state) return;
  }
  throw new Error(`${wordId} never was ${state}`);
}

const learner = () => ({
  user_id: "u1",
  exposed_day: new Date(needs.clock.nowMs()).toISOString().slice(0, 10),
  exposed_at_ms: needs.clock.nowMs(),
});

async function held(since: ReturnType<typeof learner>): Promise<number | null> {
  return (await measureLearners(needs, [since])).metrics.mastered_hold.mean;
}

describe("mastered_hold", () => {
  it("counts a word that was lost within a month, although it was mastered again", async () => {
    const since = learner();
    await answerUntil("mastered", "w1", true, 2);
    await answerUntil("forgotten", "w1", false, 7);
    await answerUntil("mastered", "w1", true, 2);
    needs.wait(25 * DAY_MS);
    expect(await held(since)).toBe(0);
    needs.wait(60 * DAY_MS);
    expect(await held(since)).toBe(0);
  });

  it("uses the first loss, although the word was lost again later", async () => {
    const since = learner();
    await answerUntil("mastered", "w1", true, 2);
    await answerUntil("forgotten", "w1", false, 7);
    await answerUntil("learning", "w1", true, 2);
    await answerUntil("forgotten", "w1", false, 40);
    expect(await held(since)).toBe(0);
  });

  it("counts words mastered before the exposure from their next mastery", async () => {
    await answerUntil("mastered", "w1", true, 2);
    await answerUntil("forgotten", "w1", false, 7);
    const since = learner();
    await answerUntil("mastered", "w1", true, 2);
    needs.wait(30 * DAY_MS);
    expect(await held(since)).toBe(1);
  });

  it("does not count a word marked as mastered and never answered", async () => {
    const since = learner();
    await markMastered(needs, u1, "w2");
    needs.wait(60 * DAY_MS);
    expect(await held(since)).toBeNull();
  });
});
