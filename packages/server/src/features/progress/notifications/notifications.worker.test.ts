import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { newWordState, saveWordStates } from "../word-states/word-states.service.ts";
import { remindOfOverdueWords } from "./forgetting.service.ts";
import { forgettingAlert, notificationCleanup, weeklyReport } from "./notifications.worker.ts";
import { notify } from "./notify.service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const MORNING = "2026-05-04T06:30:00.000Z";

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ features: onlyFeature({}) });
  app.clock.setTo(MORNING);
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const run = (worker: Worker) => worker.run(app.deps, new AbortController().signal);

const stored = () =>
  app.deps.database.selectFrom("notifications").selectAll().orderBy("once_key").execute();

const words = async () => (await stored()).map((row) => row.word_id);

async function choose(userId: string, choice: object) {
  const row = { user_id: userId, time_zone: null, ...choice };
  await app.deps.database.insertInto("preferences").values(row).execute();
}

/** Adds word states of a learner. Each word has been due for this many hours. */
async function due(userId: string, hoursAgo: Readonly<Record<string, number | null>>) {
  const nowMs = app.clock.nowMs();
  const rows = Object.entries(hoursAgo).map(([wordId, hours]) => ({
    ...newWordState(userId, wordId, 0),
    state: "learning" as const,
    next_review_at_ms: hours === null ? null : nowMs - hours * HOUR_MS,
  }));
  await saveWordStates(app.deps.database, rows);
}

async function library(count: number) {
  await app.words(Array.from({ length: count }, () => ({})));
}

