import { describe, expect } from "vitest";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { cleanWord } from "./word-draft.ts";
import { insertClean } from "./word-store.service.ts";
import { wordsRoutes } from "./words.routes.ts";

const apple = { text: "apple", meaning: "a fruit" };
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const unusable = { status: 400, body: refused("WORDS_INVALID_PAYLOAD") } as const;

const library = (app: Parameters<NonNullable<Scenario["given"]>>[0]) =>
  app.words([
    { text: "banana", meaning: "yellow" },
    { text: "Cherry", meaning: "red" },
    { text: "apple", meaning: "green" },
  ]);

/** Two texts with several meanings, in this order, and a word of the learner's own. */
const retold: Scenario["given"] = async (app) => {
  const told: readonly (readonly [id: string, language: string])[] = [
    ["get-en", "en"],
    ["get-own", "en"],
    ["get-zh", "zh"],
    ["run-en", "en"],
    ["sun-de", "de"],
    ["sun-fr", "fr"],
  ];
  const words = told.map(([id, meaningLanguage]) => {
    const text = id.slice(0, 3);
    const word = cleanWord({ text, meaning: `${text} in ${meaningLanguage}`, meaningLanguage });
    return { id, word, ownerId: id === "get-own" ? app.u1.id : null };
  });
  await transact(app.deps.database, (tx) => insertClean(app.deps, tx, words));
};
const idsOf = (body: { data: { data: { id: string }[] } }) => body.data.data.map(({ id }) => id);

describe("GET /api/words", () => {
  scenarios(wordsRoutes, {
    "lists by text, ignoring case": {
      as: "learner",
      given: library,
      send: ["GET", "/api/words"],
      status: 200,
      body: { success: true, data: { total: 3, page: 1, perPage: 20, totalPages: 1 } },
      after: (_, { body }) =>
        expect(body.data.data.map(({ text }: { text: string }) => text)).toEqual([
          "apple",
          "banana",
          "Cherry",
        ]),
    },
    "answers an administrator": { as: "admin", send: ["GET", "/api/words"], status: 200 },
    "is empty without words": {
      as: "learner",
      send: ["GET", "/api/words"],
      status: 200,
      body: { data: { data: [], total: 0, totalPages: 0 } },
    },
    "is empty past the end": {
      as: "learner",
      given: library,
      send: ["GET", "/api/words?page=9&perPage=2"],
      status: 200,
      body: { data: { data: [], total: 3, page: 9, perPage: 2, totalPages: 2 } },
    },
    "clamps page and perPage": {
      as: "learner",
      send: ["GET", "/api/words?page=-3&perPage=1000"],
      status: 200,
      body: { data: { page: 1, perPage: 100 } },
    },
    "lists each text once for who reads meanings in Chinese": {
      as: "learner",
      given: retold,
      send: ["GET", "/api/words?meaningLanguage=zh-Hans"],
      status: 200,
      after: (_, { body }) => {
        expect(idsOf(body)).toEqual(["get-own", "get-zh", "run-en", "sun-de", "sun-fr"]);
        expect(body.data.total).toBe(5);
      },
    },
    "falls back to English meanings, then to any": {
      as: "learner",
      given: retold,
      send: ["GET", "/api/words?meaningLanguage=ja&perPage=3&page=2"],
      status: 200,
      after: (_, { body }) => {
        expect(idsOf(body)).toEqual(["sun-de", "sun-fr"]);
        expect(body.data).toMatchObject({ total: 5, totalPages: 2 });
      },
    },
    "finds each text once for who reads meanings in English": {
      as: "learner",
      given: retold,
      send: ["GET", "/api/words?meaningLanguage=en&search=get"],
      status: 200,
      after: (_, { body }) => {
        expect(idsOf(body)).toEqual(["get-en", "get-own"]);
        expect(body.data.total).toBe(2);
      },
    },
    "lists all of them to programs that name no language": {
      as: "learner",
      given: retold,
      send: ["GET", "/api/words"],
      status: 200,
      body: { data: { total: 6 } },
    },
    "refuses an empty language": {
      as: "learner",
      send: ["GET", "/api/words?meaningLanguage="],
      ...unreadable,
    },
    "refuses a page that is not a number": {
      as: "learner",
      send: ["GET", "/api/words?page=two"],
      ...unreadable,
    },
    "finds a substring": {
      as: "learner",
      given: library,
      send: ["GET", "/api/words?search=AN"],
      status: 200,
      body: { data: { data: [{ text: "banana" }], total: 1 } },
    },
    "searches meanings": {
      as: "learner",
      given: library,
      send: ["GET", "/api/words?search=gree"],
      status: 200,
      body: { data: { data: [{ text: "apple" }], total: 1 } },
    },
    "accepts a search of 100 characters": {
      as: "learner",
      send: ["GET", `/api/words?search=${"x".repeat(100)}`],
      status: 200,
      body: { data: { total: 0 } },
    },
    "refuses a search of 101 characters": {
      as: "learner",
      send: ["GET", `/api/words?search=${"x".repeat(101)}`],
      ...unreadable,
    },
    "treats wildcards as plain text": {
      as: "learner",
      given: library,
      send: ["GET", `/api/words?search=${encodeURIComponent("%_'\"\\")}`],
      status: 200,
      body: { data: { total: 0 } },
    },
  });
});

