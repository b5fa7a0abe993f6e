import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { drainOutbox } from "./outbox-drain.service.ts";
import { recordsRoutes } from "./records.routes.ts";

const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId: "c1" };
const synchronous = { RECORDS_OUTBOX_ASYNC: "false" };
const withWord = (app: ScenarioApp) => app.word();
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

/** Applies accepted answers, as the worker would. */
const drain = (app: ScenarioApp) => drainOutbox(app.deps, new AbortController().signal);

describe("POST /api/records, asynchronous", () => {
  scenarios(recordsRoutes, {
    "accepts without waiting, in a bare body": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", answer],
      status: 202,
      text: /^\{"accepted":true,"async":true,"clientRecordId":"c1"\}$/,
      publishes: [],
    },
    "publishes the record, then the learner's state, once it is applied": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", answer],
      status: 202,
      after: async (app) => {
        await drain(app);
        expect(app.hub.recorded()).toEqual(["u1:record_applied", "u1:amas_state"]);
        expect(app.hub.recordedEvents()[0]).toMatchObject({
          clientRecordId: "c1",
          wordId: "w1",
          state: "learning",
        });
      },
    },
    "generates and returns a key when the client has none": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, clientRecordId: "  " }],
      status: 202,
      after: (_, { body }) => expect(body.clientRecordId).toMatch(/^.{8,}$/),
    },
    "answers a repeat in the same way and applies only the first content": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const body = { ...answer, wordId: "w2" };
        await app.send("POST", "/api/records", { body, headers: app.u1.headers });
      },
      send: ["POST", "/api/records", answer],
      status: 202,
      body: { accepted: true, clientRecordId: "c1" },
      after: async (app) => {
        await drain(app);
        const { body } = await app.send("GET", "/api/records", { headers: app.u1.headers });
        expect(body.data.total).toBe(1);
        expect(body.data.data[0].wordId).toBe("w2");
      },
    },
    "refuses a word that does not exist before accepting anything": {
      as: "learner",
      send: ["POST", "/api/records", answer],
      ...absent,
      after: async (app) => expect(await drain(app)).toBe(0),
    },
    "refuses a negative response time": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, responseTimeMs: -1 }],
      ...unreadable,
    },
    "accepts any number of pauses of any length": {
      as: "learner",
      given: withWord,
      send: [
        "POST",
        "/api/records",
        { ...answer, pauseCount: 2.5, retryCount: 1e9, dwellTimeMs: 2e8, pausedTimeMs: 1e12 },
      ],
      status: 202,
      after: async (app) => expect(await drain(app)).toBe(1),
    },
    "refuses a negative pause": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, pausedTimeMs: -1 }],
      ...unreadable,
    },
    "refuses an id that is too long for a word": {
      as: "learner",
      send: ["POST", "/api/records", { ...answer, wordId: "w".repeat(65) }],
      ...absent,
    },
    "refuses a key of 129 characters": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, clientRecordId: "k".repeat(129) }],
      ...unreadable,
    },
    "accepts a key of 128 characters": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, clientRecordId: "k".repeat(128) }],
      status: 202,
    },
    "refuses a rating below 0": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, selfRating: -1 }],
      ...unreadable,
    },
    "accepts a rating of 0": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, selfRating: 0 }],
      status: 202,
    },
    "accepts a session id of 128 characters": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, sessionId: "s".repeat(128) }],
      status: 202,
    },
    "refuses a session id of 129 characters": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, sessionId: "s".repeat(129) }],
      ...unreadable,
    },
    "refuses a rating above 3": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, selfRating: 4 }],
      ...unreadable,
    },
    "refuses an unknown question mode": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { ...answer, questionMode: "telepathy" }],
      ...unreadable,
    },
    "refuses an answer without its outcome": {
      as: "learner",
      given: withWord,
      send: ["POST", "/api/records", { wordId: "w1", responseTimeMs: 900 }],
      ...unreadable,
    },
  });
});

