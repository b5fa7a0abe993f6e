import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { requireUser } from "../../accounts/users/users.service.ts";
import { engineInputRoutes } from "../../study/engine-input/engine-input.routes.ts";
import { listWordRatings } from "./word-ratings.repo.ts";
import { amasRoutes } from "./amas.routes.ts";

const routes = [amasRoutes, engineInputRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const event = { wordId: "w1", isCorrect: true, responseTime: 900 };
const withWord = (app: ScenarioApp) => app.word();

describe("GET /api/amas/state", () => {
  scenarios(routes, {
    "shows the start values of a new learner": {
      as: "learner",
      send: ["GET", "/api/amas/state"],
      status: 200,
      body: {
        data: {
          attention: 0.7,
          fatigue: 0,
          motivation: 0,
          confidence: 0.1,
          cognitiveProfile: { memoryCapacity: 0.5, processingSpeed: 0.5, stability: 0.5 },
          trendState: { accuracyTrend: 0, speedTrend: 0, engagementTrend: 0 },
          habitProfile: {
            preferredHours: [9, 14, 20],
            medianSessionLengthMins: 15,
            sessionsPerDay: 1,
          },
          totalEventCount: 0,
          lastSessionId: null,
        },
      },
      after: (_, { body }) => {
        const { hourlyStats } = body.data.habitProfile.temporalPerformance;
        expect(hourlyStats).toHaveLength(24);
      },
    },
    "is dated by the account until the first answer, on every read": {
      as: "learner",
      given: ({ clock }) => clock.advance(DAY_MS),
      send: ["GET", "/api/amas/state"],
      status: 200,
      after: async (app, { body }) => {
        const { created_at_ms } = await requireUser(app.deps.database, "u1");
        const createdAt = toTimestamp(created_at_ms);
        expect(body.data).toMatchObject({ createdAt, lastActiveAt: createdAt });
        await withWord(app);
        const reply = await app.send("POST", "/api/amas/process-event", {
          headers: app.u1.headers,
          body: event,
        });
        const lastActiveAt = toTimestamp(app.clock.nowMs());
        expect(reply.body.data.state).toMatchObject({ createdAt, lastActiveAt });
      },
    },
  });
});

describe("GET /api/amas/strategy, GET /api/amas/phase", () => {
  scenarios(routes, {
    "starts with the default strategy": {
      as: "learner",
      send: ["GET", "/api/amas/strategy"],
      status: 200,
      body: {
        data: {
          difficulty: 0.5,
          batchSize: 10,
          newRatio: 0.3,
          intervalScale: 1,
          reviewMode: false,
        },
      },
    },
    "starts with Classify": {
      as: "learner",
      send: ["GET", "/api/amas/phase"],
      status: 200,
      body: { data: { phase: "Classify" } },
    },
  });
});

describe("POST /api/amas/process-event", () => {
  const send = (fields: object = {}) =>
    ["POST", "/api/amas/process-event", { ...event, ...fields }] as const;
  scenarios(routes, {
    "accepts pauses of two days": {
      as: "learner",
      given: withWord,
      send: send({ pausedTimeMs: 172_800_000, dwellTime: 2e8, focusLossDuration: 2e8 }),
      status: 200,
    },
    "counts an emoji in an event id as one character": {
      as: "learner",
      given: withWord,
      send: send({ clientEventId: "\u{1F600}".repeat(128) }),
      status: 200,
    },
    "updates the engine and returns its result": {
      as: "learner",
      given: withWord,
      send: send({ sessionId: "s1" }),
      status: 200,
      body: {
        data: {
          sessionId: "s1",
          wordMastery: { wordId: "w1", masteryLevel: "LEARNING" },
          coldStartPhase: "Classify",
          state: { totalEventCount: 1 },
        },
      },
      publishes: ["u1:amas_state"],
    },
    "stores no record and changes no rating": {
      as: "learner",
      given: withWord,
      send: send(),
      status: 200,
      after: async (app) => {
        const { database } = app.deps;
        expect(await database.selectFrom("records").selectAll().execute()).toEqual([]);
        expect(await listWordRatings(database, ["w1"])).toEqual([]);
      },
    },
    "accepts the older spelling of the response time": {
      as: "learner",
      given: withWord,
      send: [
        "POST",
        "/api/amas/process-event",
        { wordId: "w1", isCorrect: true, response_time: 900 },
      ],
      status: 200,
    },
    "answers a repeated event with a placeholder, without effect": {
      as: "learner",
      given: withWord,
      send: send({ clientEventId: " e1 " }),
      twice: true,
      status: 200,
      body: {
        data: {
          sessionId: "u1-session",
          explanation: { primaryReason: "duplicate_event" },
          wordMastery: null,
          reward: { value: 0 },
          coldStartPhase: null,
          state: { totalEventCount: 1 },
        },
      },
      publishes: [],
    },
    "treats an empty event id as absent": {
      as: "learner",
      given: withWord,
      send: send({ clientEventId: "  " }),
      twice: true,
      status: 200,
      body: { data: { state: { totalEventCount: 2 } } },
    },
    "accepts an event id of 128 characters": {
      as: "learner",
      given: withWord,
      send: send({ clientEventId: "e".repeat(128) }),
      status: 200,
    },
    "refuses an event id of 129 characters": {
      as: "learner",
      given: withWord,
      send: send({ clientEventId: "e".repeat(129) }),
      status: 400,
      body: refused("AMAS_INVALID_EVENT_ID"),
    },
    "accepts any number of pauses of any length": {
      as: "learner",
      given: withWord,
      send: send({ pauseCount: 2.5, retryCount: 1e9, dwellTime: 2e8, pausedTimeMs: 1e12 }),
      status: 200,
    },
    "refuses an unknown word": {
      as: "learner",
      send: send(),
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "refuses an event without a response time": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/amas/process-event", { wordId: "w1", isCorrect: true }],
      ...unreadable,
    },
  });
});
