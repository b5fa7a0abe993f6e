import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { analyticsAdminFeature } from "./analytics-admin.feature.ts";

// The clock starts at noon on Friday, 1 May 2026, UTC. The account of u1 was created today.

const PATH = "/api/admin/analytics";
const TODAY = "2026-05-01";

const asked = (part: string) =>
  ({ as: "admin", send: ["GET", `${PATH}/${part}`], status: 200 }) satisfies Partial<Scenario>;
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);
const wrong = { isCorrect: false };
const by = (userId: string) => ({ userId });

/** Creates accounts at these times. */
async function register(app: ScenarioApp, made: Readonly<Record<string, string>>): Promise<void> {
  await addPlainLearners(app.deps.database, Object.keys(made));
  for (const [id, at] of Object.entries(made)) {
    const created_at_ms = Date.parse(at);
    const { database } = app.deps;
    await database.updateTable("users").set({ created_at_ms }).where("id", "=", id).execute();
  }
}

async function addSession(app: ScenarioApp, id: string, at: string, secs: number): Promise<void> {
  const atMs = Date.parse(at);
  await app.learner();
  await app.deps.database
    .insertInto("learning_sessions")
    .values({
      id,
      user_id: "u1",
      status: "completed",
      target_mastery_count: 5,
      duration_ms: secs * 1_000,
      last_event_at_ms: atMs,
      created_at_ms: atMs,
      updated_at_ms: atMs,
      summary_json: null,
      completed_at_ms: atMs,
      long_gaps_json: null,
    })
    .execute();
}

const rowOf = <R extends { date: string }>(rows: readonly R[], date: string) =>
  rows.find((row) => row.date === date);

/** Scenarios about access and about the range. */
function rangeRules(part: string): Record<string, Scenario> {
  const refusesRange = (query: string): Scenario => ({
    as: "admin",
    send: ["GET", `${PATH}/${part}?${query}`],
    status: 400,
    body: { code: "INVALID_RANGE" },
  });
  return {
    "covers 30 days by default, today last": {
      ...asked(part),
      body: { data: { days: 30, rangeStart: "2026-04-02", rangeEnd: TODAY } },
    },
    "accepts both ends": {
      ...asked(`${part}?from=2026-04-01&to=2026-04-03`),
      body: { data: { days: 3, rangeStart: "2026-04-01", rangeEnd: "2026-04-03" } },
    },
    "refuses another number of days": refusesRange("days=31"),
    "refuses a range of 91 days": refusesRange("from=2025-12-01&to=2026-03-01"),
    "refuses a range that ends before it begins": refusesRange("from=2026-04-02&to=2026-04-01"),
    "refuses a range without an end": refusesRange("from=2026-04-02"),
  };
}

describe("GET /api/admin/analytics/engagement", () => {
  scenarios(analyticsAdminFeature, {
    ...rangeRules("engagement"),
    "has a row for every day, and no stickiness without learners": {
      ...asked("engagement?days=7"),
      after: (_app, { body }) => {
        const { rows, stickiness } = body.data;
        expect(rows.map(({ date }: { date: string }) => date)).toEqual([
          ...["2026-04-25", "2026-04-26", "2026-04-27", "2026-04-28"],
          ...["2026-04-29", "2026-04-30", TODAY],
        ]);
        const nobody = { dau: 0, wau: 0, mau: 0, newUsers: 0, sessions: 0, avgSessionSecs: null };
        expect(rows[0]).toEqual({ date: "2026-04-25", ...nobody });
        expect(stickiness).toBeNull();
      },
    },
    "counts each learner once in 7 and in 30 days up to the day": {
      ...asked("engagement?days=7"),
      given: async (app) => {
        await app.word();
        await give(
          app,
          ["2026-04-01T10:00:00Z", "w1"],
          ["2026-04-25T10:00:00Z", "w1"],
          ["2026-04-25T11:00:00Z", "w1"],
          ["2026-04-27T10:00:00Z", "w1"],
          ["2026-04-19T10:00:00Z", "w1", by("u2")],
          ["2026-05-01T10:00:00Z", "w1", by("u2")],
          // Last seen on 30 April, its 30th day.
          ["2026-04-01T10:00:00Z", "w1", by("u3")],
        );
      },
      after: (_app, { body }) => {
        type Row = { date: string; dau: number; wau: number; mau: number };
        const rows: Row[] = body.data.rows;
        expect(rows.map(({ date, dau, wau, mau }) => [date.slice(5), dau, wau, mau])).toEqual([
          ["04-25", 1, 2, 3],
          ["04-26", 0, 1, 3],
          ["04-27", 1, 1, 3],
          ["04-28", 0, 1, 3],
          ["04-29", 0, 1, 3],
          ["04-30", 0, 1, 3],
          ["05-01", 1, 2, 2],
        ]);
        expect(body.data.stickiness).toBeCloseTo(3 / 20, 9);
      },
    },
    "counts accounts and sessions on the days of APP_TIMEZONE": {
      ...asked("engagement?days=7"),
      settings: { APP_TIMEZONE: "Asia/Kolkata" },
      given: async (app) => {
        // Midnight in Kolkata is at 18:30 UTC.
        await register(app, { n1: "2026-04-27T18:29:59Z", n2: "2026-04-27T18:30:00Z" });
        await addSession(app, "s1", "2026-04-27T18:30:00Z", 60);
        await addSession(app, "s2", "2026-04-28T18:29:59Z", 180);
        await addSession(app, "s3", "2026-04-28T18:30:00Z", 0);
      },
      after: (_app, { body }) => {
        const { rows } = body.data;
        expect(rowOf(rows, "2026-04-27")).toMatchObject({ newUsers: 1, sessions: 0 });
        expect(rowOf(rows, "2026-04-28")).toMatchObject({
          newUsers: 1,
          sessions: 2,
          avgSessionSecs: 120,
        });
        expect(rowOf(rows, "2026-04-29")).toMatchObject({ sessions: 1, avgSessionSecs: 0 });
      },
    },
  });
});

