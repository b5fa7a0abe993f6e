import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { useCenter } from "@wordloom/testing/content/use-center";
import { createOwnBook } from "../wordbooks/wordbooks.service.ts";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

const BASE = "/api/wordbook-center";
const allowPrivate = { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" };
const refused = (code: string) => ({ success: false, code });
const unset = { status: 400, body: refused("WB_CENTER_NOT_CONFIGURED") } as const;
const alreadyImported = { status: 409, body: refused("WB_CENTER_ALREADY_IMPORTED") } as const;
/** One new word a day, while the book has two. */
const oneBook = ({ deps, u1 }: ScenarioApp) =>
  createOwnBook(
    deps,
    { kind: "learner", id: u1.id, sessionId: "" },
    { name: "b", description: "" },
  );
const fewWords = { ...allowPrivate, LIMITS_MAX_NEW_WORDS_PER_DAY: "1" };
const tooMany = {
  status: 429,
  body: {
    code: "NEW_WORDS_LIMIT",
    message: "At most 1 new words a day; 0 were added today, and this has 2.",
  },
} as const;

async function hasNothing({ deps }: ScenarioApp): Promise<void> {
  for (const table of ["wordbooks", "words", "wordbook_imports", "added_words"] as const) {
    expect(await deps.database.selectFrom(table).selectAll().execute()).toEqual([]);
  }
}

const bookFile = () => `${center.url}/wordbooks/demo.json`;

const words = [remoteWord("apple", { meanings: ["苹果"] }), remoteWord("pear"), remoteWord(" ")];

let center: LocalWeb;
beforeAll(async () => void (center = await openLocalWeb()));
afterAll(() => center.close());
beforeEach(() => {
  center.requests.length = 0;
  center.pages.clear();
  serve(remoteBook(words));
});

function serve(book: ReturnType<typeof remoteBook>): void {
  for (const [path, page] of Object.entries(centerPages(book))) center.pages.set(path, page);
}

async function imported(app: ScenarioApp): Promise<void> {
  await useCenter(app, center.url);
  await app.send("POST", `${BASE}/import/demo`, { headers: app.u1.headers });
}

/** A scenario of a learner, with a center on this machine. */
const withCenter = (row: Omit<Scenario, "as">): Scenario => ({
  as: "learner",
  settings: allowPrivate,
  given: (app) => useCenter(app, center.url),
  ...row,
});

const result = {
  wordbook: { name: "Demo", description: "Of words", type: "user", wordCount: 2 },
  wordsImported: 2,
  wordsSkipped: 1,
};

describe("POST /api/wordbook-center/import/:id", () => {
  const path = `${BASE}/import/demo`;
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["POST", path], ...unset },
    "creates the learner's book and notifies the center": withCenter({
      send: ["POST", path],
      status: 201,
      body: { success: true, data: result },
      after: async ({ u1 }, { body }) => {
        expect(body.data.wordbook.userId).toBe(u1.id);
        await center.arrived("POST /wordbooks/demo/download");
      },
    }),
    "refuses more new words than a learner may add a day, and stores nothing": withCenter({
      settings: fewWords,
      send: ["POST", path],
      ...tooMany,
      after: hasNothing,
    }),
    "refuses one more book than a learner may have": withCenter({
      settings: { ...allowPrivate, LIMITS_MAX_OWN_WORDBOOKS: "1" },
      given: async (app) => {
        await oneBook(app);
        await useCenter(app, center.url);
      },
      send: ["POST", path],
      status: 409,
      body: { code: "WORDBOOK_LIMIT" },
    }),
    "does not limit words already in the library": withCenter({
      settings: fewWords,
      given: async (app) => {
        await app.word({ text: "ＰＥＡＲ" });
        await useCenter(app, center.url);
      },
      send: ["POST", path],
      status: 201,
      body: { data: { wordsImported: 1, wordsSkipped: 2, wordsWithoutMeaning: 1 } },
    }),
    "refuses the same book a second time": withCenter({
      twice: true,
      send: ["POST", path],
      ...alreadyImported,
    }),
    "creates a book for every learner": withCenter({
      given: imported,
      send: async ({ learner }) => ["POST", path, undefined, (await learner()).headers],
      status: 201,
      body: { data: { wordbook: { wordCount: 2 }, wordsImported: 0, wordsSkipped: 3 } },
    }),
    "refuses a book with another id": withCenter({
      send: () => {
        center.pages.set("/wordbooks/other.json", remoteBook(words));
        return ["POST", `${BASE}/import/other`];
      },
      status: 400,
      body: refused("WB_CENTER_ID_MISMATCH"),
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("wordbooks").select("id").execute()).toEqual([]);
      },
    }),
    "reports an unknown book": withCenter({
      send: ["POST", `${BASE}/import/none`],
      status: 400,
      body: refused("WB_CENTER_FETCH_FAILED"),
    }),
  });
});

