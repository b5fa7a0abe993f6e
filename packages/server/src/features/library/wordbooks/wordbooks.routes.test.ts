import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addWordsToBook, createBook } from "./wordbooks.service.ts";
import { wordbooksRoutes } from "./wordbooks.routes.ts";

const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

/** Creates a book with words w1, w2 and w3, with texts A, b and c, in the order w2, w3, w1. */
async function makeBook(app: ScenarioApp, userId: string | null): Promise<string> {
  const { database } = app.deps;
  await app.words([{ text: "A" }, { text: "b" }, { text: "c" }]);
  const draft = { name: "Book", description: "Of words", tags: [], userId };
  const { id } = await createBook(app.deps, database, draft);
  await addWordsToBook(database, id, ["w2", "w3", "w1"], app.clock.nowMs());
  return id;
}

/** Creates three system books. The oldest is for learners of Chinese. */
async function makeBooksOfLanguages(app: ScenarioApp): Promise<void> {
  for (const [name, tags] of [
    ["chinese", ["zh"]],
    ["old", []],
    ["new", []],
  ] as const) {
    const draft = { name, description: "", tags, userId: null };
    await createBook(app.deps, app.deps.database, draft);
    app.clock.advance(1000);
  }
}

type Owner = (app: ScenarioApp) => string | null | Promise<string | null>;
const ownBook: Owner = ({ u1 }) => u1.id;
const systemBook: Owner = () => null;
const otherBook: Owner = async (app) => (await app.learner()).id;

/** Sends a request about a book of this owner. `:book` in the path becomes its id. */
const toBook =
  (owner: Owner, method: string, path: string, body?: unknown): Scenario["send"] =>
  async (app) => {
    const id = await makeBook(app, await owner(app));
    return [method, path.replace(":book", id), body];
  };

const namesOf = (books: readonly { name: string }[]) => books.map(({ name }) => name).toSorted();

/** Starter books in English, German and Chinese, and a German book of the operator's. */
async function makeStarterBooks({ deps }: ScenarioApp): Promise<void> {
  const books = [
    { name: "first", tags: ["starter"], language: null },
    { name: "german", tags: ["starter"], language: "de" },
    { name: "chinese", tags: ["starter"], language: "zh-Hans" },
    { name: "mine", tags: [], language: "de" },
  ];
  for (const book of books) {
    await createBook(deps, deps.database, { ...book, description: "", userId: null });
  }
}

describe("GET /api/wordbooks/system", () => {
  scenarios(wordbooksRoutes, {
    "lists books of the learner's language first, as the preferences say": {
      as: "learner",
      given: async (app) => {
        await makeBooksOfLanguages(app);
        const row = { user_id: app.u1.id, language: "zh" as const, time_zone: null };
        await app.deps.database.insertInto("preferences").values(row).execute();
      },
      send: ["GET", "/api/wordbooks/system", undefined, { "accept-language": "en-US" }],
      status: 200,
      body: { data: [{ name: "chinese" }, { name: "new" }, { name: "old" }] },
    },
    "follows the client's language if the preference is the default": {
      as: "learner",
      given: makeBooksOfLanguages,
      send: ["GET", "/api/wordbooks/system", undefined, { "accept-language": "zh-CN,en;q=0.5" }],
      status: 200,
      body: { data: [{ name: "chinese" }, { name: "new" }, { name: "old" }] },
    },
    "lists newest first to everybody else": {
      as: "learner",
      given: makeBooksOfLanguages,
      send: ["GET", "/api/wordbooks/system", undefined, { "accept-language": "en-US" }],
      status: 200,
      body: { data: [{ name: "new" }, { name: "old" }, { name: "chinese" }] },
    },
    "lists only system books, newest first": {
      as: "learner",
      given: async (app) => {
        for (const name of ["old", "new"]) {
          const draft = { name, description: "", tags: [], userId: null };
          await createBook(app.deps, app.deps.database, draft);
          app.clock.advance(1000);
        }
        await makeBook(app, app.u1.id);
      },
      send: ["GET", "/api/wordbooks/system"],
      status: 200,
      body: {
        success: true,
        data: [
          { name: "new", type: "system", userId: null, wordCount: 0 },
          { name: "old", type: "system", userId: null, wordCount: 0 },
        ],
      },
      after: (_, { body }) => expect(body.data).toHaveLength(2),
    },
    "lists starter books of other languages only to those who ask for them": {
      as: "learner",
      given: makeStarterBooks,
      send: ["GET", "/api/wordbooks/system"],
      status: 200,
      after: async (app, { body }) => {
        expect(namesOf(body.data)).toEqual(["first", "mine"]);
        const { headers } = await app.learner();
        const listed = async (languages: string) => {
          const path = `/api/wordbooks/system?languages=${languages}`;
          return namesOf((await app.send("GET", path, { headers })).body.data);
        };
        expect(await listed("zh,en")).toEqual(["chinese", "first", "mine"]);
        expect(await listed("de")).toEqual(["german", "mine"]);
        expect(await listed("*")).toEqual(["chinese", "first", "german", "mine"]);
      },
    },
    "says that only starter books are in order of frequency": {
      as: "learner",
      given: makeStarterBooks,
      send: ["GET", "/api/wordbooks/system"],
      status: 200,
      after: (_, { body }) => {
        const ranked = body.data.filter(({ isRanked }: { isRanked: boolean }) => isRanked);
        expect(namesOf(ranked)).toEqual(["first"]);
      },
    },
    "refuses a malformed language": {
      as: "learner",
      send: ["GET", "/api/wordbooks/system?languages=de,d_e_"],
      status: 400,
      body: { success: false, code: "INVALID_LANGUAGE" },
    },
    "lists the books of all languages to an administrator": {
      as: "admin",
      given: makeStarterBooks,
      send: ["GET", "/api/wordbooks/system"],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(4),
    },
  });
});

