import { describe, expect } from "vitest";
import { notYet, postponeAnswer } from "../../../testing/rows/postponed-answer.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { studyConfigRoutes } from "../study-config/study-config.routes.ts";
import { learningRoutes } from "./learning.routes.ts";

const routes = [learningRoutes, recordsRoutes, studyConfigRoutes, amasRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const MINUTE_MS = 60_000;
/** For scenarios in which hours pass. */

async function start(app: ScenarioApp): Promise<string> {
  const { body } = await app.send("POST", "/api/learning/session", { headers: app.u1.headers });
  return body.data.sessionId;
}

/** Answers w1, w2 and w2 in a session, a minute apart: right, wrong, wrong. */
async function study(app: ScenarioApp, sessionId: string): Promise<void> {
  await app.words([{}, {}]);
  const plan = [
    { wordId: "w1", isCorrect: true },
    { wordId: "w2", isCorrect: false },
    { wordId: "w2", isCorrect: false },
  ];
  for (const answer of plan) {
    app.clock.advance(MINUTE_MS);
    const records = [{ ...answer, responseTimeMs: 1_000, sessionId }];
    await app.send("POST", "/api/records/batch", { body: { records }, headers: app.u1.headers });
  }
}

const completion = (sessionId: string) => ({
  sessionId,
  masteredWordIds: ["seen"],
  errorProneWordIds: ["seen"],
  avgResponseTimeMs: 5_000,
});

async function complete(app: ScenarioApp, sessionId: string) {
  const body = completion(sessionId);
  const headers = app.u1.headers;
  return app.send("POST", "/api/learning/complete-session", { body, headers });
}

describe("POST /api/learning/session", () => {
  const path = "/api/learning/session";
  scenarios(routes, {
    "starts a session with the learner's daily target": {
      as: "learner",
      send: ["POST", path],
      status: 200,
      body: { data: { status: "active", resumed: false, targetMasteryCount: 10 } },
      after: (_, { body }) => expect(body.data).not.toHaveProperty("crossSessionHint"),
    },
    "resumes the active session": {
      as: "learner",
      send: ["POST", path, { targetMasteryCount: 30 }],
      twice: true,
      status: 200,
      body: { data: { resumed: true, targetMasteryCount: 30 } },
    },
    "lowers a target of 101 to 100": {
      as: "learner",
      send: ["POST", path, { targetMasteryCount: 101 }],
      status: 200,
      body: { data: { targetMasteryCount: 100 } },
    },
    "raises a target of 0 to 1": {
      as: "learner",
      send: ["POST", path, { targetMasteryCount: 0 }],
      status: 200,
      body: { data: { targetMasteryCount: 1 } },
    },
    "gives a hint about the previous session if it ended within two hours": {
      as: "learner",
      given: async (app) => {
        const sessionId = await start(app);
        await study(app, sessionId);
        await complete(app, sessionId);
        app.clock.advance(120 * MINUTE_MS);
      },
      send: ["POST", path],
      status: 200,
      body: {
        data: {
          resumed: false,
          crossSessionHint: {
            prevMasteredCount: 0,
            gapMinutes: 120,
            suggestedDifficulty: 0.35,
            errorProneWordIds: ["w2"],
            recentlyMasteredWordIds: [],
          },
        },
      },
      after: (_, { body }) => expect(body.data.crossSessionHint.prevAccuracy).toBeCloseTo(1 / 3, 9),
    },
    "gives no hint after more than two hours": {
      as: "learner",
      given: async (app) => {
        await complete(app, await start(app));
        app.clock.advance(120 * MINUTE_MS + 1);
      },
      send: ["POST", path],
      status: 200,
      after: (_, { body }) => expect(body.data).not.toHaveProperty("crossSessionHint"),
    },
    "refuses a target that is not a number": {
      as: "learner",
      send: ["POST", path, { targetMasteryCount: "many" }],
      ...unreadable,
    },
  });
});

describe("POST /api/learning/sync-progress", () => {
  const path = "/api/learning/sync-progress";
  scenarios(routes, {
    "never lowers a counter": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        const body = { sessionId, totalQuestions: 9, contextShifts: 2 };
        await app.send("POST", path, { body, headers: app.u1.headers });
        return ["POST", path, { sessionId, totalQuestions: 4, contextShifts: 3 }];
      },
      status: 200,
      body: { data: { status: "active", totalQuestions: 9, contextShifts: 3, summary: null } },
    },
    "returns a completed session unchanged": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await complete(app, sessionId);
        return ["POST", path, { sessionId, totalQuestions: 9 }];
      },
      status: 200,
      body: { data: { status: "completed", totalQuestions: 0 } },
    },
    "refuses an unknown session": {
      as: "learner",
      send: ["POST", path, { sessionId: "none" }],
      status: 404,
      body: refused("LEARNING_SESSION_NOT_FOUND"),
    },
    "refuses another learner's session": {
      as: "learner",
      send: async (app) => {
        const other = await app.learner();
        return ["POST", path, { sessionId: await start(app) }, other.headers];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },
    "refuses a negative counter": {
      as: "learner",
      send: ["POST", path, { sessionId: "s", totalQuestions: -1 }],
      ...unreadable,
    },
  });
});

