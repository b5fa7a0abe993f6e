import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { createBook } from "../wordbooks/wordbooks.service.ts";
import { wordbooksRoutes } from "../wordbooks/wordbooks.routes.ts";
import { wordsRoutes } from "../words/words.routes.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

const routes = [ownWordsRoutes, wordsRoutes, wordbooksRoutes];
const PATH = "/api/own-words";
const refused = (status: number, code: string) =>
  ({ status, body: { success: false, code } }) as const;
const bank = { text: "bank", meaning: "shore of a river" };

const post = (word: object): Pick<Scenario, "as" | "send"> => ({
  as: "learner",
  send: ["POST", PATH, word],
});

/** Creates a book of u1, or a system book. */
async function bookOf(app: ScenarioApp, userId: string | null): Promise<string> {
  const draft = { name: "Book", description: "", tags: [], userId };
  return (await createBook(app.deps, app.deps.database, draft)).id;
}

/** Adds a word of u1's own. @returns its id */
async function own(app: ScenarioApp, word: object = bank): Promise<string> {
  const reply = await app.send("POST", PATH, { body: word, headers: app.u1.headers });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body.data.id as string;
}

const countOf = async (app: ScenarioApp) => {
  const { body } = await app.send("GET", PATH, { headers: app.u1.headers });
  return body.data.total as number;
};

const library = (app: ScenarioApp) =>
  app.words([
    {
      text: "Bank",
      meaning: "place for money; money house",
      pronunciation: "/bæŋk/",
      partOfSpeech: "noun",
      examples: ["At the bank."],
    },
  ]);

