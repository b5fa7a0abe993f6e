import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { newWordState, saveWordStates } from "../../progress/word-states/word-states.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { remindOfOverdueWords } from "./reminders.service.ts";
import { forgettingAlert } from "./reminders.worker.ts";

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

async function configure(userId: string, choice: object) {
  const row = {
    user_id: userId,
    selected_wordbook_ids_json: "[]",
    daily_word_count: 20,
    study_mode: "normal" as const,
    daily_mastery_target: 5,
    updated_at_ms: 0,
    ...choice,
  };
  await app.deps.database.insertInto("study_configs").values(row).execute();
}

/** Chooses a book that holds only these words. */
async function chooseBook(userId: string, name: string, wordIds: readonly string[]) {
  const { database, clock } = app.deps;
  const draft = { name, description: "", tags: [], userId };
  const { id } = await createBook(app.deps, database, draft);
  await addWordsToBook(database, id, [...wordIds], clock.nowMs());
  await configure(userId, { selected_wordbook_ids_json: JSON.stringify([id]) });
}

async function library(count: number) {
  await app.words(Array.from({ length: count }, () => ({})));
}

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

  it("names only words of the chosen books, and none where these have none due", async () => {
    for (let n = 0; n < 3; n += 1) await app.learner();
    await library(4);
    for (const id of ["u1", "u2", "u3"]) await due(id, { w1: 60, w2: 20, w3: 3, w4: 1 });
    await chooseBook("u1", "chosen", ["w2", "w4"]);
    await chooseBook("u2", "empty", []);
    await run(forgettingAlert);
    const named = (await stored()).map((row) => `${row.user_id} ${row.word_id}`);
    expect(named.toSorted()).toEqual(["u1 w2", "u1 w4", "u3 w1", "u3 w2", "u3 w3", "u3 w4"]);
  });

  it("names only words of the languages that the learner chose", async () => {
    await app.learner();
    await app.words([{}, { language: "fr" }]);
    await due("u1", { w1: 60, w2: 20 });
    await configure("u1", { learning_languages_json: JSON.stringify(["fr"]) });
    await run(forgettingAlert);
    expect(await words()).toEqual(["w2"]);
  });

  it("names a word of days that is due later in the learner's day, and none of hours", async () => {
    await app.learner();
    await library(2);
    await due("u1", { w1: -10, w2: -10 });
    // Both words are due at 16:30, w1 after two days and w2 after half a day.
    const nowMs = app.clock.nowMs();
    for (const [wordId, hours] of [["w1", 38] as const, ["w2", 2] as const]) {
      const states = app.deps.database
        .updateTable("word_states")
        .set({ last_answer_at_ms: nowMs - hours * HOUR_MS });
      await states.where("word_id", "=", wordId).execute();
    }
    await run(forgettingAlert);
    expect((await stored()).map((row) => [row.word_id, row.overdue_hours])).toEqual([["w1", 0]]);
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
