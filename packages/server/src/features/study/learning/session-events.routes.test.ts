import { describe, expect } from "vitest";
import { notYet, postponeAnswer } from "../../../testing/rows/postponed-answer.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { engineInputRoutes } from "../engine-input/engine-input.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { learningRoutes } from "./learning.routes.ts";

const routes = [learningRoutes, recordsRoutes, amasRoutes, engineInputRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const MINUTE_MS = 60_000;
const NOON_MS = Date.parse("2026-05-01T12:00:00Z");

const PATHS = {
  sync: "/api/learning/sync-progress",
  complete: "/api/learning/complete-session",
} as const;

type Way = keyof typeof PATHS;

const late = (fields: object = {}) => ({
  clientEventId: "e1",
  wordId: "w1",
  isCorrect: true,
  responseTimeMs: 800,
  clientTsMs: NOON_MS + 5 * MINUTE_MS,
  ...fields,
});

const lates = (count: number) =>
  Array.from({ length: count }, (_, n) => late({ clientEventId: `e${n}` }));

async function start(app: ScenarioApp): Promise<string> {
  const { body } = await app.send("POST", "/api/learning/session", { headers: app.u1.headers });
  return body.data.sessionId;
}

function report(way: Way, sessionId: string, events: unknown) {
  const completion = { masteredWordIds: [], errorProneWordIds: [], avgResponseTimeMs: 0 };
  const body = { sessionId, ...(way === "complete" && completion), events };
  return ["POST", PATHS[way], body] as const;
}

/** Starts a session at noon with two words in the library, then advances the clock ten minutes. */
async function begun(app: ScenarioApp): Promise<string> {
  await app.words([{}, {}]);
  const sessionId = await start(app);
  app.clock.advance(10 * MINUTE_MS);
  return sessionId;
}

const reporting = (way: Way, events: unknown) => async (app: ScenarioApp) =>
  report(way, await begun(app), events);

async function sendReport(app: ScenarioApp, way: Way, sessionId: string, events: unknown) {
  const [method, path, body] = report(way, sessionId, events);
  return app.send(method, path, { body, headers: app.u1.headers });
}

async function recordsOf(app: ScenarioApp) {
  const { body } = await app.send("GET", "/api/records", { headers: app.u1.headers });
  return body.data.data;
}

async function eventsLearned(app: ScenarioApp): Promise<number> {
  const { body } = await app.send("GET", "/api/amas/state", { headers: app.u1.headers });
  return body.data.totalEventCount;
}

const ingested = (count: number, rest: object = {}) => ({
  data: { eventIngest: { count, duplicates: 0, failed: 0, errors: [], ...rest } },
});

const failing = (code: string, index = 0) => ({
  data: { eventIngest: { count: 0, failed: 1, errors: [{ index, code }] } },
});

describe.each(["sync", "complete"] as const)("events of a session at its %s", (way) => {
  scenarios(routes, {
    "become records and are applied": {
      as: "learner",
      send: reporting(way, [
        late(),
        late({ clientEventId: "e2", wordId: "w2", isCorrect: false, responseTimeMs: 1_200 }),
      ]),
      status: 200,
      body: {
        data: { ...ingested(2).data, correctCount: 1, totalCount: 2 },
      },
      publishes: ["u1:amas_state", "u1:amas_state"],
      after: async (app, { body }) => {
        const expected = { sessionId: body.data.id, createdAt: "2026-05-01T12:05:00.000Z" };
        const records = await recordsOf(app);
        expect(records).toHaveLength(2);
        for (const record of records) expect(record).toMatchObject(expected);
        expect(await eventsLearned(app)).toBe(2);
      },
    },
    "count as duplicates when they are sent again": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        await sendReport(app, "sync", sessionId, [late()]);
        return report(way, sessionId, [late(), late({ clientEventId: " e1 ", isCorrect: false })]);
      },
      status: 200,
      body: {
        data: {
          totalCount: 1,
          correctCount: 1,
          eventIngest: {
            count: 0,
            duplicates: 1,
            failed: 1,
            errors: [{ index: 1, clientEventId: "e1", code: "LEARNING_DUPLICATE_EVENT_ID" }],
          },
        },
      },
      after: async (app) => expect(await eventsLearned(app)).toBe(1),
    },
    "are applied in the order of their times": {
      as: "learner",
      send: reporting(way, [
        late({ clientEventId: "later", clientTsMs: NOON_MS + 7 * MINUTE_MS, isCorrect: false }),
        late({ clientEventId: "sooner", clientTsMs: NOON_MS + 3 * MINUTE_MS }),
      ]),
      status: 200,
      body: ingested(2),
      after: async (app) => {
        const records = await recordsOf(app);
        expect(records).toMatchObject([{ isCorrect: false }, { isCorrect: true }]);
        const { outcomes, streak } = await memoryOf(app);
        expect({ outcomes, streak }).toEqual({ outcomes: [0b10], streak: 0 });
      },
    },
    "may be an empty list": {
      as: "learner",
      send: reporting(way, []),
      status: 200,
      body: ingested(0),
    },
    "are left out of the reply when none were sent": {
      as: "learner",
      send: reporting(way, undefined),
      status: 200,
      after: (_, { body }) => expect(body.data).not.toHaveProperty("eventIngest"),
    },
    "fail individually, without affecting the others": {
      as: "learner",
      send: reporting(way, [
        late({ clientEventId: "" }),
        late({ clientEventId: "e2", responseTimeMs: -1 }),
        late({ clientEventId: "e3", clientTsMs: "noon" }),
        late({ clientEventId: "e4", wordId: "none" }),
        late({ clientEventId: "e5", isCorrect: "yes" }),
        "nonsense",
        late({ clientEventId: "e6" }),
      ]),
      status: 200,
      body: {
        data: {
          totalCount: 1,
          eventIngest: {
            count: 1,
            duplicates: 0,
            failed: 6,
            errors: [
              { index: 0, clientEventId: "", code: "LEARNING_INVALID_EVENT_ID" },
              { index: 1, clientEventId: "e2", code: "LEARNING_INVALID_RESPONSE_TIME" },
              { index: 2, clientEventId: "e3", code: "LEARNING_INVALID_CLIENT_TS" },
              { index: 3, clientEventId: "e4", code: "NOT_FOUND" },
              { index: 4, clientEventId: "e5", code: "INVALID_REQUEST_BODY" },
              { index: 5, clientEventId: null, code: "INVALID_REQUEST_BODY" },
            ],
          },
        },
      },
    },
    "may reuse the id of an event that failed": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        await sendReport(app, "sync", sessionId, [late({ wordId: "w3" })]);
        await app.word();
        return report(way, sessionId, [late({ wordId: "w3" })]);
      },
      status: 200,
      body: ingested(1),
    },
    "may have an id of 128 characters and a response time of 300000 ms": {
      as: "learner",
      send: reporting(way, [
        late({ clientEventId: "e".repeat(128), responseTimeMs: 300_000 }),
        late({ clientEventId: "quick", responseTimeMs: 0 }),
      ]),
      status: 200,
      body: ingested(2),
    },
    "fail with an id of 129 characters": {
      as: "learner",
      send: reporting(way, [late({ clientEventId: "e".repeat(129) })]),
      status: 200,
      body: failing("LEARNING_INVALID_EVENT_ID"),
    },
    "fail without an id": {
      as: "learner",
      send: reporting(way, [late({ clientEventId: undefined })]),
      status: 200,
      body: failing("LEARNING_INVALID_EVENT_ID"),
    },
    "fail with a response time of 300001 ms": {
      as: "learner",
      send: reporting(way, [late({ responseTimeMs: 300_001 })]),
      status: 200,
      body: failing("LEARNING_INVALID_RESPONSE_TIME"),
    },
    "fail without a time": {
      as: "learner",
      send: reporting(way, [late({ clientTsMs: undefined })]),
      status: 200,
      body: failing("LEARNING_INVALID_CLIENT_TS"),
    },
    "fail with a time of 0": {
      as: "learner",
      send: reporting(way, [late({ clientTsMs: 0 })]),
      status: 200,
      body: failing("LEARNING_INVALID_CLIENT_TS"),
    },
    "are clamped to the time of the session": {
      as: "learner",
      send: reporting(way, [
        late({ clientTsMs: NOON_MS - 3_600_000 }),
        late({ clientEventId: "e2", clientTsMs: NOON_MS + 3_600_000 }),
      ]),
      status: 200,
      after: async (app) =>
        expect(await recordsOf(app)).toMatchObject([
          { createdAt: "2026-05-01T12:11:00.000Z" },
          { createdAt: "2026-05-01T12:00:00.000Z" },
        ]),
    },
    "are dated half an hour ago at the earliest": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        app.clock.advance(30 * MINUTE_MS);
        return report(way, sessionId, [late({ clientTsMs: NOON_MS })]);
      },
      status: 200,
      after: async (app) =>
        expect(await recordsOf(app)).toMatchObject([{ createdAt: "2026-05-01T12:10:00.000Z" }]),
    },
    "are applied after answers in the outbox": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        const body = { wordId: "w1", isCorrect: false, responseTimeMs: 700, sessionId };
        await app.send("POST", "/api/records", { body, headers: app.u1.headers });
        return report(way, sessionId, [late({ clientTsMs: NOON_MS + 11 * MINUTE_MS })]);
      },
      status: 200,
      body: { data: { ...ingested(1).data, totalCount: 2, correctCount: 1 } },
      after: async (app) => expect((await memoryOf(app)).outcomes).toEqual([0b01]),
    },
    "do not overtake an answer that waits for its next attempt": {
      as: "learner",
      send: async (app) => {
        const sessionId = await start(app);
        await postponeAnswer(app);
        return report(way, sessionId, [late()]);
      },
      ...notYet,
    },
    "share their ids with events sent to the engine": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        const body = { wordId: "w1", isCorrect: true, responseTime: 800, clientEventId: "e1" };
        await app.send("POST", "/api/amas/process-event", { body, headers: app.u1.headers });
        return report(way, sessionId, [late()]);
      },
      status: 200,
      body: ingested(0, { duplicates: 1 }),
    },
    "do not share their ids with records": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        const draft = { wordId: "w1", isCorrect: true, responseTimeMs: 800 };
        const records = [{ ...draft, clientRecordId: "e1" }];
        const { headers } = app.u1;
        await app.send("POST", "/api/records/batch", { body: { records }, headers });
        return report(way, sessionId, [late()]);
      },
      status: 200,
      body: ingested(1),
    },
    "do not share their ids with other learners": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        const { headers } = await app.learner();
        const body = { wordId: "w1", isCorrect: true, responseTime: 800, clientEventId: "e1" };
        await app.send("POST", "/api/amas/process-event", { body, headers });
        return report(way, sessionId, [late()]);
      },
      status: 200,
      body: ingested(1),
    },
    "count for the learner, but not in a session that is completed": {
      as: "learner",
      send: async (app) => {
        const sessionId = await begun(app);
        await sendReport(app, "complete", sessionId, [late()]);
        return report(way, sessionId, [late(), late({ clientEventId: "e2" })]);
      },
      status: 200,
      body: {
        data: {
          status: "completed",
          totalCount: 1,
          eventIngest: { count: 1, duplicates: 1, failed: 0 },
        },
      },
      after: async (app) => expect(await recordsOf(app)).toHaveLength(2),
    },
    "are not processed for an unknown session": {
      as: "learner",
      given: (app) => app.word(),
      send: report(way, "none", [late()]),
      status: 404,
      body: refused("LEARNING_SESSION_NOT_FOUND"),
      after: async (app) => expect(await recordsOf(app)).toEqual([]),
    },
    "are not processed for another learner's session": {
      as: "learner",
      send: async (app) => {
        const { headers } = await app.learner();
        return [...report(way, await begun(app), [late()]), headers];
      },
      status: 403,
      body: refused("FORBIDDEN"),
      after: async (app) => expect(await recordsOf(app)).toEqual([]),
    },
    "are refused when they are not a list": {
      as: "learner",
      send: reporting(way, { e1: late() }),
      ...unreadable,
    },
  });
});

