import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { recordsWorker } from "../../study/records/records.worker.ts";
import { deadLettersRoutes } from "./dead-letters.routes.ts";

const at = "/api/admin/monitoring/dead-letter";
const T0 = Date.parse("2026-05-01T12:00:00.000Z");

const feature = { routes: [deadLettersRoutes], workers: [recordsWorker] };

/** Answers to w1 in the outbox of u1; dead letters by default. */
async function addAnswers(
  app: ScenarioApp,
  answers: readonly (object & { readonly seq: number })[],
): Promise<void> {
  const draft = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };
  const rows = answers.map((answer) => ({
    user_id: "u1",
    client_record_id: `c${answer.seq}`,
    draft_json: JSON.stringify({ ...draft, clientRecordId: `c${answer.seq}` }),
    accepted_at_ms: T0,
    run_after_ms: T0 + 5_000,
    attempts: 8,
    last_error: "no such word",
    dead_at_ms: T0 + answer.seq * 1_000,
    ...answer,
  }));
  await app.deps.database.insertInto("answer_outbox").values(rows).execute();
}

const addAnswer = (app: ScenarioApp, seq: number, more: object = {}) =>
  addAnswers(app, [{ seq, ...more }]);

const outboxOf = (app: ScenarioApp) =>
  app.deps.database.selectFrom("answer_outbox").selectAll().orderBy("seq").execute();

const auditOf = (app: ScenarioApp) =>
  app.deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();

const given = async (app: ScenarioApp) => {
  await app.word({ id: "w1" });
  await addAnswer(app, 1);
  await addAnswer(app, 2, { last_error: "mail to ada@example.org with Bearer abc.def" });
  await addAnswer(app, 3, { attempts: 0, last_error: null, dead_at_ms: null });
};

const notFound = { status: 404, body: { code: "NOT_FOUND" } };
const unauthorized = { as: "learner", status: 401, body: { code: "AUTH_UNAUTHORIZED" } } as const;

describe("GET /api/admin/monitoring/dead-letter", () => {
  /** Of 501 answers. */
  const shows = (query: string, count: number): Scenario => ({
    as: "admin",
    send: ["GET", at + query],
    status: 200,
    given: (app) =>
      addAnswers(
        app,
        Array.from({ length: 501 }, (_, at) => ({ seq: at + 1 })),
      ),
    after: (_app, { body }) => {
      expect(body.data.entries).toHaveLength(count);
      expect(body.data.entries[0].id).toBe("501");
    },
  });
  scenarios(feature, {
    "lists dead letters without secrets, the latest first": {
      as: "admin",
      given,
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.entries).toEqual([
          {
            id: "2",
            eventType: "record",
            userId: "u1",
            attempts: 8,
            lastError: "mail to [hidden] with Bearer [hidden]",
            createdAt: "2026-05-01T12:00:00.000Z",
            deadAt: "2026-05-01T12:00:02.000Z",
          },
          {
            id: "1",
            eventType: "record",
            userId: "u1",
            attempts: 8,
            lastError: "no such word",
            createdAt: "2026-05-01T12:00:00.000Z",
            deadAt: "2026-05-01T12:00:01.000Z",
          },
        ]);
      },
    },
    "shows at most as many as asked for": {
      as: "admin",
      given,
      send: ["GET", `${at}?limit=1`],
      status: 200,
      after: (_app, { body }) => expect(body.data.entries).toHaveLength(1),
    },
    "shows at least one": {
      as: "admin",
      given,
      send: ["GET", `${at}?limit=0`],
      status: 200,
      after: (_app, { body }) => expect(body.data.entries).toHaveLength(1),
    },
    "shows 50 by default": shows("", 50),
    "shows 500 at most": shows("?limit=501", 500),
    "is empty without any": {
      as: "admin",
      send: ["GET", at],
      status: 200,
      body: { data: { entries: [] } },
    },
  });
});

describe("POST /api/admin/monitoring/dead-letter/{id}/requeue", () => {
  const send = (id: string): Scenario["send"] => ["POST", `${at}/${id}/requeue`];
  scenarios(feature, {
    "refuses a learner": { ...unauthorized, given, send: send("1") },
    "tries it again from the first attempt, and records it": {
      as: "admin",
      given,
      send: send("1"),
      status: 200,
      body: { data: { requeued: true, id: "1" } },
      headers: { "X-Audit-Id": /^\d+$/ },
      after: async (app) => {
        const [row] = await outboxOf(app);
        expect(row).toMatchObject({ attempts: 0, last_error: null, dead_at_ms: null });
        expect(row?.run_after_ms).toBe(app.clock.nowMs());
        expect(await auditOf(app)).toMatchObject([
          { action: "dead_letter.requeue", target_type: "dead_letter", target_id: "1" },
        ]);
        expect(await app.jobs.runNow("records_outbox")).toBe("ok");
        const left = await outboxOf(app);
        expect(
          left.map(({ seq }) => seq),
          "applied, with the one that waited",
        ).toEqual([2]);
      },
    },
    "finds no answer that waits": { as: "admin", given, send: send("3"), ...notFound },
    "finds none twice": { as: "admin", given, send: send("1"), twice: true, ...notFound },
    "finds none by a malformed id": { as: "admin", given, send: send("1x"), ...notFound },
    "records no refused call": {
      as: "admin",
      send: send("9007199254740993"),
      ...notFound,
      headers: { "X-Audit-Id": null },
      after: async (app) => expect(await auditOf(app)).toEqual([]),
    },
  });
});

describe("DELETE /api/admin/monitoring/dead-letter/{id}", () => {
  const send = (id: string): Scenario["send"] => ["DELETE", `${at}/${id}`];
  scenarios(feature, {
    "refuses a learner": { ...unauthorized, given, send: send("1") },
    "removes it for ever, and records it": {
      as: "admin",
      given,
      send: send("1"),
      status: 200,
      body: { data: { purged: true, id: "1" } },
      headers: { "X-Audit-Id": /^\d+$/ },
      after: async (app) => {
        expect((await outboxOf(app)).map(({ seq }) => seq)).toEqual([2, 3]);
        expect(await auditOf(app)).toMatchObject([
          { action: "dead_letter.purge", target_type: "dead_letter", target_id: "1" },
        ]);
      },
    },
    "removes no answer that waits": {
      as: "admin",
      given,
      send: send("3"),
      ...notFound,
      after: async (app) => expect(await outboxOf(app)).toHaveLength(3),
    },
    "finds none twice": { as: "admin", given, send: send("1"), twice: true, ...notFound },
  });
});
