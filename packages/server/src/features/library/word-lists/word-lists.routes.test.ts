import { createDrafter, guessRoles, openImport, sourceOfBytes } from "@wordloom/imports";
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

/** Words whose fields hold what tables, HTML and formulas are made of. */
const FULL = [
  {
    text: "das Haus; '=1",
    meaning: 'house,  "home"\r\n<b>bold</b> &amp;',
    reading: "[haus]",
    pronunciation: "/haʊs/",
    partOfSpeech: "n:1",
    difficulty: 0.25,
    examples: ["a|b\\", "two\nlines", "{c}"],
    exampleMeanings: ["", "|", "-x"],
    tags: ["one tag", "b,c"],
    audio: "https://example.org/a.mp3",
    language: "de",
    meaningLanguage: "pt-BR",
  },
  { text: "'-5", meaning: "=2", difficulty: 0.5, language: "en", meaningLanguage: "en" },
].map(({ audio, ...word }) => ({ ...word, ...(audio !== undefined && { audioUrl: audio }) }));

async function readBack(file: string, name: string) {
  const table = await openImport(sourceOfBytes(Buffer.from(file)), name);
  const toDraft = createDrafter(await guessRoles(table), table.rules);
  const words: object[] = [];
  for await (const row of table.rows()) {
    const draft = toDraft(row);
    if (!("word" in draft)) continue;
    const { audio, ...word } = draft.word;
    words.push({ ...word, ...(audio !== undefined && { audioUrl: audio }) });
  }
  return words;
}

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
const exportPath = (id: string) => `/api/wordbooks/${id}/export`;

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
  { line: 7, text: ",x", outcome: "invalid", message: /^There is no word/ },
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

describe("GET /api/wordbooks/:id/export", () => {
  const exported =
    (query: string, owner: Owner = ownBook): Scenario["send"] =>
    async (app) => {
      await app.words([
        { text: "-able", meaning: "=1+1", examples: ['say "x"', "two"], tags: ["a", "b"] },
        { text: "b", meaning: "two\nlines", pronunciation: "bi:", partOfSpeech: "noun" },
      ]);
      const id = await makeBook(app, await owner(app), ["w2", "none", "w1"]);
      return ["GET", `/api/wordbooks/${id}/export${query}`];
    };

  scenarios(routes, {
    "is a CSV file, in the order of the book, with formulas marked as text": {
      as: "learner",
      send: exported(""),
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition":
          'attachment; filename="Words_ _-20260501.csv"; ' +
          "filename*=UTF-8''Words_%20%E8%AF%8D-20260501.csv",
        "x-truncated": null,
      },
      after: (_, { text }) =>
        expect(text).toBe(
          "\uFEFFtext,meaning,language,meaningLanguage,reading,pronunciation,partOfSpeech," +
            "difficulty,examples,exampleMeanings,tags,audioUrl\r\n" +
            'b,"two\nlines",en,en,,bi:,noun,0.5,,,,\r\n' +
            '\'-able,\'=1+1,en,en,,,,0.5,"say ""x""|two",,a|b,\r\n',
        ),
    },
    "is plain lines on request": {
      as: "learner",
      send: exported("?format=txt", systemBook),
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8" },
      after: (_, { text }) => expect(text).toBe("b\ttwo lines\n-able\t=1+1\n"),
    },
    "gives every field back unchanged when it is read as a file": {
      as: "learner",
      send: async (app) => {
        await app.words(FULL);
        const id = await makeBook(app, app.u1.id, ["w1", "w2"]);
        return ["GET", `/api/wordbooks/${id}/export`];
      },
      status: 200,
      after: async (_, { text }) => expect(await readBack(text, "list.csv")).toEqual(FULL),
    },
    "gives every field back as JSON, too": {
      as: "learner",
      send: async (app) => {
        await app.words(FULL);
        const id = await makeBook(app, app.u1.id, ["w1", "w2"]);
        return ["GET", `/api/wordbooks/${id}/export?format=json`];
      },
      status: 200,
      headers: { "content-type": "application/json" },
      after: async (_, { text }) => expect(await readBack(text, "list.json")).toEqual(FULL),
    },
    "contains every word of a large book once": {
      as: "learner",
      send: async (app) => {
        const words = await app.words(Array.from({ length: 401 }, () => ({})));
        const ids = words.map((word) => word.id);
        const id = await makeBook(app, app.u1.id, ids);
        return ["GET", `${exportPath(id)}?format=txt`];
      },
      status: 200,
      after: (_, { text }) => {
        const lines = text.trimEnd().split("\n");
        expect(lines).toEqual(
          Array.from({ length: 401 }, (_, n) => expect.stringContaining(`w${n + 1}\t`)),
        );
      },
    },
    "contains only a header for an empty book": {
      as: "learner",
      send: async (app) => ["GET", `/api/wordbooks/${await makeBook(app, app.u1.id)}/export`],
      status: 200,
      text: /^\uFEFFtext,meaning,[^\n]*\r\n$/,
    },
    "can be imported again unchanged": {
      as: "learner",
      send: async (app) => {
        await app.words([
          { text: '"quoted", word', meaning: '"a"; b\tc' },
          { text: "#tag", meaning: "-1" },
          { text: "=x", meaning: "@y" },
        ]);
        const full = await makeBook(app, app.u1.id, ["w1", "w2", "w3"]);
        const { headers } = app.u1;
        for (const format of ["csv", "txt"]) {
          const file = await app.send("GET", `/api/wordbooks/${full}/export?format=${format}`, {
            headers,
          });
          const id = await makeBook(app, app.u1.id);
          const body = { text: file.text, mode: "add", onDuplicate: "own" };
          const reply = await app.send("POST", path(id), { headers, body });
          const ids = reply.body.data.rows.map(({ wordId }: { wordId: string }) => wordId);
          expect([format, ids]).toEqual([format, ["w1", "w2", "w3"]]);
        }
        return ["GET", `/api/wordbooks/${full}`];
      },
      status: 200,
    },
    "refuses an unknown format": { as: "learner", send: exported("?format=apkg"), ...unreadable },
    "refuses another learner's book": {
      as: "learner",
      send: exported("", otherBook),
      ...forbidden,
    },
    "refuses an unknown book": { as: "learner", send: ["GET", exportPath("none")], ...absent },
  });
});
