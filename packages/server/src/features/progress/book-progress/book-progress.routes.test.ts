import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  newWordState,
  saveWordStates,
  type WordStateRow,
} from "../word-states/word-states.service.ts";
import { deleteWord } from "../../library/words/words.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { bookProgressRoutes } from "./book-progress.routes.ts";

const PATH = "/api/wordbooks/progress";
const refused = (code: string) => ({ success: false, code });

async function makeBook(app: ScenarioApp, userId: string | null, wordIds: readonly string[]) {
  const { database } = app.deps;
  const { id } = await createBook(app.deps, database, {
    name: "Book",
    description: "",
    tags: [],
    userId,
  });
  await addWordsToBook(database, id, wordIds, app.clock.nowMs());
  app.clock.advance(1000);
  return id;
}

type States = readonly Partial<WordStateRow>[];

/** Stores word states for w1, w2 and so on. A state may name another word. */
async function saveStates(app: ScenarioApp, userId: string, states: States): Promise<void> {
  const atMs = app.clock.nowMs();
  const rows = states.map((state, index) => ({
    ...newWordState(userId, `w${index + 1}`, atMs),
    ...state,
  }));
  await saveWordStates(app.deps.database, rows);
}

/** A book of six words: u1 has w1 to w5 in different states, another learner has w6. */
async function study(app: ScenarioApp): Promise<string> {
  await app.words([{}, {}, {}, {}, {}, {}]);
  const id = await makeBook(app, null, ["w1", "w2", "w3", "w4", "w5", "w6"]);
  await saveStates(app, app.u1.id, [
    { state: "new" },
    { state: "learning", last_answer_at_ms: Date.parse("2026-04-01T08:00:00.000Z") },
    { state: "reviewing", last_answer_at_ms: Date.parse("2026-04-03T08:00:00.000Z") },
    { state: "mastered", last_answer_at_ms: Date.parse("2026-04-02T08:00:00.000Z") },
    { state: "forgotten" },
  ]);
  const other = await app.learner();
  await saveStates(app, other.id, [{ word_id: "w6", state: "mastered", last_answer_at_ms: 1 }]);
  return id;
}

const notStudied = {
  studiedWords: 0,
  masteredWords: 0,
  reviewingWords: 0,
  forgottenWords: 0,
  progress: 0,
  masteryProgress: 0,
  lastStudiedAt: null,
};

const ids = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join();

describe("GET /api/wordbooks/progress", () => {
  scenarios(bookProgressRoutes, {
    "counts the learner's words by state": {
      as: "learner",
      send: async (app) => ["GET", `${PATH}?wordbookIds=${await study(app)}`],
      status: 200,
      after: (_, { body }) => {
        const { wordbookId, ...progress } = body.data[0];
        expect(wordbookId).toMatch(/^[\w-]+$/);
        expect(progress).toEqual({
          wordCount: 6,
          studiedWords: 4,
          masteredWords: 1,
          reviewingWords: 1,
          forgottenWords: 1,
          progress: 4 / 6,
          masteryProgress: 1 / 6,
          lastStudiedAt: "2026-04-03T08:00:00.000Z",
        });
      },
    },
    "counts words left out as known as studied, each once, and no others that are put aside": {
      as: "learner",
      send: async (app) => {
        const id = await study(app);
        await addWordsToBook(app.deps.database, id, ["no-such-word"], 0);
        const row = { user_id: app.u1.id, until_ms: null, created_at_ms: 0 };
        const rows = [
          // w1 has a state, `new`; w3 is in review.
          ...["w1", "w3", "no-such-word"].map((word_id) => ({ word_id, reason: "known" as const })),
          { word_id: "w6", reason: "suspended" as const },
        ];
        const suspended = rows.map((one) => ({ ...row, ...one }));
        await app.deps.database.insertInto("suspended_words").values(suspended).execute();
        return ["GET", `${PATH}?wordbookIds=${id}`];
      },
      status: 200,
      body: { data: [{ wordCount: 6, studiedWords: 5, progress: 5 / 6, masteredWords: 1 }] },
    },
    "counts only words that exist": {
      as: "learner",
      send: async (app) => {
        const id = await study(app);
        await addWordsToBook(app.deps.database, id, ["no-such-word"], 0);
        await deleteWord(app.deps, "w4");
        return ["GET", `${PATH}?wordbookIds=${id}`];
      },
      status: 200,
      body: { data: [{ wordCount: 5, studiedWords: 3, masteredWords: 0, masteryProgress: 0 }] },
    },
    "counts a word in each of its books": {
      as: "learner",
      send: async (app) => {
        const [all, some] = [await study(app), await makeBook(app, app.u1.id, ["w4"])];
        return ["GET", `${PATH}?wordbookIds=${all},${some}`];
      },
      status: 200,
      body: {
        data: [
          { wordCount: 6, masteredWords: 1 },
          { wordCount: 1, masteredWords: 1, studiedWords: 1, progress: 1, masteryProgress: 1 },
        ],
      },
    },
    "returns all visible books, newest first, without ids": {
      as: "learner",
      given: async (app) => {
        await study(app);
        await makeBook(app, (await app.learner()).id, ["w2"]);
        await makeBook(app, app.u1.id, []);
      },
      send: ["GET", PATH],
      status: 200,
      body: {
        data: [
          { wordCount: 0, ...notStudied },
          { wordCount: 6, studiedWords: 4 },
        ],
      },
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
    "returns the requested books in order, without duplicates, unknown or other learners' books": {
      as: "learner",
      send: async (app) => {
        const [own, system] = [await makeBook(app, app.u1.id, []), await study(app)];
        const foreign = await makeBook(app, (await app.learner()).id, ["w2"]);
        return ["GET", `${PATH}?wordbookIds=none,${system},${foreign},${own},${system}`];
      },
      status: 200,
      body: { data: [{ wordCount: 6 }, { wordCount: 0 }] },
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
    "accepts 500 ids": {
      as: "learner",
      send: ["GET", `${PATH}?wordbookIds=${ids(500)}`],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    },
    "refuses 501 ids": {
      as: "learner",
      send: ["GET", `${PATH}?wordbookIds=${ids(501)}`],
      status: 400,
      body: refused("WORDBOOK_TOO_MANY_IDS"),
    },
  });
});
