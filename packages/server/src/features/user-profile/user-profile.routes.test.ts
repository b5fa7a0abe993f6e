import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../testing/scenarios.ts";
import { amasRoutes } from "../amas/amas.routes.ts";
import { closeLearningSession } from "../amas/amas.service.ts";
import { userProfileRoutes } from "./user-profile.routes.ts";

const routes = [userProfileRoutes, amasRoutes];
const base = "/api/user-profile";
const refused = (code: string) => ({ success: false, code });
const stranger = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

async function state(app: ScenarioApp, fields: object): Promise<void> {
  await app.send("POST", `${base}/habit`, { body: fields, headers: app.u1.headers });
}

/** What u1, or somebody else, is told now. */
async function read(app: ScenarioApp, path: string, headers = app.u1.headers) {
  return (await app.send("GET", path, { headers })).body.data;
}

describe("GET and PUT /api/user-profile/reward", () => {
  const path = `${base}/reward`;
  const choosing = (rewardType: unknown): Scenario["send"] => ["PUT", path, { rewardType }];

  scenarios(routes, {
    "is standard until chosen": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { success: true, data: { rewardType: "standard" } },
    },
    "keeps the latest choice, for the caller only": {
      as: "learner",
      given: async ({ send, u1 }) =>
        send("PUT", path, { body: { rewardType: "social" }, headers: u1.headers }),
      send: choosing("explorer"),
      status: 200,
      body: { data: { rewardType: "explorer" } },
      after: async (app) => {
        const other = await app.learner();
        expect(await read(app, path)).toEqual({ rewardType: "explorer" });
        expect(await read(app, path, other.headers)).toEqual({ rewardType: "standard" });
      },
    },
    "refuses a reward nobody knows, and keeps the old one": {
      as: "learner",
      send: choosing("gold"),
      status: 400,
      body: refused("INVALID_REWARD_TYPE"),
      after: async (app) => expect(await read(app, path)).toEqual({ rewardType: "standard" }),
    },
    "refuses a missing reward as malformed": {
      as: "learner",
      send: ["PUT", path, {}],
      ...unreadable,
    },
    "refuses a number as malformed": { as: "learner", send: choosing(1), ...unreadable },
    "shows a stranger nothing": { send: ["GET", path], ...stranger },
    "takes nothing from a stranger": { send: choosing("social"), ...stranger },
    "takes nothing from an administrator": { as: "admin", send: choosing("social"), ...stranger },
  });
});

describe("GET /api/user-profile/cognitive, GET /api/user-profile/learning-style", () => {
  describe.each(["cognitive", "learning-style"])("%s", (name) => {
    const send: Scenario["send"] = ["GET", `${base}/${name}`];

    scenarios(routes, {
      "shows the start values": {
        as: "learner",
        send,
        status: 200,
        after: (_app, { body }) =>
          expect(body.data).toEqual({ processingSpeed: 0.5, memoryCapacity: 0.5, stability: 0.5 }),
      },
      "shows what the engine's state says": {
        as: "learner",
        given: async (app) => {
          const { id: wordId } = await app.word();
          for (let count = 0; count < 5; count += 1) {
            const body = { wordId, isCorrect: true, responseTime: 600 };
            await app.send("POST", "/api/amas/process-event", { body, headers: app.u1.headers });
            app.clock.advance(60_000);
          }
        },
        send,
        status: 200,
        after: async (app, { body }) => {
          const { cognitiveProfile } = await read(app, "/api/amas/state");
          expect(body.data).toEqual(cognitiveProfile);
          expect(body.data.processingSpeed).not.toBe(0.5);
        },
      },
      "shows a stranger nothing": { send, ...stranger },
    });
  });
});

describe("GET /api/user-profile/chronotype", () => {
  const send: Scenario["send"] = ["GET", `${base}/chronotype`];
  const of = (preferredHours: number[], chronotype: string): Scenario => ({
    as: "learner",
    given: (app) => state(app, { preferredHours }),
    send,
    status: 200,
    body: { data: { chronotype, preferredHours } },
  });

  scenarios(routes, {
    "is neutral at the start": {
      as: "learner",
      send,
      status: 200,
      body: { data: { chronotype: "neutral", preferredHours: [9, 14, 20] } },
    },
    "is morning below a mean of 10": of([9, 10], "morning"),
    "is neutral at a mean of 10": of([9, 10, 11], "neutral"),
    "is neutral at a mean of 20": of([19, 20, 21], "neutral"),
    "is evening above a mean of 20": of([20, 21], "evening"),
    "is neutral without hours": of([], "neutral"),
    "shows a stranger nothing": { send, ...stranger },
  });
});

