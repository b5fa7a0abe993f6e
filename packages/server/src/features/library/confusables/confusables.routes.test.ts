import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { changeWord, deleteWord } from "../words/words.service.ts";
import { confusablesRoutes } from "./confusables.routes.ts";
import { cacheConfusables } from "./confusables.service.ts";

const PATH = "/api/content/confusion-pairs";
const refused = (code: string) => ({ success: false, code });
const unauthorized = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

const TEXTS = {
  adapt: "使适应",
  adopt: "采纳",
  adept: "熟练的",
  abandon: "放弃；抛弃",
  forsake: "抛弃",
  discard: "丢弃",
  zebra: "斑马",
  big: "大的",
  large: "巨大的",
  快乐: "happy",
  快活: "cheerful",
  快: "quick",
};

const given = (app: ScenarioApp) =>
  app.words(Object.entries(TEXTS).map(([text, meaning], at) => ({ id: `c${at}`, text, meaning })));
const idOf = (text: string) => `c${Object.keys(TEXTS).indexOf(text)}`;
const pairs = (text: string, query = "") => ["GET", `${PATH}/${idOf(text)}${query}`] as const;
const row = (text: string, query = "") =>
  ({ as: "learner", given, send: pairs(text, query), status: 200 }) as const;

interface Reply {
  readonly body: { data: { confusionPairs: { word: string; similarity: number }[] } };
}
const words = ({ body }: Reply) => body.data.confusionPairs.map(({ word }) => word);

