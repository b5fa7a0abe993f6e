import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { recordsRoutes } from "../../study/records/records.routes.ts";
import { newWordState, saveWordStates } from "./word-states.service.ts";
import { wordStatesRoutes } from "./word-states.routes.ts";

const routes = [wordStatesRoutes, recordsRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

/** Adds states with review times this many hours from now; null: none. */
async function dueIn(
  app: ScenarioApp,
  hours: readonly (number | null)[],
  { userId = "u1", answeredHoursAgo = 1_000 } = {},
) {
  const nowMs = app.clock.nowMs();
  const rows = hours.map((hour, n) => ({
    ...newWordState(userId, `w${n + 1}`, nowMs),
    state: "reviewing" as const,
    last_answer_at_ms: nowMs - answeredHoursAgo * 3_600_000,
    next_review_at_ms: hour === null ? null : nowMs + hour * 3_600_000,
  }));
  await saveWordStates(app.deps.database, rows);
}

describe("GET /api/word-states/{wordId}", () => {
  scenarios(routes, {
    "is absent before the first answer": {
      as: "learner",
      given: (app) => app.word(),
      send: ["GET", "/api/word-states/w1"],
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "returns the state after an answer": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const body = { records: [{ wordId: "w1", isCorrect: true, responseTimeMs: 900 }] };
        await app.send("POST", "/api/records/batch", { body, headers: app.u1.headers });
      },
      send: ["GET", "/api/word-states/w1"],
      status: 200,
      body: {
        data: {
          userId: "u1",
          wordId: "w1",
          state: "learning",
          correctStreak: 1,
          totalAttempts: 1,
          bookmarked: false,
        },
      },
      after: (_, { body }) => {
        expect(body.data.halfLife).toBeGreaterThan(0);
        expect(body.data.nextReviewDate).toMatch(/Z$/);
      },
    },
    "shows favorites as bookmarked": {
      as: "learner",
      given: async (app) => {
        await dueIn(app, [1]);
        const favorite = { user_id: "u1", word_id: "w1", created_at_ms: 1 };
        await app.deps.database.insertInto("word_favorites").values(favorite).execute();
      },
      send: ["GET", "/api/word-states/w1"],
      status: 200,
      body: { data: { bookmarked: true } },
    },
    "is absent for another learner": {
      as: "learner",
      given: async (app) => dueIn(app, [1], { userId: (await app.learner()).id }),
      send: ["GET", "/api/word-states/w1"],
      status: 404,
    },
  });
});

describe("GET /api/word-states", () => {
  const path = "/api/word-states?state=reviewing";
  const threeDue = async (app: ScenarioApp) => {
    await app.words([{}, {}, {}, {}]);
    await dueIn(app, [null, 5, -1, 2]);
    const known = { ...newWordState("u1", "w4", app.clock.nowMs()), state: "mastered" as const };
    await saveWordStates(app.deps.database, [known]);
  };
  const ids = (body: { data: { data: { word: { id: string } }[] } }) =>
    body.data.data.map(({ word }) => word.id);
  scenarios(routes, {
    "lists the words in a state, next review first, those without one last": {
      as: "learner",
      given: threeDue,
      send: ["GET", path],
      status: 200,
      body: { data: { total: 3, page: 1, totalPages: 1 } },
      after: (app, { body }) => {
        expect(ids(body)).toEqual(["w3", "w2", "w1"]);
        const [due, , never] = body.data.data;
        expect(due.word.meaning).toBe("meaning w3");
        expect(Date.parse(due.nextReviewDate)).toBe(app.clock.nowMs() - 3_600_000);
        expect(never.nextReviewDate).toBeNull();
      },
    },
    "lists them by pages": {
      as: "learner",
      given: threeDue,
      send: ["GET", `${path}&perPage=2&page=2`],
      status: 200,
      body: { data: { total: 3, page: 2, perPage: 2, totalPages: 2 } },
      after: (_, { body }) => expect(ids(body)).toEqual(["w1"]),
    },
    "has nothing of other learners": {
      as: "learner",
      given: async (app) => {
        await app.words([{}]);
        await dueIn(app, [1], { userId: (await app.learner()).id });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { data: [], total: 0 } },
    },
    "wants a state": { as: "learner", send: ["GET", "/api/word-states"], ...unreadable },
    "refuses a state that does not exist": {
      as: "learner",
      send: ["GET", "/api/word-states?state=bored"],
      ...unreadable,
    },
  });
});

