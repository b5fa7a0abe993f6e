import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addWordsToBook, createBook } from "../wordbooks/wordbooks.service.ts";
import { wordbooksRoutes } from "../wordbooks/wordbooks.routes.ts";
import { wordListsRoutes } from "./word-lists.routes.ts";

const routes = [wordListsRoutes, wordbooksRoutes];
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

/** The library: w1 to w5. "bank" has an English and a Chinese meaning. */
const LIBRARY = [
  { text: "apple", meaning: "a fruit" },
  { text: "Bank", meaning: "shore" },
  { text: "bank", meaning: "银行" },
  { text: "cafe", meaning: "a place for coffee" },
  { text: "naïve", meaning: "simple" },
];

type Owner = (app: ScenarioApp) => string | null | Promise<string | null>;
const ownBook: Owner = ({ u1 }) => u1.id;
const systemBook: Owner = () => null;
const otherBook: Owner = async (app) => (await app.learner()).id;

async function makeBook(app: ScenarioApp, userId: string | null, wordIds: readonly string[] = []) {
  const { database } = app.deps;
  const draft = { name: "Words: 词", description: "", tags: [], userId };
  const { id } = await createBook(app.deps, database, draft);
  await addWordsToBook(database, id, wordIds, app.clock.nowMs());
  return id;
}

const path = (id: string) => `/api/wordbooks/${id}/words/text`;

/** Sends a list to an empty book of this owner. */
const list =
  (body: object, owner: Owner = ownBook): Scenario["send"] =>
  async (app) => {
    await app.words(LIBRARY);
    return ["POST", path(await makeBook(app, await owner(app))), body];
  };

const preview = (text: string) => list({ text, mode: "preview" });
const add = (text: string, more: object = {}) => list({ text, mode: "add", ...more });

async function stored({ deps }: ScenarioApp) {
  const { database } = deps;
  const words = await database.selectFrom("words").select(["text", "meaning"]).execute();
  const entries = await database
    .selectFrom("wordbook_words")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .select(["words.text", "words.meaning"])
    .orderBy("position")
    .execute();
  const books = await database.selectFrom("wordbooks").select("type").execute();
  return {
    created: words.slice(LIBRARY.length).map(({ text, meaning }) => [text, meaning]),
    inBook: entries.map(({ text, meaning }) => [text, meaning]),
    books: books.map(({ type }) => type),
    imported: await database.selectFrom("wordbook_import_words").selectAll().execute(),
  };
}

const MIXED = 'APPLE\npear\nplum;a fruit\nplum\nbank\n"open\n,x\ncafé\n';

const MIXED_ROWS = [
  { line: 1, text: "APPLE", meaning: "a fruit", outcome: "found", wordId: "w1", message: null },
  { line: 2, text: "pear", meaning: null, outcome: "unknown", wordId: null, message: null },
  { line: 3, text: "plum", meaning: "a fruit", outcome: "own", message: null },
  { line: 4, text: "plum", outcome: "duplicate" },
  { line: 5, text: "bank", meaning: "shore", outcome: "found", wordId: "w2" },
  { line: 6, text: '"open', meaning: null, outcome: "invalid", message: /^A quotation mark/ },
  { line: 7, text: ",x", outcome: "invalid", message: /^There’s no word/ },
  { line: 8, text: "café", meaning: "a place for coffee", outcome: "found", wordId: "w4" },
].map((row) =>
  row.message instanceof RegExp ? { ...row, message: expect.stringMatching(row.message) } : row,
);

