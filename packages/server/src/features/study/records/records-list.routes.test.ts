import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { drainOutbox } from "./outbox-drain.service.ts";
import { recordsRoutes } from "./records.routes.ts";

const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

/** Adds this many answers, a second apart, and applies them. */
async function answered(app: ScenarioApp, count: number): Promise<void> {
  await app.word();
  for (let n = 1; n <= count; n += 1) {
    const body = { ...answer, clientRecordId: `c${n}`, isCorrect: n % 2 === 0 };
    await app.send("POST", "/api/records", { body, headers: app.u1.headers });
    app.clock.advance(1000);
  }
  await drainOutbox(app.deps, new AbortController().signal);
}

describe("GET /api/records", () => {
  scenarios(recordsRoutes, {
    "is an empty page for a new learner": {
      as: "learner",
      send: ["GET", "/api/records"],
      status: 200,
      body: { data: { data: [], total: 0, page: 1, perPage: 20, totalPages: 0 } },
    },
    "lists the learner's own records, newest first": {
      as: "learner",
      given: (app) => answered(app, 3),
      send: ["GET", "/api/records?perPage=2"],
      status: 200,
      body: { data: { total: 3, page: 1, perPage: 2, totalPages: 2 } },
      after: (_, { body }) => {
        const times = body.data.data.map((record: { createdAt: string }) => record.createdAt);
        expect(times).toEqual(times.toSorted().toReversed());
        expect(times).toHaveLength(2);
      },
    },
    "lets limit and offset replace page and perPage": {
      as: "learner",
      given: (app) => answered(app, 5),
      send: ["GET", "/api/records?limit=2&offset=3&page=9"],
      status: 200,
      body: { data: { total: 5, page: 2, perPage: 2, totalPages: 3 } },
      after: (_, { body }) => expect(body.data.data).toHaveLength(2),
    },
    "lists those about words that contain a text, whatever its case": {
      as: "learner",
      given: async (app) => {
        await answered(app, 2);
        await app.words([{ id: "r1", text: "Reluctant", meaning: "unwilling" }]);
        const { database } = app.deps;
        const about = (id: string, word_id: string) =>
          database.updateTable("records").set({ word_id }).where("client_record_id", "=", id);
        await about("c1", "r1").execute();
      },
      send: ["GET", "/api/records?search=RELUCT"],
      status: 200,
      body: { data: { total: 1, data: [{ wordId: "r1" }] } },
    },
    "lists those about words with a reading, in the learner's version": {
      as: "learner",
      given: async (app) => {
        await answered(app, 3);
        const school = { text: "学校", meaning: "school", language: "ja", reading: "がっこう" };
        await app.words(["r1", "r2"].map((id) => ({ ...school, id })));
        const { database, clock } = app.deps;
        for (const [id, word_id] of [
          ["c1", "r1"],
          ["c2", "r2"],
        ] as const) {
          const about = database.updateTable("records").set({ word_id });
          await about.where("client_record_id", "=", id).execute();
        }
        const own = { user_id: app.u1.id, word_id: "r2", updated_at_ms: clock.nowMs() };
        const version = { ...own, fields_json: "{}", reading_keys: "まなびや\nｍａｎａｂｉｙａ" };
        await database.insertInto("word_versions").values(version).execute();
      },
      send: ["GET", "/api/records?search=manabi"],
      status: 200,
      body: { data: { total: 1, data: [{ wordId: "r2" }] } },
      after: async (app) => {
        const path = "/api/records?search=gakkou";
        const { body } = await app.send("GET", path, { headers: app.u1.headers });
        expect(body.data).toMatchObject({ total: 1, data: [{ wordId: "r1" }] });
      },
    },
    "lists only the wrong ones": {
      as: "learner",
      given: (app) => answered(app, 5),
      send: ["GET", "/api/records?correct=false&perPage=2"],
      status: 200,
      body: { data: { total: 3, totalPages: 2, data: [{ isCorrect: false }, {}] } },
    },
    "lists those of some days of the learner's calendar, both included": {
      as: "learner",
      given: async (app) => {
        await answered(app, 3);
        const { database } = app.deps;
        const at = (id: string, time: string) =>
          database
            .updateTable("records")
            .set({ created_at_ms: Date.parse(time) })
            .where("client_record_id", "=", id)
            .execute();
        await at("c1", "2026-04-29T23:59:59Z");
        await at("c2", "2026-04-30T00:00:00Z");
        await at("c3", "2026-05-01T23:59:59Z");
      },
      send: ["GET", "/api/records?startDate=2026-04-30&endDate=2026-05-01"],
      status: 200,
      body: { data: { total: 2 } },
    },
    "refuses days in the wrong order": {
      as: "learner",
      send: ["GET", "/api/records?startDate=2026-05-02&endDate=2026-05-01"],
      status: 400,
      body: refused("LEARNING_INVALID_DATE_RANGE"),
    },
    "refuses a day that does not exist": {
      as: "learner",
      send: ["GET", "/api/records?startDate=2026-02-30"],
      status: 400,
      body: refused("LEARNING_INVALID_DATE"),
    },
    "lists those of one session, and nobody else's": {
      as: "learner",
      given: async (app) => {
        await app.learner();
        await answered(app, 3);
        const { database } = app.deps;
        const session = { session_id: "s1" };
        const one = database.updateTable("records").set(session);
        await one.where("client_record_id", "in", ["c1", "c3"]).execute();
        const other = { ...session, user_id: "u2" };
        await database
          .updateTable("records")
          .set(other)
          .where("client_record_id", "=", "c3")
          .execute();
      },
      send: ["GET", "/api/records?sessionId=s1"],
      status: 200,
      body: { data: { total: 1, totalPages: 1 } },
      after: (_, { body }) =>
        expect(body.data.data).toMatchObject([{ sessionId: "s1", isCorrect: false }]),
    },
    "clamps page and perPage": {
      as: "learner",
      send: ["GET", "/api/records?page=0&perPage=1000"],
      status: 200,
      body: { data: { page: 1, perPage: 100 } },
    },
    "lowers a limit of 101 to 100": {
      as: "learner",
      send: ["GET", "/api/records?limit=101"],
      status: 200,
      body: { data: { page: 1, perPage: 100 } },
    },
    "raises a limit of 0 to 1, and a negative offset to 0": {
      as: "learner",
      send: ["GET", "/api/records?limit=0&offset=-5"],
      status: 200,
      body: { data: { page: 1, perPage: 1 } },
    },
    "is empty beyond the last record, however far": {
      as: "learner",
      given: (app) => answered(app, 1),
      send: ["GET", "/api/records?offset=1e30"],
      status: 200,
      body: { data: { data: [], total: 1, perPage: 20 } },
    },
    "refuses a limit without a number": {
      as: "learner",
      send: ["GET", "/api/records?limit="],
      ...unreadable,
    },
    "ignores other learners' records": {
      as: "learner",
      given: (app) => answered(app, 1),
      send: async (app) => ["GET", "/api/records", undefined, (await app.learner()).headers],
      status: 200,
      body: { data: { total: 0 } },
    },
    "refuses a page that is not a number": {
      as: "learner",
      send: ["GET", "/api/records?page=x"],
      ...unreadable,
    },
  });
});
