import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { deleteWord } from "../../library/words/words.service.ts";
import { suspendedWordsRoutes } from "./suspended-words.routes.ts";

const LIST = "/api/study/suspended";
const HOUR_MS = 3_600_000;
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

const pathTo = (action: string, wordId = "w1") => `/api/word-states/${wordId}/${action}`;
const PREFERENCES = {
  user_id: "u1",
  theme: "system",
  language: "en",
  notification_enabled: 1,
  sound_enabled: 1,
} as const;

const threeWords = (app: ScenarioApp) => app.words([{}, {}, {}]);
const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`);

async function act(app: ScenarioApp, path: string, body?: unknown) {
  const { headers } = app.u1;
  const reply = await app.send("POST", path, { headers, ...(body !== undefined && { body }) });
  expect(reply.status).toBe(200);
  return reply.body.data;
}

async function listed(app: ScenarioApp, query = "") {
  const { body } = await app.send("GET", `${LIST}${query}`, { headers: app.u1.headers });
  return body.data.data.map(
    ({ word, until, reason }: { word: { id: string }; until: string | null; reason: string }) => [
      word.id,
      until,
      reason,
    ],
  );
}

describe("POST /api/word-states/{wordId}/suspend", () => {
  const path = pathTo("suspend");
  scenarios(suspendedWordsRoutes, {
    "refuses a word that does not exist": {
      as: "learner",
      send: ["POST", path],
      ...absent,
      after: async (app) => expect(await listed(app)).toEqual([]),
    },
    "suspends a word without end, and may be repeated": {
      as: "learner",
      given: threeWords,
      twice: true,
      send: ["POST", path, {}],
      status: 200,
      body: { success: true, data: { wordId: "w1", suspended: true, until: null } },
      after: async (app) => expect(await listed(app)).toEqual([["w1", null, "suspended"]]),
    },
    "replaces a burial": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("bury"));
      },
      send: ["POST", path],
      status: 200,
      body: { data: { suspended: true, until: null } },
    },
    "replaces leaving out, so that bringing known words back does not end it": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, "/api/study/leave-out", { wordIds: ["w1"] });
      },
      send: ["POST", path],
      status: 200,
      after: async (app) => expect(await listed(app, "?reason=known")).toEqual([]),
    },
  });
});

describe("POST /api/word-states/{wordId}/bury", () => {
  const path = pathTo("bury");
  const withRules = (time_zone: string, day_start_hour: number) => async (app: ScenarioApp) => {
    await threeWords(app);
    const row = { ...PREFERENCES, time_zone, day_start_hour };
    await app.deps.database.insertInto("preferences").values(row).execute();
  };
  scenarios(suspendedWordsRoutes, {
    "refuses a word that does not exist": { as: "learner", send: ["POST", path], ...absent },
    "suspends a word until the next day": {
      as: "learner",
      given: threeWords,
      send: ["POST", path, {}],
      status: 200,
      body: { data: { wordId: "w1", suspended: true, until: "2026-05-02T00:00:00.000Z" } },
      after: async (app) => {
        app.clock.advance(12 * HOUR_MS - 1);
        expect(await listed(app)).toEqual([["w1", "2026-05-02T00:00:00.000Z", "buried"]]);
        app.clock.advance(1);
        expect(await listed(app)).toEqual([]);
      },
    },
    "follows the learner's zone and start of day": {
      as: "learner",
      // 20:00 in Shanghai.
      given: withRules("Asia/Shanghai", 4),
      send: ["POST", path],
      status: 200,
      body: { data: { until: "2026-05-01T20:00:00.000Z" } },
    },
    "counts the hours before the start of day to the day before": {
      as: "learner",
      // 02:00 in Honolulu.
      given: withRules("Pacific/Honolulu", 4),
      send: ["POST", path],
      status: 200,
      body: { data: { until: "2026-05-01T14:00:00.000Z" } },
    },
    "keeps a word suspended that was suspended without end": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("suspend"));
      },
      send: ["POST", path],
      status: 200,
      body: { data: { suspended: true, until: null } },
    },
    "removes the row of an earlier burial": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("bury", "w2"));
        app.clock.advance(24 * HOUR_MS);
      },
      send: ["POST", path],
      status: 200,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("suspended_words").select("word_id").execute();
        expect(rows).toEqual([{ word_id: "w1" }]);
      },
    },
  });
});

describe("POST /api/word-states/{wordId}/unsuspend", () => {
  const path = pathTo("unsuspend");
  scenarios(suspendedWordsRoutes, {
    "ends a suspension": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("suspend"));
        await act(app, pathTo("suspend", "w2"));
      },
      send: ["POST", path, {}],
      status: 200,
      body: { data: { wordId: "w1", suspended: false, until: null } },
      after: async (app) => expect(await listed(app)).toEqual([["w2", null, "suspended"]]),
    },
    "keeps other learners' suspensions": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        const { headers } = await app.learner();
        await app.send("POST", pathTo("suspend"), { headers });
      },
      send: ["POST", path],
      status: 200,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("suspended_words").select("user_id").execute();
        expect(rows).toEqual([{ user_id: "u2" }]);
      },
    },
    "changes nothing for a word that is not suspended": {
      as: "learner",
      send: ["POST", path],
      status: 200,
      body: { data: { wordId: "w1", suspended: false, until: null } },
    },
  });
});

describe("GET /api/study/suspended", () => {
  scenarios(suspendedWordsRoutes, {
    "is an empty page at first": {
      as: "learner",
      send: ["GET", LIST],
      status: 200,
      body: { data: { data: [], total: 0, page: 1, totalPages: 0 } },
    },
    "lists the learner's words page by page, latest first": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        for (const wordId of ["w2", "w1", "w3"]) {
          await act(app, pathTo("suspend", wordId));
          app.clock.advance(1_000);
        }
        const { headers } = await app.learner();
        await app.send("POST", pathTo("suspend"), { headers });
      },
      send: ["GET", `${LIST}?perPage=2`],
      status: 200,
      body: { data: { total: 3, page: 1, perPage: 2, totalPages: 2 } },
      after: async (app, { body }) => {
        const [first, second] = body.data.data;
        expect([first.word.id, second.word.id]).toEqual(["w3", "w1"]);
        expect(first).toEqual({ word: first.word, until: null, reason: "suspended" });
        expect(first.word.meaning).toBe("meaning w3");
        expect(await listed(app, "?perPage=2&page=2")).toEqual([["w2", null, "suspended"]]);
      },
    },
    "lists only words with the requested reason": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("suspend", "w1"));
        await act(app, pathTo("bury", "w2"));
        await act(app, "/api/study/leave-out", { wordIds: ["w3"] });
      },
      send: ["GET", `${LIST}?reason=buried`],
      status: 200,
      body: { data: { data: [{ word: { id: "w2" }, reason: "buried" }], total: 1 } },
    },
    "refuses a reason that does not exist": {
      as: "learner",
      send: ["GET", `${LIST}?reason=bored`],
      ...unreadable,
    },
    "omits a deleted word": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("suspend"));
        await deleteWord(app.deps, "w1");
      },
      send: ["GET", LIST],
      status: 200,
      body: { data: { data: [], total: 0 } },
    },
  });
});

describe("POST /api/study/leave-out", () => {
  const path = "/api/study/leave-out";
  scenarios(suspendedWordsRoutes, {
    "refuses an empty list": {
      as: "learner",
      send: ["POST", path, { wordIds: [] }],
      ...unreadable,
    },
    "accepts 500 words and ignores unknown ones": {
      as: "learner",
      given: threeWords,
      send: ["POST", path, { wordIds: ["w1", "w2", "w2", ...many(497)] }],
      status: 200,
      body: { data: { leftOut: 2 } },
      after: async (app) => {
        expect((await listed(app)).toSorted()).toEqual([
          ["w1", null, "known"],
          ["w2", null, "known"],
        ]);
      },
    },
    "refuses 501": {
      as: "learner",
      send: ["POST", path, { wordIds: many(501) }],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "creates no state and counts no mastery": {
      as: "learner",
      given: threeWords,
      send: ["POST", path, { wordIds: ["w1"] }],
      status: 200,
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("word_states").selectAll().execute()).toEqual([]);
        expect(await deps.database.selectFrom("daily_activity").selectAll().execute()).toEqual([]);
      },
    },
    "keeps a word suspended that the learner suspended": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, pathTo("suspend"));
      },
      send: ["POST", path, { wordIds: ["w1"] }],
      status: 200,
      after: async (app) => expect(await listed(app)).toEqual([["w1", null, "suspended"]]),
    },
  });
});

describe("POST /api/study/bring-back", () => {
  const path = "/api/study/bring-back";
  scenarios(suspendedWordsRoutes, {
    "refuses an empty list": {
      as: "learner",
      send: ["POST", path, { wordIds: [] }],
      ...unreadable,
    },
    "hands the words out again": {
      as: "learner",
      given: async (app) => {
        await threeWords(app);
        await act(app, "/api/study/leave-out", { wordIds: ["w1", "w2", "w3"] });
      },
      send: ["POST", path, { wordIds: ["w3", "w1", "none"] }],
      status: 200,
      body: { data: { broughtBack: 2 } },
      after: async (app) => expect(await listed(app)).toEqual([["w2", null, "known"]]),
    },
    "refuses 501": {
      as: "learner",
      send: ["POST", path, { wordIds: many(501) }],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
  });
});