describe("POST /api/wordbooks/:id/words/text, as a preview", () => {
  scenarios(routes, {
    "reports the outcome of each line and stores nothing": {
      as: "learner",
      send: preview(MIXED),
      status: 200,
      body: {
        success: true,
        data: {
          rows: MIXED_ROWS,
          found: 3,
          added: 4,
          own: 1,
          unknown: 1,
          duplicates: 1,
          invalid: 2,
        },
      },
      after: async (app) =>
        expect(await stored(app)).toEqual({
          created: [],
          inBook: [],
          books: ["user"],
          imported: [],
        }),
    },
    "finds meanings and explains faults in the learner's language": {
      as: "learner",
      given: async ({ deps }) => {
        const row = { user_id: "u1", language: "zh" as const, time_zone: null };
        await deps.database.insertInto("preferences").values(row).execute();
      },
      send: preview("bank\n\tx"),
      status: 200,
      body: {
        data: { rows: [{ meaning: "银行", wordId: "w3" }, { message: "分隔符前没有单词。" }] },
      },
    },
    "links to a word explained in the language of the line, on request": {
      as: "learner",
      send: list({ text: "bank,河岸", mode: "preview", onDuplicate: "library" }),
      status: 200,
      body: { data: { rows: [{ outcome: "found", wordId: "w3" }] } },
    },
    "counts words of the book as duplicates": {
      as: "learner",
      send: async (app) => {
        await app.words(LIBRARY);
        const id = await makeBook(app, app.u1.id, ["w1"]);
        return ["POST", path(id), { text: "apple\nbank", mode: "preview" }];
      },
      status: 200,
      body: {
        data: { rows: [{ outcome: "duplicate", wordId: "w1" }, { outcome: "found" }], added: 1 },
      },
    },
    "refuses words and meanings over the limits, and shows their beginning": {
      as: "learner",
      send: preview(`${"a".repeat(200)}\n${"b".repeat(201)}\nc,${"d".repeat(2001)}`),
      status: 200,
      body: {
        data: {
          rows: [
            { outcome: "unknown" },
            { outcome: "invalid", text: "b".repeat(200) },
            { outcome: "invalid", text: "c" },
          ],
        },
      },
    },
    "has no rows for an empty list": {
      as: "learner",
      send: preview(" \n# nothing"),
      status: 200,
      body: { data: { rows: [], found: 0, added: 0, unknown: 0, duplicates: 0, invalid: 0 } },
    },
    "accepts 2000 lines": {
      as: "learner",
      send: preview(Array.from({ length: 2000 }, (_, n) => `w${n}`).join("\n")),
      status: 200,
      body: { data: { unknown: 2000 } },
    },
    "refuses a list without a mode": { as: "learner", send: list({ text: "a" }), ...unreadable },
    "refuses a missing list": { as: "learner", send: list({ mode: "add" }), ...unreadable },
    "refuses a system book": {
      as: "learner",
      send: list({ text: "a", mode: "preview" }, systemBook),
      ...forbidden,
    },
    "refuses another learner's book": {
      as: "learner",
      send: list({ text: "a", mode: "preview" }, otherBook),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["POST", path("none"), { text: "a", mode: "preview" }],
      ...absent,
    },
  });
});