describe("GET /api/content/confusion-pairs/:wordId", () => {
  scenarios(confusablesRoutes, {
    "asks for sign-in": { given, send: pairs("adapt"), ...unauthorized },
    "answers an administrator": { as: "admin", given, send: pairs("adapt"), status: 200 },
    "does not find an unknown word": { as: "learner", send: ["GET", `${PATH}/c0`], ...absent },
    "finds words with similar spelling, most similar first": {
      ...row("adapt"),
      after: (_, { body }) => {
        const [first, second] = body.data.confusionPairs;
        expect(new Set([first.word, second.word])).toEqual(new Set(["adopt", "adept"]));
        expect(first.similarity).toBeGreaterThanOrEqual(second.similarity);
        expect(body.data.wordId).toBe("c0");
        expect(Object.keys(first)).toEqual(["wordId", "word", "meaning", "similarity"]);
      },
    },
    "includes the meaning of each word": {
      ...row("adept"),
      after: (_, { body }) => {
        for (const { word, meaning, wordId } of body.data.confusionPairs) {
          expect(meaning).toBe(TEXTS[word as keyof typeof TEXTS]);
          expect(wordId).toBe(idOf(word));
        }
      },
    },
    "finds words with a shared meaning": {
      ...row("abandon"),
      after: (_, reply) => expect(words(reply)).toContain("forsake"),
    },
    "finds English synonyms": {
      ...row("big"),
      after: (_, reply) => expect(words(reply)).toEqual(["large"]),
    },
    "finds Chinese words with a shared character": {
      ...row("快乐"),
      after: (_, reply) => expect(words(reply).toSorted()).toEqual(["快", "快活"]),
    },
    "finds words with the same reading": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "橋", meaning: "bridge", language: "ja", reading: "はし" },
          { text: "箸", meaning: "chopsticks", language: "ja", reading: "ハシ" },
          { text: "皿", meaning: "plate", language: "ja", reading: "さら" },
          { text: "事", meaning: "matter", language: "zh", reading: "shì" },
          { text: "市", meaning: "town", language: "zh", reading: "shi4" },
        ]),
      send: ["GET", `${PATH}/w1`],
      status: 200,
      after: async (app, reply) => {
        expect(words(reply)).toEqual(["箸"]);
        const { headers } = app.u1;
        expect(words(await app.send("GET", `${PATH}/w4`, { headers }))).toEqual(["市"]);
      },
    },
    "pairs no words that are written or explained in different scripts": {
      as: "learner",
      given: (app) =>
        app.words([
          { text: "adapt", meaning: "to adjust" },
          { text: "adopt", meaning: "采纳" },
          { text: "adept", meaning: "very skilled" },
        ]),
      send: ["GET", `${PATH}/w1`],
      status: 200,
      after: (_, reply) => expect(words(reply)).toEqual(["adept"]),
    },
    "is empty for a word without similar ones": {
      ...row("zebra"),
      body: { data: { wordId: idOf("zebra"), confusionPairs: [] } },
    },
    "leaves out words with the same text": {
      as: "learner",
      given: (app) => app.words([{ text: "Twin" }, { text: "twin" }]),
      send: ["GET", `${PATH}/w1`],
      status: 200,
      body: { data: { confusionPairs: [] } },
    },
    "respects the limit": {
      ...row("adapt", "?limit=1"),
      after: (_, reply) => expect(words(reply)).toHaveLength(1),
    },
    "raises a limit of 0 to 1": {
      ...row("adapt", "?limit=0"),
      after: (_, reply) => expect(words(reply)).toHaveLength(1),
    },
    "returns 20 by default, and at most 100": {
      as: "learner",
      given: (app) =>
        app.words(
          Array.from({ length: 130 }, (_, at) => ({
            id: `n${at}`,
            text: `number${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
          })),
        ),
      send: ["GET", `${PATH}/n0`],
      status: 200,
      after: async (app, reply) => {
        expect(words(reply)).toHaveLength(20);
        const most = await app.send("GET", `${PATH}/n0?limit=101`, { headers: app.u1.headers });
        expect(words(most as never)).toHaveLength(100);
      },
    },
    "refuses a limit that is not a number": {
      as: "learner",
      given,
      send: pairs("adapt", "?limit=x"),
      ...unreadable,
    },
    "accepts a word of any characters": {
      as: "learner",
      given: (app) => app.word({ text: "100% \\_'\"`; --\u{1F600}", meaning: "%_\\ ' (?!" }),
      send: ["GET", `${PATH}/w1`],
      status: 200,
    },
    "uses the cache": {
      as: "learner",
      given: async (app) => {
        await given(app);
        await cacheConfusables(app.deps, ["c0"]);
        await app.deps.database
          .updateTable("word_confusables")
          .set({ pairs_json: '[["c6",0.5]]' })
          .execute();
      },
      send: pairs("adapt"),
      status: 200,
      body: { data: { confusionPairs: [{ word: "zebra", similarity: 0.5 }] } },
    },
    "ignores a cache from before the word was renamed": {
      as: "learner",
      given: async (app) => {
        await given(app);
        await cacheConfusables(app.deps, ["c0"]);
        await changeWord(app.deps, "c0", { text: "larger", meaning: "" });
      },
      send: pairs("adapt"),
      status: 200,
      after: (_, reply) => expect(words(reply)).toContain("large"),
    },
    "ignores a cache older than three weeks": {
      as: "learner",
      given: async (app) => {
        await cacheConfusables(
          app.deps,
          (await given(app)).slice(0, 1).map(({ id }) => id),
        );
        await app.deps.database
          .updateTable("word_confusables")
          .set({ pairs_json: "[]", computed_at_ms: app.clock.nowMs() - 22 * 86_400_000 })
          .execute();
      },
      send: pairs("adapt"),
      status: 200,
      after: (_, reply) => expect(words(reply)).toContain("adopt"),
    },
    "leaves out deleted words": {
      as: "learner",
      given: async (app) => {
        await given(app);
        await cacheConfusables(app.deps, ["c0"]);
        await deleteWord(app.deps, "c1");
      },
      send: pairs("adapt"),
      status: 200,
      after: (_, reply) => expect(words(reply)).toEqual(["adept"]),
    },
  });
});