describe("POST /api/wordbook-center/import-url", () => {
  const path = `${BASE}/import-url`;
  const refuses = (url: string): Scenario => ({
    as: "learner",
    send: ["POST", path, { url }],
    status: 400,
    body: refused("WB_CENTER_INVALID_URL"),
  });
  scenarios(wordbookCenterRoutes, {
    "refuses a missing url": {
      as: "learner",
      send: ["POST", path, {}],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "imports a book file without any center": {
      as: "learner",
      settings: allowPrivate,
      send: () => ["POST", path, { url: bookFile() }],
      status: 201,
      body: { data: result },
    },
    "refuses one more book than a learner may have": {
      as: "learner",
      settings: { ...allowPrivate, LIMITS_MAX_OWN_WORDBOOKS: "1" },
      given: oneBook,
      send: () => ["POST", path, { url: bookFile() }],
      status: 409,
      body: { code: "WORDBOOK_LIMIT" },
    },
    "refuses more new words than a learner may add a day": {
      as: "learner",
      settings: fewWords,
      send: () => ["POST", path, { url: bookFile() }],
      ...tooMany,
      after: hasNothing,
    },
    "imports a file outside of a center": {
      as: "learner",
      settings: allowPrivate,
      send: () => {
        center.pages.set("/my-book.json", remoteBook(words));
        return ["POST", path, { url: `${center.url}/my-book.json` }];
      },
      status: 201,
      body: { data: result },
    },
    "refuses the same file a second time": {
      as: "learner",
      settings: allowPrivate,
      twice: true,
      send: () => ["POST", path, { url: bookFile() }],
      ...alreadyImported,
    },
    "recognizes a book imported from the center": withCenter({
      given: imported,
      send: () => ["POST", path, { url: bookFile() }],
      ...alreadyImported,
    }),
    "reports a missing file": {
      as: "learner",
      settings: allowPrivate,
      send: () => ["POST", path, { url: `${center.url}/none.json` }],
      status: 400,
      body: refused("WB_CENTER_FETCH_FAILED"),
    },
    "reports a file that is not a book": {
      as: "learner",
      settings: allowPrivate,
      send: () => ["POST", path, { url: `${center.url}/index.json` }],
      status: 400,
      body: refused("WB_CENTER_PARSE_FAILED"),
    },
    "refuses an invalid url": refuses("book"),
    "refuses other schemes": refuses("file:///etc/passwd"),
    "refuses a loopback address": refuses("http://127.0.0.1:8080/book.json"),
    "refuses localhost": refuses("http://localhost/book.json"),
    "refuses a private address": refuses("http://172.16.0.1/book.json"),
  });
});

describe("GET /api/wordbook-center/updates", () => {
  const path = `${BASE}/updates`;
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["GET", path], ...unset },
    "is empty while versions agree": withCenter({
      given: imported,
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    }),
    "is empty for books that are not imported": withCenter({
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    }),
    "lists books with another version": withCenter({
      given: async (app) => {
        await imported(app);
        serve(remoteBook(words, { version: "2", name: "Demo 2" }));
      },
      send: ["GET", path],
      status: 200,
      body: {
        data: [{ remoteId: "demo", name: "Demo 2", localVersion: "1", remoteVersion: "2" }],
      },
    }),
  });
});

describe("GET /api/wordbook-center/updates/:id", () => {
  const path = `${BASE}/updates/demo`;
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["GET", path], ...unset },
    "refuses a book that is not imported": withCenter({
      send: ["GET", path],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "refuses another learner's book": withCenter({
      given: imported,
      send: async ({ learner }) => ["GET", path, undefined, (await learner()).headers],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "reports the changes of the new version each time and changes nothing": withCenter({
      given: async (app) => {
        await imported(app);
        const next = [remoteWord("apple", { meanings: ["fruit"] }), remoteWord("plum")];
        serve(remoteBook(next, { version: "2" }));
      },
      send: ["GET", path],
      twice: true,
      status: 200,
      body: {
        data: {
          localVersion: "1",
          remoteVersion: "2",
          wordsAdded: 1,
          wordsUpdated: 1,
          wordsRemoved: 1,
        },
      },
    }),
    "refuses another book of the center": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.set("/wordbooks/demo.json", remoteBook([], { id: "other" }));
      },
      send: ["GET", path],
      status: 400,
      body: refused("WB_CENTER_ID_MISMATCH"),
    }),
  });
});

describe("POST /api/wordbook-center/updates/:id/sync", () => {
  const path = `${BASE}/updates/demo/sync`;
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["POST", path], ...unset },
    "refuses a book that is not imported": withCenter({
      send: ["POST", path],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "refuses another learner's book": withCenter({
      given: imported,
      send: async ({ learner }) => ["POST", path, undefined, (await learner()).headers],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "updates the book to the new version": withCenter({
      given: async (app) => {
        await imported(app);
        const next = [remoteWord("apple", { meanings: ["fruit"] }), remoteWord("plum")];
        serve(remoteBook(next, { version: "2" }));
      },
      send: ["POST", path],
      status: 200,
      body: {
        data: { wordbook: result.wordbook, wordsAdded: 1, wordsUpdated: 1, wordsRemoved: 1 },
      },
    }),
    "changes nothing beyond the new words a learner may add a day": withCenter({
      settings: { ...allowPrivate, LIMITS_MAX_NEW_WORDS_PER_DAY: "3" },
      given: async (app) => {
        await imported(app);
        const next = ["apple", "plum", "fig"].map((text) => remoteWord(text));
        serve(remoteBook(next, { version: "2" }));
      },
      send: ["POST", path],
      status: 429,
      body: {
        code: "NEW_WORDS_LIMIT",
        message: "At most 3 new words a day; 2 were added today, and this has 2.",
      },
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("words").select("id").execute()).toHaveLength(2);
      },
    }),
    "changes nothing when the center sends another book": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.set("/wordbooks/demo.json", remoteBook([], { id: "other" }));
      },
      send: ["POST", path],
      status: 400,
      body: refused("WB_CENTER_ID_MISMATCH"),
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("words").select("id").execute()).toHaveLength(2);
      },
    }),
    "changes nothing when the center has no such file": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.clear();
      },
      send: ["POST", path],
      status: 400,
      body: refused("WB_CENTER_FETCH_FAILED"),
    }),
  });
});