describe("POST /api/records, synchronous", () => {
  scenarios(recordsRoutes, {
    "stores the record and publishes the state": {
      as: "learner",
      settings: synchronous,
      given: withWord,
      send: [
        "POST",
        "/api/records",
        { ...answer, selfRating: 3, questionMode: "audio-to-meaning" },
      ],
      status: 201,
      body: {
        success: true,
        data: {
          duplicate: false,
          record: {
            wordId: "w1",
            userId: "u1",
            recordType: "all",
            selfRating: 3,
            questionMode: "audio-to-meaning",
          },
          amasResult: { coldStartPhase: "Classify", wordMastery: { wordId: "w1" } },
        },
      },
      publishes: ["u1:amas_state"],
    },
    "returns the first record for a repeat and learns nothing": {
      as: "learner",
      settings: synchronous,
      given: withWord,
      send: ["POST", "/api/records", answer],
      twice: true,
      status: 200,
      body: { data: { duplicate: true, amasResult: null, record: { wordId: "w1" } } },
      publishes: [],
    },
    "stores a new record every time without a key": {
      as: "learner",
      settings: synchronous,
      given: withWord,
      send: ["POST", "/api/records", { ...answer, clientRecordId: null }],
      twice: true,
      status: 201,
    },
    "limits the response time to an hour": {
      as: "learner",
      settings: synchronous,
      given: withWord,
      send: ["POST", "/api/records", { ...answer, responseTimeMs: 3_600_001 }],
      status: 201,
      body: { data: { record: { responseTimeMs: 3_600_000 } } },
    },
    "returns the sign-in as session id when the answer has none": {
      as: "learner",
      settings: synchronous,
      given: withWord,
      send: ["POST", "/api/records", answer],
      status: 201,
      body: { data: { amasResult: { sessionId: "u1-session" }, record: { sessionId: null } } },
    },
    "refuses a word that does not exist": {
      as: "learner",
      settings: synchronous,
      send: ["POST", "/api/records", answer],
      ...absent,
    },
    "applies answers in the outbox first": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await app.send("POST", "/api/records", { body: answer, headers: app.u1.headers });
      },
      send: ["POST", "/api/records/batch", { records: [{ ...answer, clientRecordId: "c2" }] }],
      status: 201,
      publishes: ["u1:record_applied", "u1:amas_state", "u1:amas_state"],
    },
  });
});

describe("POST /api/records/batch", () => {
  const send = (...records: unknown[]) => ["POST", "/api/records/batch", { records }] as const;
  scenarios(recordsRoutes, {
    "stores all entries synchronously in either mode": {
      as: "learner",
      given: withWord,
      send: send(answer, { ...answer, clientRecordId: "c2" }),
      status: 201,
      body: { data: { count: 2, failed: 0, partial: false, errors: [] } },
      publishes: ["u1:amas_state", "u1:amas_state"],
    },
    "reports each failure by index and stores the rest": {
      as: "learner",
      given: withWord,
      send: send({ wordId: 5 }, answer, { ...answer, wordId: "w9", clientRecordId: "c2" }),
      status: 200,
      body: {
        data: {
          count: 1,
          failed: 2,
          partial: true,
          errors: [
            { index: 0, code: "INVALID_REQUEST_BODY" },
            { index: 2, code: "NOT_FOUND" },
          ],
        },
      },
    },
    "is partial when every entry fails": {
      as: "learner",
      send: send(answer),
      status: 200,
      body: { data: { count: 0, failed: 1, partial: true, items: [] } },
    },
    "treats a repeat inside the batch as a duplicate, not as a failure": {
      as: "learner",
      given: withWord,
      send: send(answer, answer),
      status: 201,
      body: {
        data: {
          count: 2,
          failed: 0,
          items: [{ duplicate: false }, { duplicate: true, amasResult: null }],
        },
      },
    },
    "refuses an empty batch": { as: "learner", send: send(), ...unreadable },
    "refuses 501 entries": {
      as: "learner",
      send: send(...Array.from({ length: 501 }, () => answer)),
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "accepts 500 entries": {
      as: "learner",
      given: withWord,
      send: send(
        ...Array.from({ length: 500 }, (_, n) => ({ ...answer, clientRecordId: `c${n}` })),
      ),
      status: 201,
      body: { data: { count: 500 } },
    },
  });
});