describe("GET /api/words/count", () => {
  scenarios(wordsRoutes, {
    "counts the words": {
      as: "learner",
      given: library,
      send: ["GET", "/api/words/count"],
      status: 200,
      body: { data: { total: 3 } },
    },
  });
});

describe("GET /api/words/:id", () => {
  scenarios(wordsRoutes, {
    "returns a word": {
      as: "learner",
      given: (app) => app.word(apple),
      send: ["GET", "/api/words/w1"],
      status: 200,
      body: {
        data: {
          id: "w1",
          ...apple,
          pronunciation: null,
          partOfSpeech: null,
          difficulty: 0.5,
          examples: [],
          tags: [],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    },
    "refuses an unknown word": {
      as: "learner",
      send: ["GET", "/api/words/w9"],
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "refuses a malformed id": {
      as: "learner",
      send: ["GET", "/api/words/%20%F0%9F%98%80'--"],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("POST /api/words", () => {
  const given = { ...apple, pronunciation: " /æ/ ", partOfSpeech: "noun", difficulty: 0.2 };
  const edge = {
    text: "t".repeat(200),
    meaning: "义".repeat(2000),
    pronunciation: "p".repeat(200),
    partOfSpeech: "n".repeat(64),
    examples: Array.from({ length: 50 }, () => "e".repeat(1000)),
    tags: Array.from({ length: 50 }, () => "t".repeat(64)),
  };
  const over = (field: object): Scenario => ({
    as: "admin",
    send: ["POST", "/api/words", { ...edge, ...field }],
    ...unusable,
  });
  scenarios(wordsRoutes, {
    "adds a word": {
      as: "admin",
      send: ["POST", "/api/words", { ...given, examples: ["An apple."], tags: ["food"], extra: 1 }],
      status: 201,
      body: {
        success: true,
        data: { ...given, pronunciation: "/æ/", examples: ["An apple."], tags: ["food"] },
      },
      after: (_, { body }) => expect(body.data).not.toHaveProperty("extra"),
    },
    "generates an id if none is given": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, id: null, tags: null }],
      status: 201,
      body: { data: { id: expect.stringMatching(/.+/), tags: [] } },
    },
    "accepts a chosen id": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, id: "Word.1_a:b-c" }],
      status: 201,
      body: { data: { id: "Word.1_a:b-c" } },
    },
    "accepts an id of 64 characters": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, id: "i".repeat(64) }],
      status: 201,
    },
    "refuses an id of 65 characters": over({ id: "i".repeat(65) }),
    "refuses an empty id": over({ id: "" }),
    "refuses an id with a slash": over({ id: "a/b" }),
    "refuses an id in use": {
      as: "admin",
      given: (app) => app.word({ id: "x", text: "first" }),
      send: ["POST", "/api/words", { ...apple, id: "x" }],
      status: 409,
      body: refused("CONFLICT"),
      after: async ({ send, a1 }) => {
        const reply = await send("GET", "/api/words/x", { headers: a1.headers });
        expect(reply.body.data.text).toBe("first");
      },
    },
    "allows equal texts": {
      as: "admin",
      twice: true,
      send: ["POST", "/api/words", apple],
      status: 201,
    },
    "trims text and meaning": {
      as: "admin",
      send: ["POST", "/api/words", { text: "  apple ", meaning: "\ta fruit\n" }],
      status: 201,
      body: { data: apple },
    },
    "lowers a difficulty above 1": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, difficulty: 7 }],
      status: 201,
      body: { data: { difficulty: 1 } },
    },
    "raises a negative difficulty": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, difficulty: -1 }],
      status: 201,
      body: { data: { difficulty: 0 } },
    },
    "accepts fields of maximum length": {
      as: "admin",
      send: ["POST", "/api/words", edge],
      status: 201,
      body: { data: edge },
    },
    "counts code points, not UTF-16 units": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, text: "😀".repeat(200) }],
      status: 201,
    },
    "refuses a text of 201 characters": over({ text: "t".repeat(201) }),
    "refuses a meaning of 2001 characters": over({ meaning: "m".repeat(2001) }),
    "refuses a pronunciation of 201 characters": over({ pronunciation: "p".repeat(201) }),
    "refuses a part of speech of 65 characters": over({ partOfSpeech: "n".repeat(65) }),
    "refuses 51 examples": over({ examples: Array.from({ length: 51 }, () => "e") }),
    "refuses an example of 1001 characters": over({ examples: ["e".repeat(1001)] }),
    "refuses 51 tags": over({ tags: Array.from({ length: 51 }, () => "t") }),
    "refuses a tag of 65 characters": over({ tags: ["t".repeat(65)] }),
    "refuses a blank text": over({ text: "   " }),
    "refuses an empty meaning": over({ meaning: "" }),
    "refuses a missing meaning": {
      as: "admin",
      send: ["POST", "/api/words", { text: "apple" }],
      ...unreadable,
    },
    "refuses a number as text": {
      as: "admin",
      send: ["POST", "/api/words", { ...apple, text: 5 }],
      ...unreadable,
    },
  });
});

