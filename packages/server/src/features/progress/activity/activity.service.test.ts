import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { openLearningNeeds } from "../../../testing/app/learning-needs.ts";
import { processEvent } from "../../adaptation/amas/amas-events.service.ts";
import { startSession } from "../../study/learning/session-start.service.ts";
import { markMastered, resetWordState } from "../../study/manual-states/manual-states.service.ts";
import { endSession, syncProgress } from "../learning-sessions/learning-sessions.service.ts";
import { listDays, readTotals, streakOf } from "./activity.service.ts";
import { rebuildTotals } from "../../study/activity-audit/activity-audit.service.ts";

// Checks that the daily totals agree with the records at all times and after every repair. The
// tests use the real engine on a real database. The clock starts at noon on 1 May 2026, UTC.

type Needs = Awaited<ReturnType<typeof openLearningNeeds>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const u1 = { kind: "learner", id: "u1", sessionId: "s" } as const;

let needs: Needs;
beforeEach(async () => {
  needs = await openLearningNeeds();
  await needs.words("w1", "w2", "w3", "w4");
});
afterAll(() => needs.close());

const give = (...answers: PastAnswer[]) => giveAnswers(needs, answers);
/** What a client reports at the end of a session. */
const SEEN = { masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 0 };
const rightAt = (ms: number): PastAnswer => [new Date(ms).toISOString(), "w1"];
const days = (category: "learning" | "review" | "all" = "all") =>
  listDays(needs.database, "u1", { category });

