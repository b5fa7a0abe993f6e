import { sql } from "kysely";
import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { manualStatesRoutes } from "../manual-states/manual-states.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { studyConfigRoutes } from "../study-config/study-config.routes.ts";
import { todayRoutes } from "./today.routes.ts";

// It is midday of 1 May 2026, UTC.

const routes = [
  ...[authRoutes, todayRoutes, learningRoutes],
  ...[manualStatesRoutes, recordsRoutes, studyConfigRoutes],
];
const give = (app: ScenarioApp, ...answers: PastAnswer[]) => giveAnswers(app.deps, answers);

const post = async (app: ScenarioApp, path: string, body: object) =>
  (await app.send("POST", path, { body, headers: app.u1.headers })).body.data;

/** Words w1, w2 … answered long ago, whose reviews fall due at these times. */
async function planned(app: ScenarioApp, ...dates: string[]): Promise<void> {
  await app.words(dates.map(() => ({})));
  await give(app, ...dates.map((_, n): PastAnswer => ["2026-03-01T10:00:00Z", `w${n + 1}`]));
  for (const [n, date] of dates.entries()) {
    await app.deps.database
      .updateTable("word_states")
      .set({ next_review_at_ms: Date.parse(date) })
      .where("word_id", "=", `w${n + 1}`)
      .execute();
  }
}

/** Every review follows an interval of an hour. */
async function afterAnHour({ deps }: ScenarioApp): Promise<void> {
  const lastAnswer = sql<number>`next_review_at_ms - 3600000`;
  await deps.database.updateTable("word_states").set({ last_answer_at_ms: lastAnswer }).execute();
}

/** Selects a book with these words. */
async function select(app: ScenarioApp, ...wordIds: string[]): Promise<void> {
  const draft = { name: "Book", description: "", tags: [], userId: "u1" };
  const { id } = await createBook(app.deps, app.deps.database, draft);
  await addWordsToBook(app.deps.database, id, wordIds, app.clock.nowMs());
  const body = { selectedWordbookIds: [id] };
  await app.send("PUT", "/api/study-config", { body, headers: app.u1.headers });
}

async function setDays(app: ScenarioApp, time_zone: string, day_start_hour = 0): Promise<void> {
  const row = { user_id: "u1", time_zone, day_start_hour };
  await app.deps.database.insertInto("preferences").values(row).execute();
}

/** Moves the clock beyond the life of u1's token. @returns headers of a new one */
async function signInAt(app: ScenarioApp, time: string) {
  app.clock.setTo(time);
  const { email, password } = app.u1;
  const { accessToken } = await post(app, "/api/auth/login", { email, password });
  return { authorization: `Bearer ${accessToken}` };
}

const dates = [
  "2026-04-20T10:00:00Z",
  "2026-04-30T23:59:59Z",
  "2026-05-01T00:00:00Z",
  "2026-05-01T12:00:00Z",
  "2026-05-01T12:00:01Z",
  "2026-05-01T23:59:59Z",
  "2026-05-02T00:00:00Z",
  "2026-05-09T00:00:00Z",
];