describe("GET /api/wordbooks/user", () => {
  scenarios(wordbooksRoutes, {
    "lists only the learner's books": {
      as: "learner",
      given: async (app) => {
        await makeBook(app, app.u1.id);
        const { id: userId } = await app.learner();
        const draft = { name: "Other", description: "", tags: [], userId };
        await createBook(app.deps, app.deps.database, draft);
      },
      send: ["GET", "/api/wordbooks/user"],
      status: 200,
      body: { data: [{ name: "Book", description: "Of words", type: "user", wordCount: 3 }] },
      after: ({ u1 }, { body }) => {
        expect(body.data).toHaveLength(1);
        expect(body.data[0].userId).toBe(u1.id);
      },
    },
    "counts only words that exist": {
      as: "learner",
      given: async (app) => {
        const id = await makeBook(app, app.u1.id);
        await addWordsToBook(app.deps.database, id, ["no-such-word"], 0);
      },
      send: ["GET", "/api/wordbooks/user"],
      status: 200,
      body: { data: [{ wordCount: 3 }] },
    },
  });
});

describe("POST /api/wordbooks", () => {
  const path = "/api/wordbooks";
  const misnamed = { status: 400, body: refused("WORDBOOK_INVALID_NAME") } as const;
  scenarios(wordbooksRoutes, {
    "creates an empty book": {
      as: "learner",
      send: ["POST", path, { name: "  Mine ", description: null }],
      status: 201,
      body: { data: { name: "Mine", description: "", type: "user", wordCount: 0 } },
      after: ({ u1 }, { body }) => expect(body.data.userId).toBe(u1.id),
    },
    "refuses more books than allowed": {
      as: "learner",
      settings: { LIMITS_MAX_OWN_WORDBOOKS: "1" },
      send: ["POST", path, { name: "Mine" }],
      twice: true,
      status: 409,
      body: { ...refused("WORDBOOK_LIMIT"), faults: [{ unit: "lists", limit: 1, used: 1 }] },
    },
    "accepts a name and a description of maximum length": {
      as: "learner",
      send: ["POST", path, { name: "n".repeat(100), description: "d".repeat(1000) }],
      status: 201,
    },
    "refuses a blank name": { as: "learner", send: ["POST", path, { name: "  " }], ...misnamed },
    "refuses a name of 101 characters": {
      as: "learner",
      send: ["POST", path, { name: "n".repeat(101) }],
      ...misnamed,
    },
    "refuses a missing name": { as: "learner", send: ["POST", path, {}], ...unreadable },
    "refuses a number as name": { as: "learner", send: ["POST", path, { name: 5 }], ...unreadable },
    "refuses a description of 1001 characters": {
      as: "learner",
      send: ["POST", path, { name: "x", description: "d".repeat(1001) }],
      ...unreadable,
    },
  });
});