async function liveIn(timeZone: string, dayStartHour = 0): Promise<void> {
  const row = { user_id: "u1", time_zone: timeZone, day_start_hour: dayStartHour };
  await needs.database
    .insertInto("preferences")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

describe("daily totals", () => {
  it("are zero without an answer", async () => {
    expect(await days()).toEqual([]);
    expect(await readTotals(needs.database, "u1")).toEqual({
      answers: 0,
      correct: 0,
      responseTimeTotalMs: 0,
      newWords: 0,
      reviewWords: 0,
      masteredWords: 0,
      studyMs: 0,
    });
  });

  it("distinguish new and reviewed words, each once a day", async () => {
    await give(
      ["2026-04-29T08:00:00Z", "w1"],
      ["2026-04-29T08:01:00Z", "w1", { isCorrect: false }],
      ["2026-04-30T08:00:00Z", "w1"],
      ["2026-04-30T08:01:00Z", "w1"],
      ["2026-04-30T08:02:00Z", "w2"],
    );
    expect(await days()).toMatchObject([
      { day: "2026-04-29", answers: 2, correct: 1, newWords: 1, reviewWords: 0 },
      { day: "2026-04-30", answers: 3, correct: 3, newWords: 1, reviewWords: 1 },
    ]);
  });

  it("count a word as reviewed once a day, despite a late answer of the day before", async () => {
    await give(
      ["2026-04-28T08:00:00Z", "w1"],
      ["2026-04-30T00:05:00Z", "w1"],
      ["2026-04-29T23:55:00Z", "w1"],
      ["2026-04-30T00:10:00Z", "w1"],
    );
    expect((await days()).at(-1)).toMatchObject({ day: "2026-04-30", answers: 2, reviewWords: 1 });
  });

  it("can be read by category and by days", async () => {
    await give(
      ["2026-04-28T08:00:00Z", "w1", { recordType: "learning" }],
      ["2026-04-29T08:00:00Z", "w1", { recordType: "review" }],
      ["2026-04-30T08:00:00Z", "w1"],
    );
    const counts = async (category: "learning" | "review" | "all") =>
      (await days(category)).map(({ answers }) => answers);
    expect(await counts("learning")).toEqual([1, 0, 0]);
    expect(await counts("review")).toEqual([0, 1, 0]);
    expect(await counts("all")).toEqual([1, 1, 1]);
    const late = { firstDay: "2026-04-29", lastDay: "2026-04-30" };
    expect(await readTotals(needs.database, "u1", late)).toMatchObject({ answers: 2, newWords: 0 });
  });

  it("do not include others' answers", async () => {
    await give(["2026-04-30T08:00:00Z", "w1", { userId: "u2" }]);
    expect(await days()).toEqual([]);
  });

  it("count a repeated answer once", async () => {
    const again: PastAnswer = ["2026-04-30T08:00:00Z", "w1", { clientRecordId: "c1" }];
    await give(again, again);
    expect(await readTotals(needs.database, "u1")).toMatchObject({ answers: 1, newWords: 1 });
  });

  it("count a word as new at its first record, even after an event", async () => {
    const event = { wordId: "w1", isCorrect: true, responseTime: 900 };
    await processEvent(needs, u1, event);
    await give(["2026-05-01T12:00:00Z", "w1"]);
    expect(await readTotals(needs.database, "u1")).toMatchObject({ answers: 1, newWords: 1 });
    needs.wait(DAY_MS);
    await processEvent(needs, u1, { ...event, wordId: "w2" });
    needs.wait(3 * DAY_MS);
    await give(["2026-05-05T12:00:00Z", "w1"], ["2026-05-05T12:01:00Z", "w2"]);
    const counted = await days();
    expect(counted.at(-1)).toMatchObject({ answers: 2, newWords: 1, reviewWords: 1 });
    await rebuildTotals(needs, "u1");
    expect(await days()).toEqual(counted);
  });

  it("do not count a word as new again after it was reset", async () => {
    await give(["2026-04-29T08:00:00Z", "w1"]);
    await resetWordState(needs, u1, "w1");
    await give(["2026-04-30T08:00:00Z", "w1"]);
    const totals = await readTotals(needs.database, "u1");
    expect(totals).toMatchObject({ newWords: 1, reviewWords: 1 });
  });

  it("count words mastered by answers and words marked as mastered", async () => {
    const startMs = Date.parse("2026-01-01T00:00:00Z");
    await give(...Array.from({ length: 40 }, (_, n) => rightAt(startMs + n * 20 * HOUR_MS)));
    const state = await needs.database.selectFrom("word_states").select("state").execute();
    expect(state).toEqual([{ state: "mastered" }]);
    expect(await readTotals(needs.database, "u1")).toMatchObject({ masteredWords: 1 });
    await markMastered(needs, u1, "w2");
    await markMastered(needs, u1, "w2");
    expect(await readTotals(needs.database, "u1")).toMatchObject({ masteredWords: 2 });
    expect((await days()).at(-1)).toMatchObject({ day: "2026-05-01", masteredWords: 1 });
  });

  it("assign the time of sessions to their days, up to the last event", async () => {
    for (const answeredAt of ["2026-05-01T12:01:00Z", "2026-05-02T12:01:00Z"]) {
      const { sessionId } = await startSession(needs, u1, 10);
      needs.wait(60_000);
      await give([answeredAt, "w1", { sessionId }]);
      needs.wait(60_000);
      await syncProgress(needs, u1, { sessionId, totalQuestions: 1, contextShifts: 0 });
      needs.wait(DAY_MS - 120_000);
      await endSession(needs, needs.database, u1, sessionId, { ...SEEN, finalDifficulty: 0 });
    }
    expect((await days("review")).map(({ day, studyMs }) => [day, studyMs])).toEqual([
      ["2026-05-01", 120_000],
      ["2026-05-02", 120_000],
    ]);
    const sessions = needs.database.selectFrom("learning_sessions").select("duration_ms");
    expect(await sessions.execute()).toEqual([{ duration_ms: 120_000 }, { duration_ms: 120_000 }]);
  });
});

describe("days", () => {
  it("follow the learner's zone, clock changes included", async () => {
    await liveIn("Europe/Berlin");
    // Clocks went forward on 29 March 2026 at 01:00 UTC: that day had 23 hours.
    await give(
      ["2026-03-28T22:59:59Z", "w1"],
      ["2026-03-28T23:00:00Z", "w1"],
      ["2026-03-29T21:59:59Z", "w1"],
      ["2026-03-29T22:00:00Z", "w1"],
    );
    expect((await days()).map(({ day, answers }) => [day, answers])).toEqual([
      ["2026-03-28", 1],
      ["2026-03-29", 2],
      ["2026-03-30", 1],
    ]);
  });

  it("begin at the hour the learner has chosen", async () => {
    await liveIn("UTC", 4);
    await give(["2026-04-30T03:59:59Z", "w1"], ["2026-04-30T04:00:00Z", "w1"]);
    expect((await days()).map(({ day, reviewWords }) => [day, reviewWords])).toEqual([
      ["2026-04-29", 0],
      ["2026-04-30", 1],
    ]);
  });

  it("stay as counted when the learner changes time zone", async () => {
    await give(["2026-04-29T20:00:00Z", "w1"]);
    await liveIn("Asia/Tokyo");
    await give(["2026-04-30T20:00:00Z", "w1"]);
    expect((await days()).map(({ day }) => day)).toEqual(["2026-04-29", "2026-05-01"]);
    await rebuildTotals(needs, "u1");
    expect((await days()).map(({ day }) => day)).toEqual(["2026-04-30", "2026-05-01"]);
  });
});

describe("streakOf", () => {
  it("is 0 without an answer", async () => {
    expect(await streakOf(needs, "u1")).toBe(0);
  });

  it("counts days with an answer, not days with only a session", async () => {
    await give(["2026-04-29T08:00:00Z", "w1"], ["2026-04-30T08:00:00Z", "w1"]);
    await markMastered(needs, u1, "w2");
    expect(await streakOf(needs, "u1")).toBe(2);
  });

  it("follows more than a year back", async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      user_id: "u1",
      day: new Date(Date.parse("2026-05-01") - n * DAY_MS).toISOString().slice(0, 10),
      category: "all" as const,
      answers: n === 900 ? 0 : 1,
      correct: 0,
      response_time_total_ms: 0,
      study_ms: 1,
      new_words: 0,
      review_words: 0,
      mastered_words: 0,
    }));
    await needs.database.insertInto("daily_activity").values(rows).execute();
    expect(await streakOf(needs, "u1")).toBe(900);
  });
});