describe("PUT /api/words/:id", () => {
  const full = { ...apple, pronunciation: "/æ/", partOfSpeech: "noun", difficulty: 0.2 };
  const given: Scenario["given"] = (app) => app.word({ ...full, tags: ["food"] });
  scenarios(wordsRoutes, {
    "keeps fields that are empty or omitted": {
      as: "admin",
      given,
      send: ["PUT", "/api/words/w1", { text: "", meaning: " ", partOfSpeech: null }],
      status: 200,
      body: { data: { id: "w1", ...full, tags: ["food"] } },
    },
    "changes the given fields": {
      as: "admin",
      given,
      send: ["PUT", "/api/words/w1", { text: "Pear", meaning: "", difficulty: 2, tags: [] }],
      status: 200,
      body: { data: { text: "Pear", meaning: "a fruit", difficulty: 1, tags: [] } },
    },
    "removes a pronunciation and a part of speech that are empty": {
      as: "admin",
      given,
      send: ["PUT", "/api/words/w1", { ...apple, pronunciation: " ", partOfSpeech: "" }],
      status: 200,
      body: { data: { pronunciation: null, partOfSpeech: null, tags: ["food"] } },
    },
    "refuses a missing text": {
      as: "admin",
      given,
      send: ["PUT", "/api/words/w1", { meaning: "" }],
      ...unreadable,
    },
    "refuses a text over the limit": {
      as: "admin",
      given,
      send: ["PUT", "/api/words/w1", { text: "t".repeat(201), meaning: "" }],
      ...unusable,
    },
    "refuses an unknown word": {
      as: "admin",
      send: ["PUT", "/api/words/w9", apple],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("DELETE /api/words/:id", () => {
  scenarios(wordsRoutes, {
    "removes a word": {
      as: "admin",
      given: (app) => app.word(),
      send: ["DELETE", "/api/words/w1"],
      status: 200,
      body: { data: { deleted: true, id: "w1" } },
    },
    "refuses a word already removed": {
      as: "admin",
      twice: true,
      given: (app) => app.word(),
      send: ["DELETE", "/api/words/w1"],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});
