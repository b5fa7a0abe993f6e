import { describe, expect } from "vitest";
import { breakWord } from "../../../testing/faults/broken-word.ts";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { acceptRecord } from "./records.service.ts";
import { studyAnswersRoutes } from "./study-answers.routes.ts";

const PATH = "/api/study/answers";
/** The current time in every test. */
const NOON = "2026-05-01T12:00:00.000Z";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

const answer = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };
const given = (id: string, answeredAt: string, more: object = {}) => ({
  ...answer,
  clientRecordId: id,
  answeredAt,
  ...more,
});
const sending = (answers: readonly unknown[], sentAt = NOON) =>
  ["POST", PATH, { sentAt, answers }] as const;

const threeWords = (app: ScenarioApp) => app.words([{}, {}, {}]);

/** An account that is two months old. */
const oldAccount = async (app: ScenarioApp) => {
  await threeWords(app);
  const created_at_ms = app.clock.nowMs() - 60 * DAY_MS;
  await app.deps.database.updateTable("users").set({ created_at_ms }).execute();
};

const stored = async ({ deps }: ScenarioApp) => {
  const rows = await deps.database
    .selectFrom("records")
    .selectAll()
    .orderBy("created_at_ms")
    .orderBy("client_record_id")
    .execute();
  return rows.map((row) => [row.client_record_id, new Date(row.created_at_ms).toISOString()]);
};

