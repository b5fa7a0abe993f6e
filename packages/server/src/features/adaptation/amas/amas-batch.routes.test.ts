import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { engineInputRoutes } from "../../study/engine-input/engine-input.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { amasRoutes } from "./amas.routes.ts";
import { openEngineStates } from "./engine-states.service.ts";

const routes = [amasRoutes, engineInputRoutes, wordStatesRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const event = (fields: object = {}) => ({
  wordId: "w1",
  isCorrect: true,
  responseTime: 900,
  ...fields,
});

async function read(app: ScenarioApp, path: string, headers = app.u1.headers) {
  return (await app.send("GET", path, { headers })).body.data;
}

async function revisionOf(app: ScenarioApp, userId = "u1"): Promise<number> {
  const { revision } = await app.deps.database
    .selectFrom("engine_states")
    .select("revision")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return revision;
}

/** Sets the mood of u1. */
async function setMood(app: ScenarioApp, mood: object): Promise<void> {
  const { database } = app.deps;
  const states = await database.transaction().execute(async (tx) => {
    const open = await openEngineStates(app.deps, tx, ["u1"]);
    const state = open.get("u1");
    open.set("u1", { ...state, mood: { ...state.mood, ...mood } });
    await open.save();
    return open;
  });
  states.afterCommit();
}

describe("GET /api/amas/intervention", () => {
  const send = ["GET", "/api/amas/intervention"] as const;
  scenarios(routes, {
    "suggests continuing when nothing is wrong": {
      as: "learner",
      send,
      status: 200,
      body: { data: { interventions: [{ type: "continue", severity: "success" }] } },
      after: (_, { body }) => expect(body.data.interventions[0].message).not.toBe(""),
    },
    "lists every problem": {
      as: "learner",
      given: (app) => setMood(app, { fatigue: 0.71, motivation: -0.31, attention: 0.29 }),
      send,
      status: 200,
      after: (_, { body }) =>
        expect(body.data.interventions).toMatchObject([
          { type: "rest", severity: "warning" },
          { type: "encouragement", severity: "info" },
          { type: "focus", severity: "warning" },
        ]),
    },
    "reports no problem exactly at the limits": {
      as: "learner",
      given: (app) => setMood(app, { fatigue: 0.7, motivation: -0.3, attention: 0.3 }),
      send,
      status: 200,
      after: (_, { body }) => expect(body.data.interventions).toHaveLength(1),
    },
  });
});

describe("POST /api/amas/visual-fatigue", () => {
  const send = (score: unknown) => ["POST", "/api/amas/visual-fatigue", { score }] as const;
  scenarios(routes, {
    "adds visual fatigue to the fatigue, and stores it": {
      as: "learner",
      send: send(100),
      status: 200,
      body: { data: { attention: 0.7, motivation: 0, confidence: 0.1, totalEventCount: 0 } },
      after: async (app, { body }) => {
        expect(body.data.fatigue).toBeGreaterThan(0);
        expect(await read(app, "/api/amas/state")).toEqual(body.data);
      },
    },
    "takes 0": {
      as: "learner",
      send: send(0),
      status: 200,
      body: { data: { fatigue: 0 } },
    },
    "takes 100": { as: "learner", send: send(100), status: 200 },
    "refuses 100.5": {
      as: "learner",
      send: send(100.5),
      status: 400,
      body: refused("INVALID_SCORE"),
    },
    "refuses -1": {
      as: "learner",
      send: send(-1),
      status: 400,
      body: refused("INVALID_SCORE"),
    },
    "refuses a score that is not a number": { as: "learner", send: send("high"), ...unreadable },
    "refuses a missing score": { as: "learner", send: send(undefined), ...unreadable },
    "does not affect other learners": {
      as: "learner",
      send: send(100),
      status: 200,
      after: async (app) => {
        const other = await app.learner();
        expect(await read(app, "/api/amas/state", other.headers)).toMatchObject({ fatigue: 0 });
      },
    },
  });
});

describe("POST /api/amas/batch-process", () => {
  const send = (events: unknown) => ["POST", "/api/amas/batch-process", { events }] as const;
  const two = (app: ScenarioApp) => app.words([{}, {}]);
  const many = (count: number) => Array.from({ length: count }, () => event());
  scenarios(routes, {
    "learns from the events in their order": {
      as: "learner",
      given: two,
      send: send([event(), event({ wordId: "w2", isCorrect: false }), event()]),
      status: 200,
      body: {
        data: {
          count: 3,
          items: [
            { wordMastery: { wordId: "w1" }, state: { totalEventCount: 1 } },
            { wordMastery: { wordId: "w2" }, state: { totalEventCount: 2 } },
            { wordMastery: { wordId: "w1" }, state: { totalEventCount: 3 } },
          ],
        },
      },
      publishes: ["u1:amas_state"],
      after: async (app) => {
        expect(await read(app, "/api/amas/state")).toMatchObject({ totalEventCount: 3 });
        const records = app.deps.database.selectFrom("records").selectAll();
        expect(await records.execute()).toEqual([]);
      },
    },
    "has the same effect as sending the events one by one": {
      as: "learner",
      given: async (app) => {
        await two(app);
        const { headers } = await app.learner();
        for (const body of [event(), event({ wordId: "w2" }), event({ isCorrect: false })]) {
          await app.send("POST", "/api/amas/process-event", { body, headers });
        }
      },
      send: send([event(), event({ wordId: "w2" }), event({ isCorrect: false })]),
      status: 200,
      after: async (app) => {
        const [ours, theirs] = await app.deps.database
          .selectFrom("word_states")
          .select(["mastery_level", "next_review_at_ms", "memory_json"])
          .where("word_id", "=", "w1")
          .where("total_attempts", "=", 2)
          .execute();
        expect(ours).toBeDefined();
        expect(ours).toEqual(theirs);
      },
    },
    "returns placeholders for repeats, within and across batches": {
      as: "learner",
      given: async (app) => {
        await two(app);
        const { headers } = app.u1;
        const body = event({ clientEventId: "before" });
        await app.send("POST", "/api/amas/process-event", { body, headers });
      },
      send: send([
        event({ clientEventId: " before " }),
        event({ clientEventId: "a" }),
        event({ clientEventId: "a", sessionId: "s1" }),
        event({ clientEventId: "" }),
      ]),
      status: 200,
      body: {
        data: {
          count: 4,
          items: [
            { explanation: { primaryReason: "duplicate_event" }, wordMastery: null },
            { state: { totalEventCount: 2 } },
            { sessionId: "s1", explanation: { primaryReason: "duplicate_event" } },
            { state: { totalEventCount: 3 } },
          ],
        },
      },
    },
    "recognizes an id used in an earlier batch": {
      as: "learner",
      given: two,
      send: send([event({ clientEventId: "a" })]),
      twice: true,
      status: 200,
      body: { data: { items: [{ wordMastery: null, state: { totalEventCount: 1 } }] } },
      publishes: [],
    },
    "learns nothing when one word is unknown": {
      as: "learner",
      given: two,
      send: send([event(), event({ wordId: "none" })]),
      status: 404,
      body: refused("NOT_FOUND"),
      after: async (app) =>
        expect(await read(app, "/api/amas/state")).toMatchObject({ totalEventCount: 0 }),
    },
    "accepts the older spelling of the response time": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", isCorrect: true, response_time: 900 }]),
      status: 200,
    },
    "accepts an event id of 128 characters": {
      as: "learner",
      given: two,
      send: send([event({ clientEventId: "e".repeat(128) })]),
      status: 200,
    },
    "refuses an event id of 129 characters, and the batch with it": {
      as: "learner",
      given: two,
      send: send([event(), event({ clientEventId: "e".repeat(129) })]),
      status: 400,
      body: refused("AMAS_INVALID_EVENT_ID"),
      after: async (app) =>
        expect(await read(app, "/api/amas/state")).toMatchObject({ totalEventCount: 0 }),
    },
    "refuses an event without a result": {
      as: "learner",
      given: two,
      send: send([{ wordId: "w1", responseTime: 900 }]),
      ...unreadable,
    },
    "refuses an empty batch": { as: "learner", send: send([]), ...unreadable },
    "accepts 500 events": {
      as: "learner",
      given: two,
      send: send(many(500)),
      status: 200,
      body: { data: { count: 500 } },
    },
    "refuses 501 events": {
      as: "learner",
      given: two,
      send: send(many(501)),
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
  });
});

describe("POST /api/amas/reset", () => {
  const send = ["POST", "/api/amas/reset"] as const;
  const withAnswers = async (app: ScenarioApp) => {
    await app.word();
    const { headers } = app.u1;
    const events = Array.from({ length: 30 }, (_, n) => event({ clientEventId: `e${n}` }));
    await app.send("POST", "/api/amas/batch-process", { body: { events }, headers });
  };
  scenarios(routes, {
    "resets the learner to the initial state and the phase Classify": {
      as: "learner",
      given: withAnswers,
      send,
      status: 200,
      body: { data: { reset: true } },
      after: async (app) => {
        const start = { attention: 0.7, fatigue: 0, confidence: 0.1, totalEventCount: 0 };
        expect(await read(app, "/api/amas/state")).toMatchObject(start);
        expect(await read(app, "/api/amas/phase")).toEqual({ phase: "Classify" });
      },
    },
    "is needed: without it, the phase is Explore": {
      as: "learner",
      given: withAnswers,
      send: ["GET", "/api/amas/phase"],
      status: 200,
      body: { data: { phase: "Explore" } },
    },
    "keeps the words": {
      as: "learner",
      given: withAnswers,
      send,
      status: 200,
      after: async (app) =>
        expect(await read(app, "/api/word-states/w1")).toMatchObject({ totalAttempts: 30 }),
    },
    "lets the engine learn again at once": {
      as: "learner",
      given: withAnswers,
      send,
      status: 200,
      after: async (app) => {
        const before = await revisionOf(app);
        const { headers } = app.u1;
        const body = event({ clientEventId: "new" });
        const reply = await app.send("POST", "/api/amas/process-event", { body, headers });
        expect(reply.body.data.state.totalEventCount).toBe(1);
        expect(await revisionOf(app)).toBe(before + 1);
      },
    },
    "increases the revision of the state": {
      as: "learner",
      given: withAnswers,
      send,
      twice: true,
      status: 200,
      after: async (app) => expect(await revisionOf(app)).toBe(3),
    },
    "remembers which events were used": {
      as: "learner",
      given: withAnswers,
      send,
      status: 200,
      after: async (app) => {
        const { headers } = app.u1;
        const body = event({ clientEventId: "e0" });
        const reply = await app.send("POST", "/api/amas/process-event", { body, headers });
        expect(reply.body.data.explanation.primaryReason).toBe("duplicate_event");
      },
    },
    "does not affect other learners": {
      as: "learner",
      given: withAnswers,
      send: async (app) => [...send, undefined, (await app.learner()).headers],
      status: 200,
      after: async (app) =>
        expect(await read(app, "/api/amas/state")).toMatchObject({ totalEventCount: 30 }),
    },
  });
});