describe("POST /api/word-states/batch", () => {
  const send = (wordIds: unknown) => ["POST", "/api/word-states/batch", { wordIds }] as const;
  scenarios(routes, {
    "returns existing states in the requested order": {
      as: "learner",
      given: (app) => dueIn(app, [1, 2]),
      send: send(["w2", "w9", "w1"]),
      status: 200,
      after: (_, { body }) =>
        expect(body.data.map((state: { wordId: string }) => state.wordId)).toEqual(["w2", "w1"]),
    },
    "refuses an empty list": { as: "learner", send: send([]), ...unreadable },
    "refuses 501 ids": {
      as: "learner",
      send: send(Array.from({ length: 501 }, (_, n) => `w${n}`)),
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "takes 500 ids": {
      as: "learner",
      send: send(Array.from({ length: 500 }, (_, n) => `w${n}`)),
      status: 200,
      body: { data: [] },
    },
  });
});

describe("GET /api/word-states/due/list", () => {
  const ids = (body: { data: { wordId: string }[] }) => body.data.map(({ wordId }) => wordId);
  scenarios(routes, {
    "lists due words, most overdue first": {
      as: "learner",
      given: (app) => dueIn(app, [-1, -5, 13, null, 0]),
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w2", "w1", "w5"]),
    },
    "lists a word from the start of the learner's day": {
      as: "learner",
      given: (app) => dueIn(app, [-1, 11]),
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w1", "w2"]),
    },
    "lists a word from its exact time after less than a day": {
      as: "learner",
      given: (app) => dueIn(app, [-1, 11], { answeredHoursAgo: 12 }),
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w1"]),
    },
    "respects the limit": {
      as: "learner",
      given: (app) => dueIn(app, [-1, -2, -3]),
      send: ["GET", "/api/word-states/due/list?limit=2"],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w3", "w2"]),
    },
    "raises a limit of 0": {
      as: "learner",
      given: (app) => dueIn(app, [-1, -2]),
      send: ["GET", "/api/word-states/due/list?limit=0"],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w2"]),
    },
    "lists 50 by default, and at most 200": {
      as: "learner",
      given: (app) => dueIn(app, Array<number>(201).fill(-1)),
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: async (app, { body }) => {
        expect(ids(body)).toHaveLength(50);
        const path = "/api/word-states/due/list?limit=201";
        const most = await app.send("GET", path, { headers: app.u1.headers });
        expect(ids(most.body)).toHaveLength(200);
      },
    },
    "refuses a limit that is not a number": {
      as: "learner",
      send: ["GET", "/api/word-states/due/list?limit=all"],
      ...unreadable,
    },
  });
});

describe("GET /api/word-states/stats/overview", () => {
  scenarios(routes, {
    "counts words by state and estimates the reviews due": {
      as: "learner",
      given: (app) => dueIn(app, [-1, -1, 5]),
      send: ["GET", "/api/word-states/stats/overview"],
      status: 200,
      body: {
        data: {
          newCount: 0,
          learning: 0,
          reviewing: 3,
          mastered: 0,
          forgotten: 0,
          dueReviewEstimatedMinutes: 1,
        },
      },
    },
    "counts only words answered in the category": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        const draft = { isCorrect: true, responseTimeMs: 900 };
        const records = [
          { ...draft, wordId: "w1", recordType: "review" },
          { ...draft, wordId: "w2", recordType: "learning" },
        ];
        await app.send("POST", "/api/records/batch", {
          body: { records },
          headers: app.u1.headers,
        });
      },
      send: ["GET", "/api/word-states/stats/overview?category=review"],
      status: 200,
      body: { data: { learning: 1 } },
    },
    "refuses an unknown category": {
      as: "learner",
      send: ["GET", "/api/word-states/stats/overview?category=none"],
      status: 400,
      body: refused("INVALID_CATEGORY"),
    },
  });
});
