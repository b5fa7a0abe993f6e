import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { markWordsMastered } from "../../progress/word-states/word-states.service.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";

const routes = [studyConfigRoutes, recordsRoutes];
const path = "/api/study-config";
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

const threeChanges = [{ dailyWordCount: 11 }, { dailyMasteryTarget: 12 }, { studyMode: "casual" }];

/** Creates this learner's book (null: a system book) with the words w1 … w5. */
async function book(app: ScenarioApp, userId: string | null): Promise<string> {
  const words = await app.words([{}, {}, {}, {}, {}]);
  const draft = { name: "Book", description: "", tags: [], userId };
  const { id } = await createBook(app.deps, app.deps.database, draft);
  const ids = words.map((word) => word.id);
  await addWordsToBook(app.deps.database, id, ids, app.clock.nowMs());
  return id;
}

async function choose(app: ScenarioApp, fields: object): Promise<void> {
  await app.send("PUT", path, { body: fields, headers: app.u1.headers });
}

describe("GET /api/study-config", () => {
  scenarios(routes, {
    "shows the defaults": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          userId: "u1",
          selectedWordbookIds: [],
          dailyWordCount: 20,
          studyMode: "normal",
          dailyMasteryTarget: 10,
          goal: "balanced",
          ownRecall: null,
          learningLanguages: [],
        },
      },
    },
  });
});

