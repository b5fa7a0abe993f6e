import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { questionsRoutes } from "./questions.routes.ts";

const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const many = (count: number) => Array.from({ length: count }, (_, n) => `w${n + 1}`);
const MINUTE_MS = 60_000;

describe("POST /api/learning/generate-options", () => {
  const send = (fields: object = {}) =>
    [
      "POST",
      "/api/learning/generate-options",
      { wordId: "w1", mode: "word-to-meaning", poolWordIds: ["w2", "w3", "w4"], ...fields },
    ] as const;
  /** Meanings without anything in common. */
  const MEANINGS = ["apple", "table", "river", "horse", "stone", "cloud", "ladder", "window"];
  const library = (count: number) => (app: ScenarioApp) =>
    app.words(MEANINGS.slice(0, count).map((meaning) => ({ meaning })));
  const fill = async (app: ScenarioApp, bookId: string, wordIds: readonly string[]) => {
    const { database } = app.deps;
    const entries = wordIds.map((word_id, position) => ({
      wordbook_id: bookId,
      word_id,
      position,
      added_at_ms: 0,
    }));
    await database.insertInto("wordbooks").values(emptyBook(bookId)).execute();
    await database.insertInto("wordbook_words").values(entries).execute();
    await database.insertInto("study_configs").values(configOf(bookId)).execute();
  };
  const optionsOf = (body: { data: { options: string[] } }) => body.data.options.toSorted();
  const rightOption = (body: { data: { options: string[]; correctIndex: number } }) =>
    body.data.options[body.data.correctIndex];
  scenarios(questionsRoutes, {
    "offers the right meaning among meanings from the pool": {
      as: "learner",
      given: library(8),
      send: send(),
      status: 200,
      after: (_, { body }) => {
        expect(rightOption(body)).toBe("apple");
        expect(optionsOf(body)).toEqual(["apple", "horse", "river", "table"]);
      },
    },
    "offers words when the meaning is shown": {
      as: "learner",
      given: library(8),
      send: send({ mode: "meaning-to-word" }),
      status: 200,
      after: (_, { body }) => {
        expect(rightOption(body)).toBe("text w1");
        expect(optionsOf(body)).toEqual(["text w1", "text w2", "text w3", "text w4"]);
      },
    },
    ...Object.fromEntries(
      ["", "n.", "<b></b>"].flatMap((meaning) =>
        ["meaning-to-word", "word-to-meaning"].map((mode) => [
          `asks nothing by the meaning ${JSON.stringify(meaning)}: ${mode}`,
          {
            as: "learner" as const,
            given: (app: ScenarioApp) =>
              app.words([{ meaning }, ...MEANINGS.slice(1).map((other) => ({ meaning: other }))]),
            send: send({ mode }),
            status: 400,
            body: refused("LEARNING_NOT_ENOUGH_OPTIONS"),
          },
        ]),
      ),
    ),
    "returns the same question all day": {
      as: "learner",
      given: library(8),
      send: send({ poolWordIds: [] }),
      status: 200,
      after: async (app, { body }) => {
        app.clock.advance(MINUTE_MS);
        const [method, path, again] = send({ poolWordIds: [] });
        const second = await app.send(method, path, { body: again, headers: app.u1.headers });
        expect(second.body.data).toEqual(body.data);
      },
    },
    "returns different questions on other days": {
      as: "learner",
      given: library(8),
      send: send(),
      status: 200,
      after: async (app) => {
        const indexes = new Set<number>();
        for (let day = 0; day < 20; day += 1) {
          const [method, path, question] = send();
          const headers = app.u1.headers;
          const { body } = await app.send(method, path, { body: question, headers });
          indexes.add(body.data.correctIndex);
          app.clock.advance(24 * 3_600_000);
        }
        expect(indexes.size).toBeGreaterThan(1);
      },
    },
    "completes a small pool from the learner's books": {
      as: "learner",
      given: async (app) => {
        await library(8)(app);
        await fill(app, "b1", ["w7", "gone", "w8"]);
      },
      send: send({ poolWordIds: ["w2"] }),
      status: 200,
      after: (_, { body }) =>
        expect(optionsOf(body)).toEqual(["apple", "ladder", "table", "window"]),
    },
    "completes small books from the library": {
      as: "learner",
      given: async (app) => {
        await library(8)(app);
        await fill(app, "b1", ["w1", "w8"]);
      },
      send: send({ poolWordIds: ["w2", "w2", "none", "w1"] }),
      status: 200,
      after: (_, { body }) => {
        expect(optionsOf(body)).toHaveLength(4);
        expect(body.data.options).toEqual(expect.arrayContaining(["apple", "table", "window"]));
      },
    },
    "finds neighbors in the middle of a long book": {
      as: "learner",
      given: async (app) => {
        const ids = many(300);
        await app.words(ids.map((id) => ({ id, meaning: `${id}sense` })));
        await fill(app, "b1", ids);
      },
      send: send({ wordId: "w200", poolWordIds: [] }),
      status: 200,
      after: (_, { body }) => {
        for (const option of body.data.options) {
          const position = Number(/\d+/.exec(option)?.[0]);
          expect(Math.abs(position - 200)).toBeLessThanOrEqual(40);
        }
      },
    },
    "offers meanings in the language of the right one if there are enough": {
      as: "learner",
      given: (app) =>
        app.words([
          ...["apple", "table", "river", "horse"].map((meaning) => ({ meaning })),
          ...many(40).map((id) => ({ text: `text zh ${id}`, meaning: `词${id}` })),
        ]),
      send: send({ poolWordIds: [] }),
      status: 200,
      after: (_, { body }) => expect(optionsOf(body)).toEqual(["apple", "horse", "river", "table"]),
    },
    "never offers a second right answer": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "bank", meaning: "shore" },
          { text: "Bank", meaning: "money house" },
          { text: "coast", meaning: "beach; shore" },
          { meaning: "SHORE" },
          ...["table", "river", "horse"].map((meaning) => ({ meaning })),
        ]),
      send: send({ poolWordIds: ["w2", "w3", "w4", "w5", "w6", "w7"] }),
      status: 200,
      after: (_, { body }) => expect(optionsOf(body)).toEqual(["horse", "river", "shore", "table"]),
    },
    "never offers the meaning of a synonym": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "afraid", meaning: "feeling fear" },
          { text: "scared", meaning: "frightened" },
          ...["table", "river", "horse"].map((meaning) => ({ meaning })),
        ]),
      send: send({ poolWordIds: ["w2", "w3", "w4", "w5"] }),
      status: 200,
      after: (_, { body }) =>
        expect(optionsOf(body)).toEqual(["feeling fear", "horse", "river", "table"]),
    },
    "looks in the library before it offers a meaning in another script": {
      as: "learner",
      given: (app) =>
        app.words([
          ...["apple", "table", "river", "horse"].map((meaning) => ({ meaning })),
          ...["树木", "高山"].map((meaning) => ({ meaning })),
        ]),
      send: send({ poolWordIds: ["w5", "w6", "w2"] }),
      status: 200,
      after: (_, { body }) => expect(optionsOf(body)).toEqual(["apple", "horse", "river", "table"]),
    },
    "uses similar meanings when there are no others": {
      as: "learner",
      given: (app) => app.words([{}, {}, {}, {}]),
      send: send(),
      status: 200,
      after: (_, { body }) => expect(rightOption(body)).toBe("meaning w1"),
    },
    "skips words without a meaning": {
      as: "learner",
      given: async (app) => {
        await library(3)(app);
        await app.word({ meaning: "" });
      },
      send: send(),
      status: 400,
      body: refused("LEARNING_NOT_ENOUGH_OPTIONS"),
    },
    "refuses when the library has only three words": {
      as: "learner",
      given: library(3),
      send: send(),
      status: 400,
      body: refused("LEARNING_NOT_ENOUGH_OPTIONS"),
    },
    "works with four words": {
      as: "learner",
      given: library(4),
      send: send({ poolWordIds: [] }),
      status: 200,
    },
    "refuses an unknown word": { as: "learner", send: send(), ...absent },
    "refuses an unknown mode": {
      as: "learner",
      given: library(4),
      send: send({ mode: "meaning-to-spelling" }),
      status: 400,
      body: refused("LEARNING_INVALID_MODE"),
    },
    "refuses a missing mode": {
      as: "learner",
      given: library(4),
      send: send({ mode: undefined }),
      ...unreadable,
    },
    "accepts a pool of 500": {
      as: "learner",
      given: library(4),
      send: send({ poolWordIds: many(500) }),
      status: 200,
    },
    "refuses a pool of 501": {
      as: "learner",
      given: library(4),
      send: send({ poolWordIds: many(501) }),
      status: 400,
      body: refused("LEARNING_TOO_MANY_IDS"),
    },
    "refuses a request without a pool": {
      as: "learner",
      given: library(4),
      send: send({ poolWordIds: undefined }),
      ...unreadable,
    },
  });
});

function emptyBook(id: string) {
  const times = { created_at_ms: 0, updated_at_ms: 0 };
  return {
    id,
    name: id,
    description: "",
    type: "system" as const,
    user_id: null,
    tags_json: "[]",
    ...times,
  };
}

function configOf(bookId: string) {
  return {
    user_id: "u1",
    selected_wordbook_ids_json: JSON.stringify([bookId]),
    daily_word_count: 20,
    study_mode: "normal" as const,
    daily_mastery_target: 10,
    updated_at_ms: 0,
  };
}