describe("GET /api/study/today", () => {
  const send = ["GET", "/api/study/today"] as const;
  scenarios(routes, {
    "begins with nothing but the plan": {
      as: "learner",
      given: (app) => app.words([{}, {}, {}]),
      send,
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          date: "2026-05-01",
          due: 0,
          overdue: 0,
          dueLater: 0,
          new: 3,
          expectedMinutes: 1,
          answeredToday: 0,
          correctToday: 0,
          reviewedToday: 0,
          dailyTarget: 20,
          masteredToday: 0,
          dailyMasteryTarget: 10,
          streakDays: 0,
          studiedToday: false,
          daysAway: null,
          unfinished: null,
          engine: {
            attention: 0.7,
            fatigue: 0,
            motivation: 0,
            confidence: 0.1,
            reason: { code: "cold_start", params: { answers: 0, answersNeeded: 80 } },
          },
        }),
    },
    "counts all reviews of the learner's day from its start": {
      as: "learner",
      given: (app) => planned(app, ...dates),
      send,
      status: 200,
      body: { data: { overdue: 2, due: 6, dueLater: 0, new: 0, daysAway: 61 } },
    },
    "counts a review after less than a day from its exact time": {
      as: "learner",
      given: async (app) => {
        await planned(app, ...dates);
        await afterAnHour(app);
      },
      send,
      status: 200,
      body: { data: { overdue: 2, due: 4, dueLater: 2 } },
    },
    "follows the learner's zone and start of day": {
      as: "learner",
      given: async (app) => {
        await planned(app, ...dates);
        // 1 May begins at 02:00 UTC.
        await setDays(app, "Europe/Berlin", 4);
      },
      send,
      status: 200,
      body: { data: { date: "2026-05-01", overdue: 3, due: 7, dueLater: 0 } },
    },
    "counts words of the selected books only, once": {
      as: "learner",
      given: async (app) => {
        await planned(app, ...dates);
        await app.words([{}, {}]);
        await select(app, "w1", "w4", "w10");
      },
      send,
      status: 200,
      body: { data: { overdue: 1, due: 2, dueLater: 0, new: 1 } },
    },
    "leaves out words marked as known, and other learners": {
      as: "learner",
      given: async (app) => {
        await planned(app, "2026-04-20T10:00:00Z", "2026-04-21T10:00:00Z");
        await give(app, ["2026-04-01T10:00:00Z", "w1", { userId: "u2" }]);
        await post(app, "/api/word-states/w2/mark-mastered", {});
      },
      send,
      status: 200,
      body: { data: { due: 1, overdue: 1 } },
    },
    "takes the new words of today off the plan, and no more than there are": {
      as: "learner",
      given: async (app) => {
        await app.words(Array.from({ length: 30 }, () => ({})));
        await give(
          app,
          ["2026-04-30T10:00:00Z", "w1"],
          ["2026-05-01T10:00:00Z", "w1"],
          ["2026-05-01T10:01:00Z", "w2"],
          ["2026-05-01T10:02:00Z", "w3", { isCorrect: false }],
          ["2026-05-01T10:03:00Z", "w3"],
        );
      },
      send,
      status: 200,
      body: {
        data: {
          new: 18,
          answeredToday: 4,
          correctToday: 3,
          reviewedToday: 1,
          studiedToday: true,
          daysAway: 0,
          streakDays: 2,
        },
      },
    },
    "has no new words left when the plan is done": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const body = { dailyWordCount: 1 };
        await app.send("PUT", "/api/study-config", { body, headers: app.u1.headers });
        await give(app, ["2026-05-01T10:00:00Z", "w1"]);
      },
      send,
      status: 200,
      body: { data: { new: 0, dailyTarget: 1 } },
    },
    "counts words mastered today": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await post(app, "/api/word-states/w1/mark-mastered", {});
      },
      send,
      status: 200,
      body: { data: { masteredToday: 1, answeredToday: 0, studiedToday: false } },
    },
    "counts days away by the calendar, across a change of clocks": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await setDays(app, "Europe/Berlin");
        // 28 March, 23:30 in Berlin; the next day has 23 hours.
        await give(app, ["2026-03-28T22:30:00Z", "w1"]);
      },
      send: async (app) => [...send, undefined, await signInAt(app, "2026-03-29T22:15:00Z")],
      status: 200,
      body: { data: { date: "2026-03-30", daysAway: 2, streakDays: 0 } },
    },
    "offers the active session with its progress": {
      as: "learner",
      settings: { RECORDS_OUTBOX_ASYNC: "false" },
      given: async (app) => {
        await app.word();
        const { sessionId } = await post(app, "/api/learning/session", { targetMasteryCount: 7 });
        const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 900, sessionId };
        await post(app, "/api/records", answer);
        app.clock.advance(60_000);
      },
      send,
      status: 200,
      after: (_, { body }) =>
        expect(body.data.unfinished).toEqual({
          sessionId: expect.any(String),
          startedAt: "2026-05-01T12:00:00.000Z",
          answered: 1,
          mastered: 0,
          target: 7,
        }),
    },
    "expects more time of a slower learner": {
      as: "learner",
      given: async (app) => {
        await planned(app, ...Array.from({ length: 40 }, () => "2026-04-30T10:00:00Z"));
        const before = await app.send("GET", send[1], { headers: app.u1.headers });
        const answers = Array.from({ length: 40 }, (_, n): PastAnswer => [
          "2026-04-29T10:00:00Z",
          `w${n + 1}`,
          { responseTimeMs: 15_000 },
        ]);
        await give(app, ...answers);
        await app.deps.database.updateTable("word_states").set({ next_review_at_ms: 1 }).execute();
        const after = await app.send("GET", send[1], { headers: app.u1.headers });
        const [quick, slow] = [before.body.data, after.body.data];
        expect([quick.due, slow.due]).toEqual([40, 40]);
        expect(slow.expectedMinutes).toBeGreaterThan(1.5 * quick.expectedMinutes);
      },
      send,
      status: 200,
    },
    "says that it was a long break": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await give(app, ["2026-04-27T10:00:00Z", "w1"]);
      },
      send,
      status: 200,
      body: {
        data: { daysAway: 4, engine: { reason: { code: "long_break", params: { days: 4 } } } },
      },
    },
  });
});