describe("POST /api/learning/complete-session", () => {
  const path = "/api/learning/complete-session";
  scenarios(routes, {
    "summarizes the session from its records, not from the client's lists": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await study(app, sessionId);
        return ["POST", path, completion(sessionId)];
      },
      status: 200,
      body: {
        data: {
          status: "completed",
          correctCount: 1,
          totalCount: 3,
          actualMasteryCount: 0,
          summary: {
            avgResponseTimeMs: 1_000,
            masteredWordIds: [],
            errorProneWordIds: ["w2"],
            durationSecs: 180,
            hourOfDay: 12,
          },
        },
      },
      after: (_, { body }) => expect(body.data.summary.accuracy).toBeCloseTo(1 / 3, 9),
    },
    "counts answers that were still in the outbox": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await app.word();
        const body = { wordId: "w1", isCorrect: true, responseTimeMs: 700, sessionId };
        await app.send("POST", "/api/records", { body, headers: app.u1.headers });
        return ["POST", path, completion(sessionId)];
      },
      status: 200,
      body: { data: { totalCount: 1, summary: { accuracy: 1, avgResponseTimeMs: 700 } } },
    },
    "waits for an answer scheduled for its next attempt": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await postponeAnswer(app);
        return ["POST", path, completion(sessionId)];
      },
      ...notYet,
    },
    "falls back on the client's lists for a session without records": {
      as: "learner",
      send: async (app) => ["POST", path, completion(await start(app))],
      status: 200,
      body: {
        data: {
          actualMasteryCount: 1,
          summary: {
            masteredWordIds: ["seen"],
            errorProneWordIds: ["seen"],
            avgResponseTimeMs: 5_000,
          },
        },
      },
    },
    "returns a session completed before unchanged": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await complete(app, sessionId);
        app.clock.advance(MINUTE_MS);
        return ["POST", path, { ...completion(sessionId), masteredWordIds: [] }];
      },
      status: 200,
      body: { data: { summary: { masteredWordIds: ["seen"], durationSecs: 0 } } },
    },
    "counts at most ten minutes of a long pause": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        app.clock.advance(3_600_000);
        return ["POST", path, completion(sessionId)];
      },
      status: 200,
      body: { data: { summary: { durationSecs: 600 } } },
      after: async (app) => {
        const { body } = await app.send("GET", "/api/amas/state", { headers: app.u1.headers });
        expect(body.data.habitProfile).toMatchObject({ medianSessionLengthMins: 10 });
      },
    },
    "refuses an unknown session": {
      as: "learner",
      send: ["POST", path, completion("none")],
      status: 404,
      body: refused("LEARNING_SESSION_NOT_FOUND"),
    },
    "refuses another learner's session": {
      as: "learner",
      send: async (app) => {
        const other = await app.learner();
        return ["POST", path, completion(await start(app)), other.headers];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },
    "accepts lists of 500 words": {
      as: "learner",
      send: async (app) => {
        const words = Array(500).fill("w1");
        const lists = { masteredWordIds: words, errorProneWordIds: words };
        return ["POST", path, { ...completion(await start(app)), ...lists }];
      },
      status: 200,
    },
    "refuses a list of 501 words": {
      as: "learner",
      send: async (app) => [
        "POST",
        path,
        { ...completion(await start(app)), masteredWordIds: Array(501).fill("w1") },
      ],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses a completion without its lists": {
      as: "learner",
      send: ["POST", path, { sessionId: "s" }],
      ...unreadable,
    },
  });
});
