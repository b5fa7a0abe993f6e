import { describe, expect, it } from "vitest";
import type { Measured } from "./measure.ts";
import { openPlanOf } from "./session-state.ts";
import { forgetUnansweredPlan, putAside, unfinishedPlan } from "./session-store.ts";
import { startStudy } from "./study-runtime.ts";
import { browser } from "./testing/study-browser.ts";
import { studyWord } from "./testing/study-words.ts";

const measured: Measured = {
  responseTimeMs: 1_200,
  pausedTimeMs: 0,
  pauseCount: 0,
  focusLossDurationMs: 0,
  switchCount: 0,
};
const words = ["a", "b", "c", "d"].map((id) => studyWord(id, { kind: "due" }));

describe("the open session of the plan", () => {
  it("has the words that it still asks, a missed one among them", async () => {
    const { store, needs } = browser();
    const run = await startStudy(await needs(), words, null);
    for (const isCorrect of [true, false]) {
      await run.answer({ isCorrect }, measured);
      await run.send({ type: "next" });
    }
    await run.act("suspend", "d");
    const plan = await unfinishedPlan(store);
    expect(plan && openPlanOf(plan)).toEqual({ answered: 2, left: 2, planned: 1 });
  });

  it("is found while it waits for a practice, which is none", async () => {
    const { store, needs } = browser();
    const run = await startStudy(await needs(), words, null);
    const { id } = run.state.get();
    await putAside(store, run.state.get());
    await startStudy(await needs(), words.slice(0, 1), "risk");
    expect((await unfinishedPlan(store))?.id).toBe(id);
  });

  it("gives way to one of another size while nothing was answered, and not later", async () => {
    const { store, needs } = browser();
    await startStudy(await needs(), words, null);
    await forgetUnansweredPlan(store);
    expect(await unfinishedPlan(store)).toBeUndefined();
    const run = await startStudy(await needs(), words, null);
    await run.answer({ isCorrect: true }, measured);
    await forgetUnansweredPlan(store);
    expect((await unfinishedPlan(store))?.id).toBe(run.state.get().id);
  });
});