describe("GET /api/user-profile/habit", () => {
  const send: Scenario["send"] = ["GET", `${base}/habit`];

  scenarios(routes, {
    "leaves hours of the day out while no session was finished": {
      as: "learner",
      send,
      status: 200,
      after: (_app, { body }) =>
        expect(body.data).toEqual({
          preferredHours: [9, 14, 20],
          medianSessionLengthMins: 15,
          sessionsPerDay: 1,
        }),
    },
    "shows hours of the day after a session": {
      as: "learner",
      given: async ({ deps, clock }) => {
        const endedAtMs = clock.nowMs();
        const startedAtMs = endedAtMs - 20 * 60_000;
        const summary = { accuracy: 0.8, avgResponseTimeMs: 900, risenWords: 4 };
        const closing = { ...summary, startedAtMs, endedAtMs };
        const { afterCommit } = await closeLearningSession(deps, deps.database, "u1", closing);
        afterCommit();
      },
      send,
      status: 200,
      body: {
        data: { medianSessionLengthMins: 20, temporalPerformance: { totalSessions: 1 } },
      },
      after: (_app, { body }) => expect(body.data.temporalPerformance.hourlyStats).toHaveLength(24),
    },
    "shows a stranger nothing": { send, ...stranger },
  });
});

describe("POST /api/user-profile/habit", () => {
  const path = `${base}/habit`;
  const stating = (fields: object): Scenario["send"] => ["POST", path, fields];
  const taken = (fields: object): Scenario => ({
    as: "learner",
    send: stating(fields),
    status: 200,
    body: { data: fields },
    after: async (app) => expect(await read(app, path)).toMatchObject(fields),
  });
  const refusing = (fields: object, code: string): Scenario => ({
    as: "learner",
    send: stating(fields),
    status: 400,
    body: refused(code),
    after: async (app) => expect(await read(app, path)).toMatchObject({ sessionsPerDay: 1 }),
  });

  scenarios(routes, {
    "takes all three": taken({
      preferredHours: [0, 12, 23],
      medianSessionLengthMins: 45,
      sessionsPerDay: 3,
    }),
    "takes the least": taken({ medianSessionLengthMins: 1, sessionsPerDay: 1 }),
    "takes the most": taken({ medianSessionLengthMins: 480, sessionsPerDay: 20 }),
    "keeps what is absent or null": {
      as: "learner",
      given: (app) => state(app, { preferredHours: [5], sessionsPerDay: 4 }),
      send: stating({ preferredHours: null, medianSessionLengthMins: 30 }),
      status: 200,
      body: {
        data: { preferredHours: [5], medianSessionLengthMins: 30, sessionsPerDay: 4 },
      },
    },
    "keeps the first three different hours": {
      as: "learner",
      send: stating({ preferredHours: [7, 7, 8, 9, 10] }),
      status: 200,
      body: { data: { preferredHours: [7, 8, 9] } },
    },
    "tells the engine, and nobody else's state": {
      as: "learner",
      send: stating({ preferredHours: [6], sessionsPerDay: 2 }),
      status: 200,
      after: async (app) => {
        const other = await app.learner();
        const own = await read(app, "/api/amas/state");
        expect(own.habitProfile).toMatchObject({ preferredHours: [6], sessionsPerDay: 2 });
        expect(own.habitProfile.temporalPerformance.hourlyStats).toHaveLength(24);
        const others = await read(app, path, other.headers);
        expect(others.preferredHours).toEqual([9, 14, 20]);
      },
    },
    "refuses hour -1": refusing({ preferredHours: [-1] }, "INVALID_PREFERRED_HOURS"),
    "refuses hour 24": refusing({ preferredHours: [8, 24] }, "INVALID_PREFERRED_HOURS"),
    "refuses half an hour": refusing({ preferredHours: [8.5] }, "INVALID_PREFERRED_HOURS"),
    "refuses less than a minute": refusing(
      { medianSessionLengthMins: 0.9 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses more than 480 minutes": refusing(
      { medianSessionLengthMins: 480.5 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses no session a day": refusing({ sessionsPerDay: 0 }, "INVALID_SESSIONS_PER_DAY"),
    "refuses 21 sessions a day": refusing({ sessionsPerDay: 21 }, "INVALID_SESSIONS_PER_DAY"),
    "changes nothing when one of several is wrong": refusing(
      { sessionsPerDay: 5, medianSessionLengthMins: 481 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses words for hours as malformed": {
      as: "learner",
      send: stating({ preferredHours: "morning" }),
      ...unreadable,
    },
    "takes nothing from a stranger": { send: stating({}), ...stranger },
  });
});
