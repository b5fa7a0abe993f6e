import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers } from "../../testing/give-answers.ts";
import { openLearningNeeds } from "../../testing/learning-needs.ts";
import { readDashboard } from "./dashboard.service.ts";

// What we check: days of 23 and 25 hours, cut from the daily totals and from the records alike.

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1");
  const row = { user_id: "u1", time_zone: "America/New_York" };
  await needs.database.insertInto("preferences").values(row).execute();
});
afterEach(() => needs.close());

/** Today and yesterday in New York, as the learner's own zone and spelled in another way. */
async function bothWays(at: string) {
  needs.wait(Date.parse(at) - needs.clock.nowMs());
  const asked = [{}, { timezone: "america/new_york" }] as const;
  const replies = asked.map((query) => readDashboard(needs, u1, { range: "day", ...query }));
  return (await Promise.all(replies)).map(({ range, summary, comparison }) => ({
    today: range.startDate,
    counted: summary.recordCount,
    known: summary.reviewWords,
    newBefore: comparison.previousNewWords,
  }));
}

describe("readDashboard", () => {
  it("cuts the day on which clocks go back after 25 hours", async () => {
    await giveAnswers(needs, [
      ["2026-11-01T04:00:00Z", "w1"],
      ["2026-11-02T04:59:59Z", "w1"],
      ["2026-11-02T05:00:00Z", "w1"],
    ]);
    const expected = { today: "2026-11-02", counted: 1, known: 1, newBefore: 1 };
    expect(await bothWays("2026-11-02T12:00:00Z")).toEqual([expected, expected]);
  });

  it("cuts the day on which they go forward after 23 hours", async () => {
    await giveAnswers(needs, [
      ["2026-03-08T05:00:00Z", "w1"],
      ["2026-03-09T03:59:59Z", "w1"],
      ["2026-03-09T04:00:00Z", "w1"],
    ]);
    const expected = { today: "2026-03-09", counted: 1, known: 1, newBefore: 1 };
    expect(await bothWays("2026-03-09T12:00:00Z")).toEqual([expected, expected]);
  });
});