describe("PUT /api/study-config", () => {
  scenarios(routes, {
    "changes the given fields and keeps the others": {
      as: "learner",
      given: (app) => choose(app, { dailyWordCount: 50 }),
      send: ["PUT", path, { studyMode: "review", dailyMasteryTarget: null }],
      status: 200,
      body: { data: { dailyWordCount: 50, studyMode: "review", dailyMasteryTarget: 10 } },
    },
    "keeps all of several concurrent first changes": {
      as: "learner",
      given: (app) => Promise.all(threeChanges.map((change) => choose(app, change))),
      send: ["PUT", path, {}],
      status: 200,
      body: { data: Object.assign({}, ...threeChanges) },
    },
    "keeps all of several concurrent later changes": {
      as: "learner",
      given: async (app) => {
        await choose(app, {});
        await Promise.all(threeChanges.map((change) => choose(app, change)));
      },
      send: ["PUT", path, {}],
      status: 200,
      body: { data: Object.assign({}, ...threeChanges) },
    },
    "keeps languages in canonical form, each once": {
      as: "learner",
      send: ["PUT", path, { learningLanguages: ["DE", "de", "ZH-hans"] }],
      status: 200,
      body: { data: { learningLanguages: ["de", "zh-Hans"] } },
    },
    "refuses a malformed language, and changes nothing": {
      as: "learner",
      send: ["PUT", path, { learningLanguages: ["de", "d"], dailyWordCount: 50 }],
      status: 400,
      body: refused("INVALID_LANGUAGE"),
      after: async (app) => {
        const { body } = await app.send("GET", path, { headers: app.u1.headers });
        expect(body.data).toMatchObject({ learningLanguages: [], dailyWordCount: 20 });
      },
    },
    "refuses nine languages": {
      as: "learner",
      send: ["PUT", path, { learningLanguages: Array.from({ length: 9 }, () => "de") }],
      ...unreadable,
    },
    "accepts the learner's and system books, without duplicates": {
      as: "learner",
      send: async (app) => {
        const [own, system] = [await book(app, "u1"), await book(app, null)];
        return ["PUT", path, { selectedWordbookIds: [own, system, own] }];
      },
      status: 200,
      after: (_, { body }) => expect(body.data.selectedWordbookIds).toHaveLength(2),
    },
    "refuses an unknown book and changes nothing": {
      as: "learner",
      send: ["PUT", path, { selectedWordbookIds: ["none"], dailyWordCount: 5 }],
      status: 400,
      body: refused("WORDBOOK_NOT_FOUND"),
      after: async (app) => {
        const { body } = await app.send("GET", path, { headers: app.u1.headers });
        expect(body.data.dailyWordCount).toBe(20);
      },
    },
    "refuses another learner's book": {
      as: "learner",
      send: async (app) => {
        const other = await app.learner();
        return ["PUT", path, { selectedWordbookIds: [await book(app, other.id)] }];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },
    "keeps a personal recall when the goal changes": {
      as: "learner",
      given: async (app) => {
        await choose(app, { goal: "own_recall", ownRecall: 0.83 });
        await choose(app, { goal: "learn_fastest" });
      },
      send: ["PUT", path, { goal: "own_recall" }],
      status: 200,
      body: { data: { goal: "own_recall", ownRecall: 0.83 } },
      after: async (app) => {
        const { body } = await app.send("GET", path, { headers: app.u1.headers });
        expect(body.data).toMatchObject({ goal: "own_recall", ownRecall: 0.83 });
      },
    },
    "keeps the goal when something else changes": {
      as: "learner",
      given: (app) => choose(app, { goal: "remember_most" }),
      send: ["PUT", path, { dailyWordCount: 5, goal: null }],
      status: 200,
      body: { data: { dailyWordCount: 5, goal: "remember_most", ownRecall: null } },
    },
    "accepts a recall of 0.7": {
      as: "learner",
      send: ["PUT", path, { ownRecall: 0.7 }],
      status: 200,
      body: { data: { goal: "balanced", ownRecall: 0.7 } },
    },
    "refuses a recall above 0.97": {
      as: "learner",
      send: ["PUT", path, { ownRecall: 0.98 }],
      ...unreadable,
    },
    "refuses a recall below 0.7": {
      as: "learner",
      send: ["PUT", path, { ownRecall: 0.69 }],
      ...unreadable,
    },
    "refuses an unknown goal": {
      as: "learner",
      send: ["PUT", path, { goal: "cram" }],
      ...unreadable,
    },
    "accepts 1 word a day": {
      as: "learner",
      send: ["PUT", path, { dailyWordCount: 1 }],
      status: 200,
      body: { data: { dailyWordCount: 1 } },
    },
    "accepts 200 words a day": {
      as: "learner",
      send: ["PUT", path, { dailyWordCount: 200 }],
      status: 200,
      body: { data: { dailyWordCount: 200 } },
    },
    "refuses 0 words a day": {
      as: "learner",
      send: ["PUT", path, { dailyWordCount: 0 }],
      ...unreadable,
    },
    "refuses 201 words a day": {
      as: "learner",
      send: ["PUT", path, { dailyWordCount: 201 }],
      ...unreadable,
    },
    "accepts a target of 1": {
      as: "learner",
      send: ["PUT", path, { dailyMasteryTarget: 1 }],
      status: 200,
      body: { data: { dailyMasteryTarget: 1 } },
    },
    "accepts a target of 100": {
      as: "learner",
      send: ["PUT", path, { dailyMasteryTarget: 100 }],
      status: 200,
      body: { data: { dailyMasteryTarget: 100 } },
    },
    "refuses a target of 0": {
      as: "learner",
      send: ["PUT", path, { dailyMasteryTarget: 0 }],
      ...unreadable,
    },
    "refuses a target of 101": {
      as: "learner",
      send: ["PUT", path, { dailyMasteryTarget: 101 }],
      ...unreadable,
    },
    "refuses retired mode names": {
      as: "learner",
      send: ["PUT", path, { studyMode: "MIXED" }],
      ...unreadable,
    },
  });
});

describe("GET /api/study-config/today-words", () => {
  const ids = (body: { data: { words: { id: string }[] } }) => body.data.words.map(({ id }) => id);
  scenarios(routes, {
    "offers the whole library when no book is selected": {
      as: "learner",
      given: (app) => app.words([{}, {}]),
      send: ["GET", `${path}/today-words`],
      status: 200,
      body: { data: { target: 20 } },
      after: (_, { body }) => expect(ids(body)).toEqual(["w1", "w2"]),
    },
    "omits words mastered or answered today, and respects the daily count": {
      as: "learner",
      given: async (app) => {
        await choose(app, { selectedWordbookIds: [await book(app, "u1")], dailyWordCount: 2 });
        await markWordsMastered(app.deps.database, "u1", ["w1"], app.clock.nowMs());
        const records = [{ wordId: "w2", isCorrect: true, responseTimeMs: 900 }];
        await app.send("POST", "/api/records/batch", {
          body: { records },
          headers: app.u1.headers,
        });
      },
      send: ["GET", `${path}/today-words`],
      status: 200,
      body: { data: { target: 2 } },
      after: (_, { body }) => expect(ids(body)).toEqual(["w3", "w4"]),
    },
    "starts a new day at the learner's hour": {
      as: "learner",
      given: async (app) => {
        await app.word();
        const zone = { user_id: "u1", time_zone: "Asia/Shanghai", day_start_hour: 4 };
        await app.deps.database.insertInto("preferences").values(zone).execute();
        const records = [{ wordId: "w1", isCorrect: false, responseTimeMs: 900 }];
        await app.send("POST", "/api/records/batch", {
          body: { records },
          headers: app.u1.headers,
        });
        // Noon UTC is 20:00 in Shanghai; eight hours later it is 04:00 there.
        app.clock.advance(8 * 3_600_000 + 1);
      },
      send: ["GET", `${path}/today-words`],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w1"]),
    },
  });
});

describe("GET /api/study-config/progress", () => {
  scenarios(routes, {
    "counts mastered and reviewing words as studied": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}]);
        await markWordsMastered(app.deps.database, "u1", ["w1", "w2"], app.clock.nowMs());
      },
      send: ["GET", `${path}/progress`],
      status: 200,
      body: {
        data: { studied: 2, target: 10, new: 0, learning: 0, reviewing: 0, mastered: 2 },
      },
    },
  });
});