describe("POST /api/learning/sync-progress, with events", () => {
  scenarios(routes, {
    "takes 100": {
      as: "learner",
      send: reporting("sync", lates(100)),
      status: 200,
      body: ingested(100),
    },
    "refuses 101": {
      as: "learner",
      send: reporting("sync", lates(101)),
      status: 400,
      body: refused("LEARNING_EVENTS_TOO_LARGE"),
      after: async (app) => expect(await recordsOf(app)).toEqual([]),
    },
  });
});

describe("POST /api/learning/complete-session, with events", () => {
  scenarios(routes, {
    "takes 200": {
      as: "learner",
      send: reporting("complete", lates(200)),
      status: 200,
      body: { data: { ...ingested(200).data, summary: { accuracy: 1 } } },
    },
    "refuses 201": {
      as: "learner",
      send: reporting("complete", lates(201)),
      status: 400,
      body: refused("LEARNING_EVENTS_TOO_LARGE"),
    },
  });
});

async function memoryOf(app: ScenarioApp): Promise<{ outcomes: number[]; streak: number }> {
  const { memory_json } = await app.deps.database
    .selectFrom("word_states")
    .select("memory_json")
    .where("word_id", "=", "w1")
    .executeTakeFirstOrThrow();
  return JSON.parse(memory_json ?? "{}");
}
