import { createMemory } from "@wordloom/engine";
import { describe, expect } from "vitest";
import { giveAnswers, type PastAnswer } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { wordsRoutes } from "../../library/words/words.routes.ts";
import { suspendedWordsRoutes } from "../../progress/suspended-words/suspended-words.routes.ts";
import {
  listWordStates,
  newWordState,
  saveWordStates,
} from "../../progress/word-states/word-states.service.ts";
import { manualStatesRoutes } from "../manual-states/manual-states.routes.ts";
import { wordMemoryRoutes } from "../word-memory/word-memory.routes.ts";
import { listHardRows } from "./hard-words.repo.ts";
import { hardWordsRoutes } from "./hard-words.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const routes = [
  ...[hardWordsRoutes, manualStatesRoutes, suspendedWordsRoutes],
  ...[wordMemoryRoutes, wordsRoutes],
];
const path = "/api/study/hard";

interface Entry {
  readonly word: { readonly id: string };
}
const listed = (body: { data: { words: Entry[] } }) => body.data.words.map(({ word }) => word.id);
const list = async (app: ScenarioApp, query = "") =>
  (await app.send("GET", `${path}${query}`, { headers: app.u1.headers })).body;

/** Answers one word on the first days of April: `r` is right, `w` wrong. */
const answer = (app: ScenarioApp, wordId: string, outcomes: string, more: PastAnswer[2] = {}) =>
  giveAnswers(
    app.deps,
    [...outcomes].map((outcome, day) => [
      `2026-04-0${day + 1}T10:00:00Z`,
      wordId,
      { ...more, isCorrect: outcome === "r" },
    ]),
  );

const DUE_MS = Date.parse("2026-05-02T10:00:00Z");
const LAST_MS = Date.parse("2026-04-28T10:00:00Z");

/** Stores memories of w1, w2, … without answers; by default each is that of a hard word. */
async function remember(
  app: ScenarioApp,
  memories: readonly { difficulty?: number; lapses?: number; attempts?: number }[],
): Promise<void> {
  await app.words(memories.map(() => ({})));
  const rows = memories.map(({ difficulty = 9.5, lapses = 3, attempts = 6 }, index) => {
    const wordId = `w${index + 1}`;
    const trace = {
      stability: 2,
      difficulty,
      encoded: 1,
      buffer: 1,
      sameDay: 0,
      lastAtMs: LAST_MS,
    };
    const memory = { ...createMemory(wordId), trace, attempts, lapses, dueAtMs: DUE_MS };
    return {
      ...newWordState(app.u1.id, wordId, LAST_MS),
      state: "learning" as const,
      total_attempts: attempts,
      last_answer_at_ms: LAST_MS,
      next_review_at_ms: DUE_MS,
      memory_json: JSON.stringify(memory),
    };
  });
  await saveWordStates(app.deps.database, rows);
}

