import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { closeLearningSession } from "../../adaptation/amas/amas.service.ts";
import { engineInputRoutes } from "../engine-input/engine-input.routes.ts";
import { userProfileRoutes } from "./user-profile.routes.ts";

const routes = [userProfileRoutes, amasRoutes, engineInputRoutes];
const base = "/api/user-profile";
const refused = (code: string) => ({ success: false, code });
const stranger = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

async function setHabits(app: ScenarioApp, fields: object): Promise<void> {
  await app.send("POST", `${base}/habit`, { body: fields, headers: app.u1.headers });
}

/** The current data of u1 or another learner. */
async function read(app: ScenarioApp, path: string, headers = app.u1.headers) {
  return (await app.send("GET", path, { headers })).body.data;
}

describe("GET and PUT /api/user-profile/reward", () => {
  const path = `${base}/reward`;
  const choose = (rewardType: unknown): Scenario["send"] => ["PUT", path, { rewardType }];

  scenarios(routes, {
    "is standard by default": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { success: true, data: { rewardType: "standard" } },
    },
    "stores the latest choice, for the caller only": {
      as: "learner",
      given: async ({ send, u1 }) =>
        send("PUT", path, { body: { rewardType: "social" }, headers: u1.headers }),
      send: choose("explorer"),
      status: 200,
      body: { data: { rewardType: "explorer" } },
      after: async (app) => {
        const other = await app.learner();
        expect(await read(app, path)).toEqual({ rewardType: "explorer" });
        expect(await read(app, path, other.headers)).toEqual({ rewardType: "standard" });
      },
    },
    "refuses an unknown reward, and keeps the old one": {
      as: "learner",
      send: choose("gold"),
      status: 400,
      body: refused("INVALID_REWARD_TYPE"),
      after: async (app) => expect(await read(app, path)).toEqual({ rewardType: "standard" }),
    },
    "refuses a missing reward as malformed": {
      as: "learner",
      send: ["PUT", path, {}],
      ...unreadable,
    },
    "refuses a number as malformed": { as: "learner", send: choose(1), ...unreadable },
    "refuses a stranger's change": { send: choose("social"), ...stranger },
    "refuses an administrator's change": { as: "admin", send: choose("social"), ...stranger },
  });
});

describe("GET /api/user-profile/cognitive, GET /api/user-profile/learning-style", () => {
  describe.each(["cognitive", "learning-style"])("%s", (name) => {
    const send: Scenario["send"] = ["GET", `${base}/${name}`];

    scenarios(routes, {
      "returns the initial values": {
        as: "learner",
        send,
        status: 200,
        after: (_app, { body }) =>
          expect(body.data).toEqual({ processingSpeed: 0.5, memoryCapacity: 0.5, stability: 0.5 }),
      },
      "returns the engine's state": {
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
    });
  });
});

describe("GET /api/user-profile/chronotype", () => {
  const send: Scenario["send"] = ["GET", `${base}/chronotype`];
  const of = (preferredHours: number[], chronotype: string): Scenario => ({
    as: "learner",
    given: (app) => setHabits(app, { preferredHours }),
    send,
    status: 200,
    body: { data: { chronotype, preferredHours } },
  });

  scenarios(routes, {
    "is neutral by default": {
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
  });
});

describe("GET /api/user-profile/habit", () => {
  const send: Scenario["send"] = ["GET", `${base}/habit`];

  scenarios(routes, {
    "omits hours of the day before the first completed session": {
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
    "includes hours of the day after a session": {
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
  });
});

describe("POST /api/user-profile/habit", () => {
  const path = `${base}/habit`;
  const change = (fields: object): Scenario["send"] => ["POST", path, fields];
  const accepts = (fields: object): Scenario => ({
    as: "learner",
    send: change(fields),
    status: 200,
    body: { data: fields },
    after: async (app) => expect(await read(app, path)).toMatchObject(fields),
  });
  const refuses = (fields: object, code: string): Scenario => ({
    as: "learner",
    send: change(fields),
    status: 400,
    body: refused(code),
    after: async (app) => expect(await read(app, path)).toMatchObject({ sessionsPerDay: 1 }),
  });

  scenarios(routes, {
    "takes all three fields": accepts({
      preferredHours: [0, 12, 23],
      medianSessionLengthMins: 45,
      sessionsPerDay: 3,
    }),
    "takes the minimum values": accepts({ medianSessionLengthMins: 1, sessionsPerDay: 1 }),
    "takes the maximum values": accepts({ medianSessionLengthMins: 480, sessionsPerDay: 20 }),
    "keeps fields that are absent or null": {
      as: "learner",
      given: (app) => setHabits(app, { preferredHours: [5], sessionsPerDay: 4 }),
      send: change({ preferredHours: null, medianSessionLengthMins: 30 }),
      status: 200,
      body: {
        data: { preferredHours: [5], medianSessionLengthMins: 30, sessionsPerDay: 4 },
      },
    },
    "keeps the first three distinct hours": {
      as: "learner",
      send: change({ preferredHours: [7, 7, 8, 9, 10] }),
      status: 200,
      body: { data: { preferredHours: [7, 8, 9] } },
    },
    "changes the caller's engine state only": {
      as: "learner",
      send: change({ preferredHours: [6], sessionsPerDay: 2 }),
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
    "refuses hour -1": refuses({ preferredHours: [-1] }, "INVALID_PREFERRED_HOURS"),
    "refuses hour 24": refuses({ preferredHours: [8, 24] }, "INVALID_PREFERRED_HOURS"),
    "refuses half an hour": refuses({ preferredHours: [8.5] }, "INVALID_PREFERRED_HOURS"),
    "refuses less than a minute": refuses(
      { medianSessionLengthMins: 0.9 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses more than 480 minutes": refuses(
      { medianSessionLengthMins: 480.5 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses 0 sessions a day": refuses({ sessionsPerDay: 0 }, "INVALID_SESSIONS_PER_DAY"),
    "refuses 21 sessions a day": refuses({ sessionsPerDay: 21 }, "INVALID_SESSIONS_PER_DAY"),
    "changes nothing if one of several fields is invalid": refuses(
      { sessionsPerDay: 5, medianSessionLengthMins: 481 },
      "INVALID_SESSION_LENGTH",
    ),
    "refuses text for hours as malformed": {
      as: "learner",
      send: change({ preferredHours: "morning" }),
      ...unreadable,
    },
    "refuses a stranger's change": { send: change({}), ...stranger },
  });
});