describe("rebuildTotals", () => {
  const whole = () =>
    needs.database
      .selectFrom("daily_activity")
      .selectAll()
      .orderBy("user_id")
      .orderBy("day")
      .orderBy("category")
      .execute();

  /** Four months of answers, each with a session of its own, and what else leaves traces. */
  async function addHistory(): Promise<void> {
    const nowMs = needs.clock.nowMs();
    const startMs = nowMs - 120 * DAY_MS;
    const kinds = ["learning", "review", "all", undefined] as const;
    for (let n = 0; n < 120; n += 1) {
      const atMs = startMs + n * 21 * HOUR_MS + (n % 7) * 61_000;
      const wordId = `w${1 + ((n * 7 + Math.floor(n / 9)) % 4)}`;
      const recordType = kinds[n % kinds.length];
      needs.wait(atMs - 15 * 60_000 - needs.clock.nowMs());
      const { sessionId } = await startSession(needs, u1, 10);
      const more = { recordType, isCorrect: n % 3 > 0, sessionId };
      await give([new Date(atMs).toISOString(), wordId, more]);
      needs.wait(15 * 60_000);
      await endSession(needs, needs.database, u1, sessionId, { ...SEEN, finalDifficulty: 0 });
    }
    needs.wait(nowMs - needs.clock.nowMs());
    await give(["2026-03-01T00:00:00Z", "w1", { userId: "u2" }]);
    await markMastered(needs, u1, "w4");
  }

  it("yields the totals that were counted answer by answer", async () => {
    await liveIn("America/New_York", 3);
    await addHistory();
    const counted = await whole();
    expect(counted.length).toBeGreaterThan(90);
    expect(await readTotals(needs.database, "u1")).toMatchObject({ studyMs: 120 * 600_000 });
    await rebuildTotals(needs, "u1");
    expect(await whole()).toEqual(counted);
    const wrong = { answers: 7, new_words: 9, study_ms: 11 };
    await needs.database
      .updateTable("daily_activity")
      .set(wrong)
      .where("user_id", "=", "u1")
      .execute();
    await rebuildTotals(needs, "u1");
    expect(await whole()).toEqual(counted);
  });

  it("yields nothing for a learner without a record", async () => {
    await rebuildTotals(needs, "u1");
    expect(await days()).toEqual([]);
  });
});
