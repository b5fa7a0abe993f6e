import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { notificationCleanup, weeklyReport } from "./notifications.worker.ts";
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

async function choose(userId: string, choice: object) {
  const row = { user_id: userId, time_zone: null, ...choice };
  await app.deps.database.insertInto("preferences").values(row).execute();
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