/** Answers of two learners on two days, one of them tagged. */
async function giveDays(app: ScenarioApp): Promise<void> {
  await app.words([{}, {}, {}]);
  await give(
    app,
    ["2026-04-30T08:00:00Z", "w1"],
    ["2026-04-30T08:01:00Z", "w2", wrong],
    ["2026-05-01T08:00:00Z", "w1"],
    ["2026-05-01T08:01:00Z", "w1", wrong],
    ["2026-05-01T08:02:00Z", "w3"],
    ["2026-05-01T08:03:00Z", "w2", { recordType: "review", userId: "u2" }],
    ["2026-05-01T08:04:00Z", "w2", { recordType: "learning", userId: "u2" }],
  );
}

describe("GET /api/admin/analytics/learning", () => {
  scenarios(analyticsAdminFeature, {
    ...rangeRules("learning"),
    "sums answers, new words and reviews of all learners by day": {
      ...asked("learning?days=7"),
      given: giveDays,
      after: (_app, { body }) => {
        const { rows } = body.data;
        expect(rows).toHaveLength(7);
        const empty = { answers: 0, correct: 0, accuracy: null, newWords: 0, reviewAnswers: 0 };
        expect(rows[0]).toEqual({ date: "2026-04-25", ...empty, masteredWords: 0 });
        expect(rows[5]).toMatchObject({ answers: 2, correct: 1, accuracy: 0.5, newWords: 2 });
        expect(rows[5]).toMatchObject({ reviewAnswers: 0, masteredWords: 0 });
        expect(rows[6]).toMatchObject({ answers: 5, correct: 4, accuracy: 0.8, newWords: 2 });
        expect(rows[6]).toMatchObject({ reviewAnswers: 2 });
      },
    },
  });
});

describe("GET /api/admin/analytics/daily-active-users", () => {
  scenarios(analyticsAdminFeature, {
    ...rangeRules("daily-active-users"),
    "counts learners with an answer by day": {
      ...asked("daily-active-users?from=2026-04-29&to=2026-05-01"),
      given: giveDays,
      body: {
        data: {
          rows: [
            { date: "2026-04-29", count: 0 },
            { date: "2026-04-30", count: 1 },
            { date: TODAY, count: 2 },
          ],
        },
      },
    },
  });
});

describe("GET /api/admin/analytics/daily-records", () => {
  scenarios(analyticsAdminFeature, {
    ...rangeRules("daily-records"),
    "counts answers by day": {
      ...asked("daily-records?from=2026-04-29&to=2026-05-01"),
      given: giveDays,
      body: {
        data: {
          rows: [
            { date: "2026-04-29", total: 0, correct: 0 },
            { date: "2026-04-30", total: 2, correct: 1 },
            { date: TODAY, total: 5, correct: 4 },
          ],
        },
      },
    },
  });
});

describe("GET /api/admin/analytics/hourly", () => {
  scenarios(analyticsAdminFeature, {
    ...rangeRules("hourly"),
    "groups answers by the hour of the learner's clock": {
      ...asked("hourly"),
      settings: { APP_TIMEZONE: "Europe/Berlin" },
      given: async (app) => {
        await app.words([{}]);
        await addPlainLearners(app.deps.database, ["u1", "u2"]);
        const row = { user_id: "u2", time_zone: "Asia/Kolkata", day_start_hour: 0 };
        await app.deps.database.insertInto("preferences").values(row).execute();
        await give(
          app,
          // 10:00 in Berlin; 13:30 in Kolkata.
          ["2026-04-20T08:00:00Z", "w1"],
          ["2026-04-21T08:59:59Z", "w1", wrong],
          ["2026-04-20T08:00:00Z", "w1", by("u2")],
          // 00:30 on 1 May in Kolkata, which is today.
          ["2026-04-30T19:00:00Z", "w1", by("u2")],
        );
      },
      after: (_app, { body }) => {
        const rows: { hour: number; answers: number }[] = body.data.rows;
        expect(rows.map(({ hour }) => hour)).toEqual([...Array(24).keys()]);
        expect(rows.filter(({ answers }) => answers > 0)).toEqual([
          { hour: 0, answers: 1, accuracy: 1, activeLearners: 1 },
          { hour: 10, answers: 2, accuracy: 0.5, activeLearners: 1 },
          { hour: 13, answers: 1, accuracy: 1, activeLearners: 1 },
        ]);
        expect(rows[1]).toEqual({ hour: 1, answers: 0, accuracy: null, activeLearners: 0 });
      },
    },
    "follows a change of clocks within the range": {
      ...asked("hourly?from=2026-03-28&to=2026-03-30"),
      settings: { APP_TIMEZONE: "Europe/Berlin" },
      given: async (app) => {
        await app.words([{}]);
        await give(
          app,
          ["2026-03-29T00:59:00Z", "w1"],
          ["2026-03-29T01:00:00Z", "w1"],
          ["2026-03-30T22:00:00Z", "w1"],
        );
      },
      after: (_app, { body }) => {
        const rows: { hour: number; answers: number }[] = body.data.rows;
        const busy = rows.filter(({ answers }) => answers > 0).map(({ hour }) => hour);
        expect(busy).toEqual([1, 3]);
      },
    },
  });
});