describe("POST /api/study/answers", () => {
  const one = [given("c1", "2026-05-01T10:00:00.000Z")];
  scenarios([studyAnswersRoutes, learningRoutes], {
    "refuses a request without the sending time": {
      as: "learner",
      send: ["POST", PATH, { answers: one }],
      ...unreadable,
    },
    "refuses an invalid sending time": {
      as: "learner",
      send: sending(one, "yesterday"),
      ...unreadable,
    },
    "refuses an empty list": { as: "learner", send: sending([]), ...unreadable },
    "refuses 501 answers": {
      as: "learner",
      send: sending(Array.from({ length: 501 }, (_, n) => given(`c${n}`, NOON))),
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "dates an answer when it was given and applies it before replying": {
      as: "learner",
      given: oldAccount,
      send: sending([given("c1", "2026-04-30T10:00:00.000Z")]),
      status: 200,
      body: {
        success: true,
        data: {
          accepted: 1,
          duplicates: 0,
          failed: 0,
          items: [
            {
              index: 0,
              clientRecordId: "c1",
              outcome: "stored",
              state: { wordId: "w1", state: "learning", totalAttempts: 1, bookmarked: false },
            },
          ],
        },
      },
      after: async (app, { body }) => {
        expect(await stored(app)).toEqual([["c1", "2026-04-30T10:00:00.000Z"]]);
        const [{ nextReviewDate, state }] = body.data.items;
        expect(nextReviewDate).toBe(state.nextReviewDate);
        expect(Date.parse(nextReviewDate)).toBeGreaterThan(Date.parse("2026-04-30T10:00:00.000Z"));
        const days = await app.deps.database
          .selectFrom("daily_activity")
          .select(["day", "answers"])
          .where("answers", ">", 0)
          .execute();
        expect(new Set(days.map((row) => row.day))).toEqual(new Set(["2026-04-30"]));
      },
    },
    "applies answers in the order in which they were given": {
      as: "learner",
      given: oldAccount,
      send: sending([
        given("right", "2026-04-30T10:00:00.000Z"),
        given("wrong", "2026-04-29T10:00:00.000Z", { isCorrect: false }),
        given("first", "2026-04-28T10:00:00.000Z"),
      ]),
      status: 200,
      after: async (app, { body }) => {
        const ids = body.data.items.map((item: { clientRecordId: string }) => item.clientRecordId);
        expect(ids).toEqual(["right", "wrong", "first"]);
        expect((await stored(app)).map(([id]) => id)).toEqual(["first", "wrong", "right"]);
        // A right answer after a wrong one. In the reverse order the streak would be 0.
        expect(body.data.items[0].state.correctStreak).toBe(1);
      },
    },
    "accepts every field of a record": {
      as: "learner",
      given: oldAccount,
      send: async (app) => {
        const { headers } = app.u1;
        const session = await app.send("POST", "/api/learning/session", { headers, body: {} });
        const { sessionId } = session.body.data;
        const more = {
          sessionId,
          isCorrect: false,
          hintUsed: true,
          confusedWith: "w2",
          pausedTimeMs: 5,
          questionMode: "meaning-to-word",
          selfRating: 1,
          recordType: "review",
        };
        return sending([given("c1", NOON, more)]);
      },
      status: 200,
      body: { data: { accepted: 1 } },
      after: async ({ deps }) => {
        const record = await deps.database.selectFrom("records").selectAll().executeTakeFirst();
        expect(record).toMatchObject({
          question_mode: "meaning-to-word",
          self_rating: 1,
          record_type: "review",
          is_correct: 0,
        });
        expect(JSON.parse(record?.details_json ?? "")).toEqual({
          hintUsed: true,
          confusedWith: "w2",
          pausedTimeMs: 5,
        });
        const session = await deps.database
          .selectFrom("learning_sessions")
          .select("total_count")
          .executeTakeFirst();
        expect(session).toEqual({ total_count: 1 });
      },
    },
    "changes nothing when it is repeated": {
      as: "learner",
      given: oldAccount,
      twice: true,
      send: sending([given("c1", "2026-04-30T10:00:00.000Z"), given("c2", NOON)]),
      status: 200,
      body: {
        data: {
          accepted: 0,
          duplicates: 2,
          failed: 0,
          items: [
            { outcome: "duplicate", clientRecordId: "c1", state: { totalAttempts: 2 } },
            { outcome: "duplicate", clientRecordId: "c2" },
          ],
        },
      },
      after: async (app) => expect(await stored(app)).toHaveLength(2),
    },
    "counts two answers with the same id once": {
      as: "learner",
      given: threeWords,
      send: sending([given("c1", NOON), given("c1", NOON, { wordId: "w2" })]),
      status: 200,
      body: {
        data: {
          accepted: 1,
          duplicates: 1,
          failed: 0,
          items: [{ outcome: "stored" }, { outcome: "duplicate", state: { wordId: "w1" } }],
        },
      },
    },
    "refuses invalid answers one by one": {
      as: "learner",
      given: threeWords,
      send: sending([
        given("c1", NOON),
        { ...answer, answeredAt: NOON },
        given("c3", "noon"),
        given("c4", NOON, { wordId: "none" }),
        given(" ", NOON),
        null,
        given("c7", NOON, { responseTimeMs: -1 }),
        given("c8", NOON, { wordId: "w2" }),
      ]),
      status: 200,
      body: {
        data: {
          accepted: 2,
          duplicates: 0,
          failed: 6,
          items: [
            { index: 0, outcome: "stored" },
            { index: 1, clientRecordId: null, outcome: "refused", code: "INVALID_REQUEST_BODY" },
            { clientRecordId: "c3", outcome: "refused", code: "INVALID_REQUEST_BODY" },
            { clientRecordId: "c4", outcome: "refused", code: "NOT_FOUND", state: null },
            { clientRecordId: " ", outcome: "refused", nextReviewDate: null },
            { index: 5, clientRecordId: null, outcome: "refused" },
            { clientRecordId: "c7", outcome: "refused", message: expect.stringMatching(/^resp/) },
            { index: 7, outcome: "stored" },
          ],
        },
      },
    },
    "corrects a clock that is a day fast": {
      as: "learner",
      given: oldAccount,
      send: sending([given("c1", "2026-05-02T09:30:00.000Z")], "2026-05-02T12:00:00.000Z"),
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([["c1", "2026-05-01T09:30:00.000Z"]]),
    },
    "corrects a clock that is a year slow, in any zone": {
      as: "learner",
      given: oldAccount,
      send: sending([given("c1", "2025-05-01T19:00:00+08:00")], "2025-05-01T12:00:00Z"),
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([["c1", "2026-05-01T11:00:00.000Z"]]),
    },
    "dates future answers now, in their order": {
      as: "learner",
      given: oldAccount,
      send: sending([
        given("later", "2026-05-01T14:00:00.000Z"),
        given("soon", "2026-05-01T13:00:00.000Z", { isCorrect: false }),
      ]),
      status: 200,
      after: async (app, { body }) => {
        expect((await stored(app)).map(([, at]) => at)).toEqual([NOON, NOON]);
        expect(body.data.items[0].outcome).toBe("stored");
        const { memory_json } = await app.deps.database
          .selectFrom("word_states")
          .select("memory_json")
          .executeTakeFirstOrThrow();
        const [outcomes] = JSON.parse(memory_json ?? "").outcomes;
        // The newest answer is in the lowest bit: wrong, then right.
        expect(outcomes).toBe(0b01);
      },
    },
    "dates older answers thirty days ago": {
      as: "learner",
      given: oldAccount,
      send: sending([given("c1", "2026-03-10T12:00:00.000Z")]),
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([["c1", "2026-04-01T12:00:00.000Z"]]),
    },
    "keeps the time of a visitor's answer, which is older than the account": {
      as: "learner",
      given: threeWords,
      send: sending([given("c1", "2026-04-30T12:00:00.000Z")]),
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([["c1", "2026-04-30T12:00:00.000Z"]]),
    },
    "dates no answer more than a week before the account was created": {
      as: "learner",
      given: threeWords,
      send: sending([given("c1", "2026-04-20T12:00:00.000Z")]),
      status: 200,
      after: async (app) => expect(await stored(app)).toEqual([["c1", "2026-04-24T12:00:00.000Z"]]),
    },
    "applies answers in the outbox first": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        const actor = { id: "u1", kind: "learner", sessionId: app.u1.sessionId } as const;
        await acceptRecord(app.deps, actor, { ...answer, clientRecordId: "c1" });
      },
      send: sending([given("c1", NOON)]),
      status: 200,
      body: { data: { accepted: 0, duplicates: 1 } },
    },
    "refuses an answer that cannot be applied, and applies the others": {
      as: "learner",
      given: async (app) => {
        await oldAccount(app);
        await breakWord(app.deps.database, "w2");
      },
      send: sending([
        given("c1", "2026-05-01T09:00:00.000Z"),
        given("c2", "2026-05-01T09:01:00.000Z", { wordId: "w2" }),
        given("c3", "2026-05-01T09:02:00.000Z", { wordId: "w3" }),
      ]),
      status: 200,
      body: {
        data: {
          accepted: 2,
          duplicates: 0,
          failed: 1,
          items: [{ outcome: "stored" }, { outcome: "refused", code: "INTERNAL" }, {}],
        },
      },
      after: async (app) => expect((await stored(app)).map(([id]) => id)).toEqual(["c1", "c3"]),
    },
    "accepts 500 answers": {
      as: "learner",
      given: oldAccount,
      send: sending(
        Array.from({ length: 500 }, (_, n) => {
          const at = new Date(Date.parse(NOON) - 7 * DAY_MS + n * HOUR_MS * 0.3).toISOString();
          return given(`c${n}`, at, { wordId: `w${(n % 3) + 1}`, isCorrect: n % 4 > 0 });
        }),
      ),
      status: 200,
      body: { data: { accepted: 500, duplicates: 0, failed: 0 } },
      after: async (app) => expect(await stored(app)).toHaveLength(500),
    },
  });
});