describe("forgetting_alert", () => {
  it("runs daily at 06:30", () => {
    expect(forgettingAlert.schedule).toEqual({ cron: "30 6 * * *" });
  });

  it("names the five most overdue words of a learner, most overdue first", async () => {
    await app.learner();
    await library(8);
    await due("u1", { w1: 1, w2: 20, w3: 3, w4: 60, w5: 5, w6: 6, w7: 7, w8: null });
    await run(forgettingAlert);
    expect(await words()).toEqual(["w4", "w2", "w7", "w6", "w5"]);
    expect((await stored())[0]).toMatchObject({
      user_id: "u1",
      type: "reminder",
      title: "Time to review “text w4”",
      message: "“text w4” has been due for 2 days. Review it before you forget it.",
      overdue_hours: 60,
      read_at_ms: null,
      created_at_ms: Date.parse(MORNING),
    });
  });

  it("leaves out suspended words", async () => {
    await app.learner();
    await library(4);
    await due("u1", { w1: 5, w2: 4, w3: 3, w4: 2 });
    const row = { user_id: "u1", created_at_ms: 1 };
    const untilMs = app.clock.nowMs();
    await app.deps.database
      .insertInto("suspended_words")
      .values([
        { ...row, word_id: "w1", reason: "suspended", until_ms: null },
        { ...row, word_id: "w2", reason: "buried", until_ms: untilMs + 1 },
        { ...row, word_id: "w3", reason: "buried", until_ms: untilMs },
      ])
      .execute();
    await run(forgettingAlert);
    expect(await words()).toEqual(["w3", "w4"]);
  });

  it("gives the overdue time in hours or days", async () => {
    await app.learner();
    await library(4);
    await due("u1", { w1: 0, w2: 1.26, w3: 47.9, w4: 48 });
    await run(forgettingAlert);
    const rows = await stored();
    expect(rows.map((row) => [row.overdue_hours, row.message.split(".")[0]])).toEqual([
      [48, "“text w4” has been due for 2 days"],
      [47.9, "“text w3” has been due for 47 hours"],
      [1.3, "“text w2” has been due for 1 hour"],
      [0, "“text w1” has just become due"],
    ]);
  });

  it("stores the text in the learner's language and the language-independent content", async () => {
    await app.learner();
    await app.learner();
    await library(1);
    await choose("u2", { language: "de" });
    for (const id of ["u1", "u2"]) await due(id, { w1: 5 });
    await run(forgettingAlert);
    const rows = (await stored()).toSorted((a, b) => a.user_id.localeCompare(b.user_id));
    expect(rows.map((row) => row.title)).toEqual([
      "Time to review “text w1”",
      "Zeit, „text w1“ zu wiederholen",
    ]);
    for (const row of rows) {
      expect(JSON.parse(row.content_json ?? "")).toEqual({
        kind: "reminder",
        word: "text w1",
        overdueHours: 5,
      });
    }
  });

  it("skips learners who disabled notifications, are banned or have nothing due", async () => {
    for (let n = 0; n < 4; n += 1) await app.learner();
    await library(1);
    for (const id of ["u1", "u2", "u3"]) await due(id, { w1: 5 });
    await due("u4", { w1: -24 });
    await choose("u1", { notification_enabled: 0 });
    await choose("u3", { notification_enabled: 1 });
    const banned = app.deps.database.updateTable("users").set({ is_banned: 1 });
    await banned.where("id", "=", "u2").execute();
    await run(forgettingAlert);
    expect((await stored()).map((row) => row.user_id)).toEqual(["u3"]);
  });

  it("sends nothing more when it runs again on the same day", async () => {
    await app.learner();
    await library(7);
    await due("u1", { w1: 1, w2: 2, w3: 3, w4: 4, w5: 5, w6: 6, w7: 7 });
    await run(forgettingAlert);
    const first = await stored();
    app.clock.advance(2 * HOUR_MS);
    await app.deps.database.deleteFrom("word_states").where("word_id", "=", "w7").execute();
    await run(forgettingAlert);
    expect(await stored()).toEqual(first);
  });

  it("continues after a crash with the remaining learners", async () => {
    await app.learner();
    await app.learner();
    await library(1);
    await due("u1", { w1: 5 });
    await run(forgettingAlert);
    await due("u2", { w1: 5 });
    await run(forgettingAlert);
    expect((await stored()).map((row) => row.user_id).sort()).toEqual(["u1", "u2"]);
  });

  it("replaces yesterday's unread reminder of a word and keeps a read one", async () => {
    await app.learner();
    await library(2);
    await due("u1", { w1: 5, w2: 4 });
    await run(forgettingAlert);
    const read = app.deps.database.updateTable("notifications").set({ read_at_ms: 1 });
    await read.where("word_id", "=", "w2").execute();
    app.clock.advance(DAY_MS);
    await run(forgettingAlert);
    const rows = (await stored()).map((row) => [row.word_id, row.overdue_hours, row.read_at_ms]);
    expect(rows).toEqual([
      ["w2", 4, 1],
      ["w1", 29, null],
      ["w2", 28, null],
    ]);
  });

  it("counts days by the learner's zone and day start", async () => {
    await app.learner();
    await library(2);
    // 06:30 in UTC is 01:30 here: before the day starts, so it is still Sunday.
    await choose("u1", { time_zone: "America/New_York", day_start_hour: 4 });
    await due("u1", { w1: 5 });
    await run(forgettingAlert);
    expect((await stored())[0]?.once_key).toBe("forgetting:2026-05-03:0");
    app.clock.advance(3 * HOUR_MS);
    await due("u1", { w2: 9 });
    await run(forgettingAlert);
    // The new reminder has replaced the unread one of w1.
    expect((await stored()).map((row) => row.once_key)).toEqual([
      "forgetting:2026-05-04:0",
      "forgetting:2026-05-04:1",
    ]);
  });

  it("stops when aborted", async () => {
    await app.learner();
    await library(1);
    await due("u1", { w1: 5 });
    expect(await remindOfOverdueWords(app.deps, AbortSignal.abort())).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it("reaches every one of many learners", async () => {
    await library(1);
    const ids = Array.from({ length: 401 }, (_, n) => `many${String(n).padStart(3, "0")}`);
    await addMany(ids);
    const states = ids.map((id) => ({
      ...newWordState(id, "w1", 0),
      next_review_at_ms: app.clock.nowMs() - HOUR_MS,
    }));
    await saveWordStates(app.deps.database, states);
    await run(forgettingAlert);
    expect(new Set((await stored()).map((row) => row.user_id))).toEqual(new Set(ids));
  });
});

async function addMany(ids: readonly string[]) {
  const rows = ids.map((id) => ({
    id,
    email: id,
    username: id,
    password_hash: "x",
    created_at_ms: 0,
    updated_at_ms: 0,
    locked_until_ms: null,
    last_login_at_ms: null,
    avatar_type: null,
  }));
  await app.deps.database.insertInto("users").values(rows).execute();
}

/** Adds daily totals: answers, right answers, new and mastered words. */
async function addDays(userId: string, days: Readonly<Record<string, readonly number[]>>) {
  const rows = Object.entries(days).map(([day, figures]) => {
    const [answers = 0, correct = 0, new_words = 0, mastered_words = 0] = figures;
    const counts = { answers, correct, new_words, mastered_words };
    const rest = { response_time_total_ms: 0, review_words: 0, study_ms: 60_000 };
    return { user_id: userId, day, category: "learning" as const, ...counts, ...rest };
  });
  await app.deps.database.insertInto("daily_activity").values(rows).execute();
}

describe("weekly_report", () => {
  it("runs on Mondays at 06:30", () => {
    expect(weeklyReport.schedule).toEqual({ cron: "30 6 * * 1" });
  });

  it("reports on the seven days before today", async () => {
    await app.learner();
    await addDays("u1", {
      "2026-04-26": [100, 0, 100, 100],
      "2026-04-27": [10, 9, 4, 0],
      "2026-05-02": [0, 0, 0, 0],
      "2026-05-03": [20, 15, 1, 3],
      "2026-05-04": [7, 7, 7, 7],
    });
    await run(weeklyReport);
    expect(await stored()).toMatchObject([
      {
        user_id: "u1",
        type: "info",
        title: "Your week",
        message:
          "30 answers on 2 days, 80% correct. 5 new words, 3 mastered. " +
          "You’ve studied 2 days in a row.",
        once_key: "weekly:2026-05-04",
      },
    ]);
  });

  it("creates one report per week, in the learner's calendar", async () => {
    await app.learner();
    await choose("u1", { time_zone: "America/Los_Angeles" });
    // In Los Angeles it is still Sunday, so the week ends with Saturday.
    await addDays("u1", { "2026-04-26": [4, 4, 4, 4], "2026-05-03": [1, 1, 1, 1] });
    await run(weeklyReport);
    app.clock.advance(2 * DAY_MS);
    await run(weeklyReport);
    expect((await stored()).map((row) => row.message)).toEqual([
      "4 answers on 1 day, 100% correct. 4 new words, 4 mastered.",
    ]);
    app.clock.advance(5 * DAY_MS);
    await run(weeklyReport);
    expect((await stored()).map((row) => row.once_key)).toEqual([
      "weekly:2026-05-04",
      "weekly:2026-05-11",
    ]);
  });

  it("reports on the same week when it runs late, so that no day is in two reports", async () => {
    await app.learner();
    await addDays("u1", { "2026-04-27": [1, 1], "2026-05-03": [2, 2], "2026-05-04": [4, 4] });
    app.clock.advance(2 * DAY_MS);
    await run(weeklyReport);
    app.clock.advance(5 * DAY_MS);
    await run(weeklyReport);
    expect((await stored()).map((row) => row.message.split(",")[0])).toEqual([
      "3 answers on 2 days",
      "4 answers on 1 day",
    ]);
  });

  it("reports on the previous week until this week's report is due", async () => {
    await app.learner();
    await addDays("u1", { "2026-04-26": [1, 1], "2026-05-03": [2, 2] });
    app.clock.advance(-1);
    await run(weeklyReport);
    expect((await stored()).map((row) => [row.once_key, row.message.split(",")[0]])).toEqual([
      ["weekly:2026-04-27", "1 answer on 1 day"],
    ]);
  });

  it("skips learners who did nothing, disabled notifications or are banned", async () => {
    for (let n = 0; n < 4; n += 1) await app.learner();
    await addDays("u1", { "2026-04-26": [5, 5], "2026-05-01": [0, 0], "2026-05-04": [5, 5] });
    for (const id of ["u2", "u3", "u4"]) await addDays(id, { "2026-05-01": [1, 0] });
    await choose("u2", { notification_enabled: 0 });
    const banned = app.deps.database.updateTable("users").set({ is_banned: 1 });
    await banned.where("id", "=", "u3").execute();
    await run(weeklyReport);
    expect((await stored()).map((row) => [row.user_id, row.message])).toEqual([
      ["u4", "1 answer on 1 day, 0% correct. 0 new words, 0 mastered."],
    ]);
  });
});

describe("notification_cleanup", () => {
  it("removes read notifications older than 180 days and no others", async () => {
    await app.learner();
    const send = (title: string) =>
      notify(app.deps, app.deps.database, [{ userId: "u1", type: "info", title, message: "m" }]);
    const read = app.deps.database.updateTable("notifications").set({ read_at_ms: 1 });
    await send("old");
    await send("old unread");
    await read.where("title", "=", "old").execute();
    app.clock.advance(1);
    await send("just young enough");
    await read.where("title", "=", "just young enough").execute();
    app.clock.advance(180 * DAY_MS);
    await run(notificationCleanup);
    const left = (await stored()).map((row) => row.title).sort();
    expect(left).toEqual(["just young enough", "old unread"]);
  });

  it("removes any number of them", async () => {
    const drafts = Array.from({ length: 1100 }, () => {
      return { userId: "u1", type: "info" as const, title: "t", message: "m" };
    });
    await notify(app.deps, app.deps.database, drafts);
    await app.deps.database.updateTable("notifications").set({ read_at_ms: 1 }).execute();
    app.clock.advance(181 * DAY_MS);
    await run(notificationCleanup);
    expect(await stored()).toEqual([]);
  });
});