describe("GET /api/wordbooks/:id/words", () => {
  const path = "/api/wordbooks/:book/words";
  scenarios(wordbooksRoutes, {
    "lists the words of the learner's book in its order": {
      as: "learner",
      send: toBook(ownBook, "GET", path),
      status: 200,
      body: { data: { data: [{ id: "w2" }, { id: "w3" }, { id: "w1" }], total: 3 } },
    },
    "returns one page at a time": {
      as: "learner",
      send: toBook(systemBook, "GET", `${path}?page=2&perPage=2`),
      status: 200,
      body: { data: { data: [{ id: "w1" }], total: 3, page: 2, perPage: 2, totalPages: 2 } },
    },
    "omits words that do not exist": {
      as: "learner",
      send: async (app) => {
        const id = await makeBook(app, app.u1.id);
        await addWordsToBook(app.deps.database, id, ["no-such-word"], 0);
        return ["GET", `/api/wordbooks/${id}/words`];
      },
      status: 200,
      body: { data: { total: 3 } },
    },
    "shows administrators system books": {
      as: "admin",
      send: toBook(systemBook, "GET", path),
      status: 200,
      body: { data: { total: 3 } },
    },
    "refuses administrators a learner's book": {
      as: "admin",
      send: toBook(otherBook, "GET", path),
      ...forbidden,
    },
    "refuses another learner's book": {
      as: "learner",
      send: toBook(otherBook, "GET", path),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["GET", "/api/wordbooks/none/words"],
      ...absent,
    },
  });
});

describe("POST /api/wordbooks/:id/words", () => {
  const path = "/api/wordbooks/:book/words";
  const add = (wordIds: unknown, owner: Owner = ownBook) =>
    toBook(owner, "POST", path, { wordIds });
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`);
  scenarios(wordbooksRoutes, {
    "counts only new words": {
      as: "learner",
      send: add(["w1", "x1", "x1", "x2"]),
      status: 200,
      body: { data: { added: 2 } },
    },
    "adds nothing the second time": {
      as: "learner",
      send: async (app) => {
        const id = await makeBook(app, app.u1.id);
        const again = { headers: app.u1.headers, body: { wordIds: ["x1"] } };
        await app.send("POST", `/api/wordbooks/${id}/words`, again);
        return ["POST", `/api/wordbooks/${id}/words`, again.body];
      },
      status: 200,
      body: { data: { added: 0 } },
    },
    "accepts 500 ids": {
      as: "learner",
      send: add(ids(500)),
      status: 200,
      body: { data: { added: 500 } },
    },
    "refuses 501 ids": {
      as: "learner",
      send: add(ids(501)),
      status: 400,
      body: refused("WORDBOOK_TOO_MANY_WORDS"),
    },
    "refuses an empty list": { as: "learner", send: add([]), ...unreadable },
    "refuses an id that is too long for a word": {
      as: "learner",
      send: add(["x".repeat(65)]),
      ...unreadable,
    },
    "refuses a system book": { as: "learner", send: add(["w1"], systemBook), ...forbidden },
    "refuses another learner's book": { as: "learner", send: add(["w1"], otherBook), ...forbidden },
    "refuses an unknown book": {
      as: "learner",
      send: ["POST", "/api/wordbooks/none/words", { wordIds: ["w1"] }],
      ...absent,
    },
  });
});

describe("DELETE /api/wordbooks/:id/words/:wordId", () => {
  const path = "/api/wordbooks/:book/words/w2";
  scenarios(wordbooksRoutes, {
    "removes a word from the book but not from the library": {
      as: "learner",
      send: toBook(ownBook, "DELETE", path),
      status: 200,
      body: { data: { removed: true } },
      after: async ({ deps }) => {
        const { database } = deps;
        const entries = await database.selectFrom("wordbook_words").select("word_id").execute();
        expect(entries.map((entry) => entry.word_id).toSorted()).toEqual(["w1", "w3"]);
        expect(await database.selectFrom("words").select("id").execute()).toHaveLength(3);
      },
    },
    "accepts a word that is not in the book": {
      as: "learner",
      send: toBook(ownBook, "DELETE", "/api/wordbooks/:book/words/none"),
      status: 200,
      body: { data: { removed: true } },
    },
    "refuses a system book": {
      as: "learner",
      send: toBook(systemBook, "DELETE", path),
      ...forbidden,
    },
    "refuses another learner's book": {
      as: "learner",
      send: toBook(otherBook, "DELETE", path),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["DELETE", "/api/wordbooks/none/words/w1"],
      ...absent,
    },
  });
});