describe("GET /api/study/hard", () => {
  scenarios(routes, {
    "reports each word's difficulty as the word's page does": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await answer(app, "w1", "rwwrw");
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const why = await app.send("GET", "/api/study/words/w1/why", { headers: app.u1.headers });
        const { difficulty, lapses, leech, recall, nextReviewAt } = why.body.data;
        const word = expect.objectContaining({ id: "w1", text: "text w1" });
        const told = { difficulty, lapses, leech, recall, nextReviewAt };
        expect(body.data).toEqual({ words: [{ word, ...told }], total: 1 });
        expect([lapses, leech]).toEqual([3, false]);
      },
    },
    "is empty before the first answer": {
      as: "learner",
      given: (app) => app.word(),
      send: ["GET", path],
      status: 200,
      text: /"data":\{"words":\[\],"total":0\}/,
    },
    "lists words missed repeatedly, not those missed once": {
      as: "learner",
      given: async (app) => {
        await app.words([{}, {}, {}, {}, {}]);
        await answer(app, "w1", "w");
        await answer(app, "w2", "wrr");
        await answer(app, "w3", "rrrw");
        await answer(app, "w4", "rwww");
        await answer(app, "w5", "rrrr");
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body)).toEqual(["w4"]),
    },
    "starts at a difficulty of 9 or at four lapses": {
      as: "learner",
      given: (app) =>
        remember(app, [
          { difficulty: 9, lapses: 0 },
          { difficulty: 8.99, lapses: 3 },
          { difficulty: 1, lapses: 4 },
        ]),
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body)).toEqual(["w1", "w3"]),
    },
    "requires two answers": {
      as: "learner",
      given: (app) =>
        remember(app, [
          { attempts: 1, lapses: 1 },
          { attempts: 2, lapses: 1 },
        ]),
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body)).toEqual(["w2"]),
    },
    "lists the hardest first: by difficulty to a tenth, then by lapses": {
      as: "learner",
      given: (app) =>
        remember(app, [
          { difficulty: 9.42, lapses: 2 },
          { difficulty: 9.38, lapses: 11 },
          { difficulty: 9.98, lapses: 3 },
          { difficulty: 5, lapses: 12 },
          { difficulty: 9.42, lapses: 2 },
        ]),
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body)).toEqual(["w3", "w2", "w1", "w5", "w4"]),
    },
    "reports a word with eight lapses as a leech": {
      as: "learner",
      given: (app) => remember(app, [{ lapses: 7 }, { lapses: 8 }]),
      send: ["GET", path],
      status: 200,
      body: {
        data: {
          words: [
            { word: { id: "w2" }, leech: true, nextReviewAt: "2026-05-02T10:00:00.000Z" },
            { word: { id: "w1" }, leech: false },
          ],
        },
      },
    },
    "lists fifty words unless asked for more, at most a hundred, and counts all": {
      as: "learner",
      given: (app) =>
        remember(
          app,
          Array.from({ length: 101 }, () => ({})),
        ),
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        expect(body.data.words).toHaveLength(50);
        expect(body.data.total).toBe(101);
        for (const [limit, length] of [
          [0, 1],
          [3, 3],
          [1_000, 100],
        ]) {
          const { data } = await list(app, `?limit=${limit}`);
          expect([data.words.length, data.total]).toEqual([length, 101]);
        }
      },
    },
    "finds all of them across several statements": {
      as: "learner",
      given: (app) =>
        remember(
          app,
          Array.from({ length: 7 }, () => ({})),
        ),
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        const from = { attempts: 2, difficulty: 9, lapses: 4 };
        for (const wordsAtOnce of [1, 3, 7, 8]) {
          const options = { nowMs: LAST_MS, wordsAtOnce };
          const rows = await listHardRows(app.deps.database, app.u1.id, from, options);
          expect(rows.map((row) => row.word_id).toSorted()).toEqual(listed(body));
        }
      },
    },
    "refuses a limit that is not a number": {
      as: "learner",
      send: ["GET", `${path}?limit=many`],
      status: 400,
      body: { success: false },
    },
    "leaves out words that are marked as known, reset or deleted": {
      as: "learner",
      given: async (app) => {
        await remember(app, [{}, {}, {}, {}]);
        const { headers } = app.u1;
        await app.send("POST", "/api/word-states/w1/mark-mastered", { headers });
        await app.send("POST", "/api/word-states/w2/reset", { headers });
        const admin = await app.admin();
        const states = await listWordStates(app.deps.database, app.u1.id, ["w3"]);
        await app.send("DELETE", "/api/words/w3", { headers: admin.headers });
        // An answer was being applied when the word was deleted.
        await saveWordStates(app.deps.database, states);
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        expect(listed(body)).toEqual(["w4"]);
        expect(body.data.total).toBe(1);
      },
    },
    "leaves out words while they are suspended": {
      as: "learner",
      given: async (app) => {
        await remember(app, [{}, {}, {}, {}]);
        const { headers } = app.u1;
        await app.send("POST", "/api/word-states/w1/suspend", { headers });
        await app.send("POST", "/api/word-states/w2/bury", { headers });
        const body = { wordIds: ["w3"] };
        await app.send("POST", "/api/study/leave-out", { headers, body });
      },
      send: ["GET", path],
      status: 200,
      after: async (app, { body }) => {
        expect(listed(body)).toEqual(["w4"]);
        expect(body.data.total).toBe(1);
        app.clock.advance(24 * 3_600_000);
        expect(listed(await list(app))).toEqual(["w2", "w4"]);
        await app.send("POST", "/api/word-states/w1/unsuspend", { headers: app.u1.headers });
        expect(listed(await list(app))).toEqual(["w1", "w2", "w4"]);
      },
    },
    "does not show other learners' hard words": {
      as: "learner",
      given: async (app) => {
        await app.word();
        await answer(app, "w1", "rwwww", { userId: "u2" });
        await answer(app, "w1", "rr");
      },
      send: ["GET", path],
      status: 200,
      body: { data: { words: [], total: 0 } },
    },
    "shows a word that only other learners have suspended": {
      as: "learner",
      given: async (app) => {
        await remember(app, [{}]);
        const { headers } = await app.learner();
        await app.send("POST", "/api/word-states/w1/suspend", { headers });
      },
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(listed(body)).toEqual(["w1"]),
    },
  });
});