describe("POST /api/wordbooks/:id/words/text", () => {
  scenarios(routes, {
    "adds known and new words in order, and reports the rest": {
      as: "learner",
      send: add(MIXED),
      status: 200,
      body: {
        data: {
          rows: MIXED_ROWS,
          found: 3,
          added: 4,
          own: 1,
          unknown: 1,
          duplicates: 1,
          invalid: 2,
        },
      },
      after: async (app, { body }) => {
        expect(await stored(app)).toEqual({
          created: [["plum", "a fruit"]],
          inBook: [
            ["apple", "a fruit"],
            ["plum", "a fruit"],
            ["Bank", "shore"],
            ["cafe", "a place for coffee"],
          ],
          books: ["user"],
          imported: [],
        });
        const query = app.deps.database.selectFrom("words").select("id");
        const plum = await query.where("text", "=", "plum").executeTakeFirstOrThrow();
        expect(body.data.rows[2].wordId).toBe(plum.id);
      },
    },
    "adds nothing the second time": {
      as: "learner",
      send: async (app) => {
        await app.words(LIBRARY);
        const id = await makeBook(app, app.u1.id);
        const body = { text: "apple\nplum;a fruit", mode: "add" };
        const first = await app.send("POST", path(id), { body, headers: app.u1.headers });
        expect(first.body.data).toMatchObject({ added: 2 });
        return ["POST", path(id), body];
      },
      status: 200,
      body: { data: { found: 0, added: 0, duplicates: 2 } },
      after: async (app) => expect((await stored(app)).created).toHaveLength(1),
    },
    "uses the library's word for one with another meaning, on request": {
      as: "learner",
      send: add("apple,a computer", { onDuplicate: "link" }),
      status: 200,
      body: { data: { rows: [{ outcome: "found", wordId: "w1", meaning: "a fruit" }] } },
      after: async (app) => expect((await stored(app)).created).toEqual([]),
    },
    "leaves out a text that is there, on request": {
      as: "learner",
      send: add("apple,a computer\nquince,a fruit", { onDuplicate: "skip" }),
      status: 200,
      body: {
        data: {
          rows: [{ outcome: "duplicate", meaning: "a fruit" }, { outcome: "own" }],
          added: 1,
        },
      },
    },
    "keeps every meaning as written, for its learner only": {
      as: "learner",
      send: add(
        "bank\tshore of a river\nbank\tplace for money\nPolish\tfrom Poland\npolish\tto shine",
      ),
      status: 200,
      body: { data: { own: 4, added: 4, duplicates: 0 } },
      after: async (app) => {
        const words = await app.deps.database
          .selectFrom("words")
          .select(["meaning", "owner_id"])
          .where("owner_id", "is not", null)
          .orderBy("seq")
          .execute();
        expect(words).toEqual(
          ["shore of a river", "place for money", "from Poland", "to shine"].map((meaning) => {
            return { meaning, owner_id: "u1" };
          }),
        );
      },
    },
    "takes words in a stated language for others than the library's": {
      as: "learner",
      send: add("apple,der Apfel", { language: "DE", meaningLanguage: "en" }),
      status: 200,
      after: async (app) => {
        const query = app.deps.database.selectFrom("words").select(["language", "based_on"]);
        const word = await query.where("owner_id", "=", "u1").executeTakeFirstOrThrow();
        expect(word).toEqual({ language: "de", based_on: null });
      },
    },
    "keeps words of which nothing is known, on request": {
      as: "learner",
      send: add("flurb", { keepUnknown: true }),
      status: 200,
      body: { data: { unknown: 1, added: 1, withoutMeaning: 1 } },
      after: (_, { body }) => expect(body.data.rows[0].wordId).toMatch(/./),
    },
    "takes the library's meaning for a line that says only a part of speech": {
      as: "learner",
      given: async (app) => {
        await app.words([{ text: "ladle", meaning: "a deep spoon" }]);
      },
      send: add("ladle; n.\nflurb; n.", {}),
      status: 200,
      body: {
        data: {
          ...{ found: 1, own: 1, added: 2, withoutMeaning: 1 },
          rows: [
            { outcome: "found", meaning: "a deep spoon" },
            { outcome: "own", meaning: "n." },
          ],
        },
      },
    },
    "finds an own word again without its meaning": {
      as: "learner",
      send: async (app) => {
        const id = await makeBook(app, app.u1.id);
        const other = await makeBook(app, app.u1.id);
        const body = { text: "flurb,first sense", mode: "add" };
        await app.send("POST", path(id), { body, headers: app.u1.headers });
        return ["POST", path(other), { text: "Flurb", mode: "add" }];
      },
      status: 200,
      body: { data: { found: 1, rows: [{ outcome: "found", meaning: "first sense" }] } },
    },
    "refuses a malformed language": {
      as: "learner",
      send: add("apple", { language: "in German" }),
      status: 400,
      body: refused("INVALID_LANGUAGE"),
    },
    "adds the learner's own meaning, once": {
      as: "learner",
      send: add("apple,a computer\nAPPLE,A computer\nbank,SHORE\napple", { onDuplicate: "own" }),
      status: 200,
      body: {
        data: {
          rows: [
            { outcome: "own", meaning: "a computer" },
            { outcome: "duplicate" },
            { outcome: "found", wordId: "w2" },
            { outcome: "found", wordId: "w1" },
          ],
          added: 3,
        },
      },
      after: async (app) => expect((await stored(app)).created).toEqual([["apple", "a computer"]]),
    },
    "makes new words findable": {
      as: "learner",
      send: add("quince;a golden fruit"),
      status: 200,
      after: async (app) => {
        const path = "/api/wordbooks/user";
        const { body } = await app.send("GET", path, { headers: app.u1.headers });
        expect(body.data).toMatchObject([{ wordCount: 1 }]);
      },
    },
    "adds nothing to another learner's book": {
      as: "learner",
      send: list({ text: "plum;fruit", mode: "add" }, otherBook),
      ...forbidden,
      after: async (app) => {
        const { created, inBook } = await stored(app);
        expect([created, inBook]).toEqual([[], []]);
      },
    },
    "adds nothing from a list that is too long": {
      as: "learner",
      send: add(Array.from({ length: 2001 }, (_, n) => `new${n};x`).join("\n")),
      status: 400,
      body: refused("IMPORT_TOO_LARGE"),
      after: async (app) => expect((await stored(app)).created).toEqual([]),
    },
  });
});