describe("GET /api/study/forecast", () => {
  const path = "/api/study/forecast";
  const dueOf = (days: { due: number }[]) => days.map(({ due }) => due);
  scenarios(routes, {
    "refuses days that are no number": {
      as: "learner",
      send: ["GET", `${path}?days=x`],
      status: 400,
      body: { success: false, code: "INVALID_REQUEST_BODY" },
    },
    "has seven days, without a review too": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { backlog, days, reviews } = body.data;
        expect([backlog, reviews]).toEqual([0, 0]);
        expect(days).toHaveLength(7);
        expect(days[0]).toEqual({ date: "2026-05-01", due: 0, expectedMinutes: 0 });
        expect(days[6]).toEqual({ date: "2026-05-07", due: 0, expectedMinutes: 0 });
      },
    },
    "counts each review on its day, and earlier ones as backlog": {
      as: "learner",
      given: (app) => planned(app, ...dates),
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { backlog, days, reviews } = body.data;
        expect(backlog).toBe(2);
        expect(dueOf(days)).toEqual([4, 1, 0, 0, 0, 0, 0]);
        expect(reviews).toBe(7);
        expect(days[0].expectedMinutes).toBe(1);
      },
    },
    "agrees with today": {
      as: "learner",
      given: async (app) => {
        await planned(app, ...dates);
        await setDays(app, "America/St_Johns", 5);
        await select(app, "w1", "w2", "w3", "w5", "w6", "w7");
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const today = await app.send("GET", "/api/study/today", { headers: app.u1.headers });
        const { due, overdue, dueLater } = today.body.data;
        expect(overdue).toBe(3);
        expect(body.data.backlog).toBe(overdue);
        expect(body.data.days[0].due).toBe(due - overdue + dueLater);
      },
    },
    "clamps the number of days": {
      as: "learner",
      given: (app) => planned(app, "2026-07-29T23:00:00Z", "2026-07-30T00:00:00Z"),
      send: ["GET", `${path}?days=1000`],
      status: 200,
      after: (_, { body }) => {
        expect(body.data.days).toHaveLength(90);
        expect(body.data.days[89]).toMatchObject({ date: "2026-07-29", due: 1 });
        expect(body.data.reviews).toBe(1);
      },
    },
    "gives days of 23 and 25 hours what falls into them": {
      as: "learner",
      given: async (app) => {
        await planned(
          app,
          ...["2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z"],
          ...["2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
        );
        await setDays(app, "Europe/Berlin");
      },
      send: async (app) => {
        const headers = await signInAt(app, "2026-10-24T10:00:00Z");
        return ["GET", `${path}?days=3`, undefined, headers];
      },
      status: 200,
      after: (_, { body }) => expect(dueOf(body.data.days)).toEqual([1, 2, 1]),
    },
  });
});
