import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { processEvent } from "../../adaptation/amas/amas-events.service.ts";
import { markMastered, resetWordState } from "../manual-states/manual-states.service.ts";
import { readDashboard } from "./dashboard.service.ts";

// Covers days of 23 and 25 hours, computed from the daily totals and from the records.

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;

let needs: Awaited<ReturnType<typeof openLearningNeeds>>;
beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1");
  const row = { user_id: "u1", time_zone: "America/New_York" };
  await needs.database.insertInto("preferences").values(row).execute();
});
afterAll(() => needs.close());

/** Sends events for one word, each when its review is due, until the word is mastered. */
async function masterByEvents(wordId: string): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const event = { wordId, isCorrect: true, responseTime: 900 };
    const { wordMastery } = await processEvent(needs, u1, event);
    if (wordMastery?.masteryLevel === "MASTERED") return;
    needs.wait((wordMastery?.nextReviewIntervalSecs ?? 0) * 1_000);
  }
  throw new Error("the word was never mastered");
}

/** Today and yesterday in New York, as the learner's own zone and under an alias of it. */
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

describe("readDashboard in another zone", () => {
  const masteredIn = async (timezone: string) => {
    const { daily } = await readDashboard(needs, u1, { range: "week", timezone });
    return daily.flatMap(({ date, masteredWords: n }) => (n === 0 ? [] : [`${date} ${n}`]));
  };

  it("counts words mastered by answers or marked, on the days of that zone", async () => {
    await needs.words("w2");
    // Noon on 1 May in UTC is 8:00 in New York and 2:00 in Kiritimati.
    await markMastered(needs, u1, "w1");
    needs.wait(14 * 3_600_000);
    await markMastered(needs, u1, "w2");
    expect(await masteredIn("America/New_York")).toEqual(["2026-05-01 2"]);
    expect(await masteredIn("UTC")).toEqual(["2026-05-01 1", "2026-05-02 1"]);
    expect(await masteredIn("Pacific/Kiritimati")).toEqual(["2026-05-02 2"]);
  });

  it("counts words mastered by events without a record, in every zone", async () => {
    await masterByEvents("w1");
    for (const zone of ["America/New_York", "america/new_york", "UTC"]) {
      expect(await masteredIn(zone)).toHaveLength(1);
    }
  });

  it("counts a word each time it became mastered, also after a reset", async () => {
    await markMastered(needs, u1, "w1");
    await resetWordState(needs, u1, "w1");
    needs.wait(86_400_000);
    await markMastered(needs, u1, "w1");
    const expected = ["2026-05-01 1", "2026-05-02 1"];
    expect(await masteredIn("America/New_York")).toEqual(expected);
    expect(await masteredIn("UTC")).toEqual(expected);
  });
});

describe("readDashboard", () => {
  it("ends the day on which clocks go back after 25 hours", async () => {
    await giveAnswers(needs, [
      ["2026-11-01T04:00:00Z", "w1"],
      ["2026-11-02T04:59:59Z", "w1"],
      ["2026-11-02T05:00:00Z", "w1"],
    ]);
    const expected = { today: "2026-11-02", counted: 1, known: 1, newBefore: 1 };
    expect(await bothWays("2026-11-02T12:00:00Z")).toEqual([expected, expected]);
  });

  it("ends the day on which clocks go forward after 23 hours", async () => {
    await giveAnswers(needs, [
      ["2026-03-08T05:00:00Z", "w1"],
      ["2026-03-09T03:59:59Z", "w1"],
      ["2026-03-09T04:00:00Z", "w1"],
    ]);
    const expected = { today: "2026-03-09", counted: 1, known: 1, newBefore: 1 };
    expect(await bothWays("2026-03-09T12:00:00Z")).toEqual([expected, expected]);
  });
});