describe("POST /api/own-words", () => {
  scenarios(routes, {
    "adds a word that only its owner sees, and leaves the library alone": {
      ...post({ text: "zzdiary", meaning: "met J. at the clinic" }),
      status: 201,
      body: { data: { ownerId: "u1", language: "en", meaningLanguage: "en", basedOn: null } },
      after: async (app, { body }) => {
        const { headers } = await app.learner();
        const { id } = body.data;
        expect((await app.send("GET", `/api/words/${id}`, { headers })).status).toBe(404);
        const count = await app.send("GET", "/api/words/count", { headers });
        expect(count.body.data.total).toBe(0);
      },
    },
    "keeps the meaning beside the library's, and takes over what the request does not say": {
      ...post(bank),
      given: library,
      status: 201,
      body: {
        data: {
          ...bank,
          basedOn: "w1",
          pronunciation: "/bæŋk/",
          partOfSpeech: "noun",
          examples: ["At the bank."],
        },
      },
    },
    "does not take a word of another language for the same": {
      ...post({ text: "Bank", meaning: "bench", language: "de" }),
      given: library,
      status: 201,
      body: { data: { language: "de", basedOn: null, pronunciation: null } },
    },
    "answers with the word that has the same parts of the meaning, in any order": {
      ...post({ text: "bank", meaning: "Money house, place for money" }),
      given: library,
      status: 200,
      body: { data: { id: "w1", ownerId: null } },
      after: async (app) => expect(await countOf(app)).toBe(0),
    },
    "answers with the learner's own word the second time": {
      ...post(bank),
      twice: true,
      status: 200,
      body: { data: { ownerId: "u1" } },
      after: async (app) => expect(await countOf(app)).toBe(1),
    },
    "links the library's word, whatever it means": {
      ...post({ ...bank, onDuplicate: "link" }),
      given: library,
      status: 200,
      body: { data: { id: "w1" } },
    },
    "links, where none is explained in the learner's language, a word explained in its own": {
      ...post({ ...bank, meaning: "Ufer", meaningLanguage: "de", onDuplicate: "link" }),
      given: (app) =>
        app.words([
          { text: "bank", meaning: "银行", meaningLanguage: "zh" },
          { text: "bank", meaning: "a place for money" },
        ]),
      status: 200,
      body: { data: { id: "w2" } },
    },
    "adds a word that there is nothing to link to": {
      ...post({ ...bank, onDuplicate: "link" }),
      status: 201,
    },
    "skips a text that is there": {
      ...post({ ...bank, onDuplicate: "skip" }),
      given: library,
      status: 200,
      body: { data: { id: "w1" } },
    },
    "puts the word into a book, in the language of the book's words": {
      as: "learner",
      send: async (app) => {
        const wordbookId = await bookOf(app, app.u1.id);
        await own(app, { text: "Haus", meaning: "house", language: "de", wordbookId });
        return ["POST", PATH, { text: "Baum", meaning: "tree", wordbookId }];
      },
      status: 201,
      body: { data: { language: "de", meaningLanguage: "en" } },
      after: async (app) => {
        const { body } = await app.send("GET", "/api/wordbooks/user", { headers: app.u1.headers });
        expect(body.data).toMatchObject([{ wordCount: 2, language: "de", meaningLanguage: "en" }]);
      },
    },
    "takes a meaning with a Chinese character for Chinese": {
      ...post({ text: "bank", meaning: "河岸" }),
      status: 201,
      body: { data: { meaningLanguage: "zh" } },
    },
    "refuses a word without a meaning": {
      ...post({ text: "bank", meaning: " " }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
    },
    "refuses a malformed language": {
      ...post({ ...bank, language: "??" }),
      ...refused(400, "INVALID_LANGUAGE"),
    },
    "refuses a book that is not there, and adds nothing": {
      ...post({ ...bank, wordbookId: "none" }),
      ...refused(404, "NOT_FOUND"),
      after: async (app) => expect(await countOf(app)).toBe(0),
    },
    "refuses a system book": {
      as: "learner",
      send: async (app) => ["POST", PATH, { ...bank, wordbookId: await bookOf(app, null) }],
      ...refused(403, "FORBIDDEN"),
      after: async (app) => expect(await countOf(app)).toBe(0),
    },
    "refuses more words than allowed": {
      as: "learner",
      settings: { LIMITS_MAX_OWN_WORDS: "1" },
      given: (app) => own(app),
      send: ["POST", PATH, { text: "loom", meaning: "a frame" }],
      ...refused(409, "OWN_WORDS_LIMIT"),
      after: async (app) => expect(await countOf(app)).toBe(1),
    },
  });
});

describe("POST /api/own-words/batch", () => {
  const batch = (...words: object[]): Pick<Scenario, "as" | "send"> => ({
    as: "learner",
    send: ["POST", "/api/own-words/batch", { words }],
  });
  const bench = { text: "die Bank", meaning: "bench", language: "de" };
  scenarios(routes, {
    "keeps every meaning of a text, and reports linked and skipped words": {
      ...batch(
        bank,
        { text: "bank", meaning: "place for money; money house" },
        { text: "bank", meaning: "" },
        { ...bank, meaning: " Shore of a river" },
        bench,
        { ...bench, meaning: "bank", onDuplicate: "skip" },
      ),
      given: library,
      status: 201,
      body: { data: { count: 4, skipped: [2, 5], linked: [1, 3] } },
      after: (_, { body }) => {
        const texts = body.data.items.map(({ text, meaning }: Record<string, string>) => {
          return `${text}: ${meaning}`;
        });
        expect(texts).toEqual([
          "bank: shore of a river",
          "Bank: place for money; money house",
          "bank: shore of a river",
          "die Bank: bench",
        ]);
      },
    },
    "adds all words or none": {
      ...batch(bank, { ...bank, text: "t".repeat(201) }),
      ...refused(400, "WORDS_INVALID_PAYLOAD"),
      after: async (app) => expect(await countOf(app)).toBe(0),
    },
    "refuses a malformed language": {
      ...batch(bank, { ...bank, language: "-" }),
      ...refused(400, "INVALID_LANGUAGE"),
    },
    "refuses more words than allowed, and adds none": {
      ...batch(bank, bench),
      settings: { LIMITS_MAX_OWN_WORDS: "1" },
      ...refused(409, "OWN_WORDS_LIMIT"),
      after: async (app) => expect(await countOf(app)).toBe(0),
    },
    "refuses a book that is not there": {
      ...batch({ ...bank, wordbookId: "none" }),
      ...refused(404, "NOT_FOUND"),
    },
    "refuses a system book": {
      as: "learner",
      send: async (app) => {
        const wordbookId = await bookOf(app, null);
        return ["POST", "/api/own-words/batch", { words: [{ ...bank, wordbookId }] }];
      },
      ...refused(403, "FORBIDDEN"),
    },
    "refuses 501 words": {
      ...batch(...Array.from({ length: 501 }, () => bank)),
      ...refused(400, "BATCH_TOO_LARGE"),
    },
  });
});

describe("GET /api/own-words", () => {
  const given = async (app: ScenarioApp) => {
    await library(app);
    const wordbookId = await bookOf(app, app.u1.id);
    await own(app, { text: "Haus", meaning: "house", language: "de-AT", wordbookId });
    await own(app);
    await app.send("PATCH", `${PATH}/w1`, { body: { meaning: "Geld" }, headers: app.u1.headers });
  };
  const lists = (query: string, meanings: string[]): Scenario => ({
    as: "learner",
    given,
    send: ["GET", `${PATH}${query}`],
    status: 200,
    body: { data: { total: meanings.length } },
    after: (_, { body }) =>
      expect(body.data.data.map(({ meaning }: { meaning: string }) => meaning)).toEqual(meanings),
  });
  scenarios(routes, {
    "lists own words and changed library words by text": lists("", [
      ...["shore of a river", "Geld", "house"],
    ]),
    "finds own meanings": lists("?search=geld", ["Geld"]),
    "does not find what the learner has replaced": lists("?search=money", []),
    "filters by language": lists("?language=de", ["house"]),
    "refuses a malformed language": {
      as: "learner",
      send: ["GET", `${PATH}?language=d`],
      ...refused(400, "INVALID_LANGUAGE"),
    },
    "filters by book": {
      as: "learner",
      given,
      send: async (app) => {
        const { body } = await app.send("GET", "/api/wordbooks/user", { headers: app.u1.headers });
        return ["GET", `${PATH}?wordbookId=${body.data[0].id}`];
      },
      status: 200,
      body: { data: { total: 1, data: [{ text: "Haus" }] } },
    },
    "refuses a book that is not there": {
      as: "learner",
      send: ["GET", `${PATH}?wordbookId=none`],
      ...refused(404, "NOT_FOUND"),
    },
    "refuses a system book": {
      as: "learner",
      send: async (app) => ["GET", `${PATH}?wordbookId=${await bookOf(app, null)}`],
      ...refused(403, "FORBIDDEN"),
    },
    "is empty for others": {
      as: "learner",
      send: async (app) => {
        const { headers } = await app.learner();
        await app.send("POST", PATH, { body: bank, headers });
        return ["GET", PATH];
      },
      status: 200,
      body: { data: { total: 0, data: [] } },
    },
  });
});
