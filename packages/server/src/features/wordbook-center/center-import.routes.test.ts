import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { openLocalWeb, type LocalWeb } from "../../testing/local-web.ts";
import { centerPages, remoteBook, remoteWord } from "../../testing/remote-book.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../testing/scenarios.ts";
import { useCenter } from "../../testing/use-center.ts";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

const BASE = "/api/wordbook-center";
const nearby = { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" };
const refused = (code: string) => ({ success: false, code });
const stranger = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unset = { status: 400, body: refused("WB_CENTER_NOT_CONFIGURED") } as const;
const again = { status: 409, body: refused("WB_CENTER_ALREADY_IMPORTED") } as const;
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

/** As a learner, with a center on this machine. */
const visit = (row: Omit<Scenario, "as" | "settings">): Scenario => ({
  as: "learner",
  settings: nearby,
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
    "refuses a stranger": { send: ["POST", path], ...stranger },
    "refuses an administrator": { as: "admin", send: ["POST", path], ...stranger },
    "needs a center": { as: "learner", send: ["POST", path], ...unset },
    "makes an own book and tells the center": visit({
      send: ["POST", path],
      status: 201,
      body: { success: true, data: result },
      after: async ({ u1 }, { body }) => {
        expect(body.data.wordbook.userId).toBe(u1.id);
        await center.arrived("POST /wordbooks/demo/download");
      },
    }),
    "refuses the same book a second time": visit({ twice: true, send: ["POST", path], ...again }),
    "gives every learner a book": visit({
      given: imported,
      send: async ({ learner }) => ["POST", path, undefined, (await learner()).headers],
      status: 201,
      body: { data: { wordbook: { wordCount: 2 }, wordsImported: 0, wordsSkipped: 3 } },
    }),
    "refuses another book than was asked for": visit({
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
    "says when the center has no such book": visit({
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
    "refuses a stranger": { send: ["POST", path, { url: "https://c.example/" }], ...stranger },
    "refuses an administrator": {
      as: "admin",
      send: ["POST", path, { url: "https://c.example/" }],
      ...stranger,
    },
    "refuses a missing url": {
      as: "learner",
      send: ["POST", path, {}],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
    "imports a book file without any center": {
      as: "learner",
      settings: nearby,
      send: () => ["POST", path, { url: bookFile() }],
      status: 201,
      body: { data: result },
    },
    "imports a file that stands in no center": {
      as: "learner",
      settings: nearby,
      send: () => {
        center.pages.set("/my-book.json", remoteBook(words));
        return ["POST", path, { url: `${center.url}/my-book.json` }];
      },
      status: 201,
      body: { data: result },
    },
    "refuses the same file a second time": {
      as: "learner",
      settings: nearby,
      twice: true,
      send: () => ["POST", path, { url: bookFile() }],
      ...again,
    },
    "knows a book that came from the center": visit({
      given: imported,
      send: () => ["POST", path, { url: bookFile() }],
      ...again,
    }),
    "says when there is no such file": {
      as: "learner",
      settings: nearby,
      send: () => ["POST", path, { url: `${center.url}/none.json` }],
      status: 400,
      body: refused("WB_CENTER_FETCH_FAILED"),
    },
    "says when the file is no book": {
      as: "learner",
      settings: nearby,
      send: () => ["POST", path, { url: `${center.url}/index.json` }],
      status: 400,
      body: refused("WB_CENTER_PARSE_FAILED"),
    },
    "refuses what is no url": refuses("book"),
    "refuses other schemes": refuses("file:///etc/passwd"),
    "refuses this machine": refuses("http://127.0.0.1:8080/book.json"),
    "refuses this machine by name": refuses("http://localhost/book.json"),
    "refuses the own network": refuses("http://172.16.0.1/book.json"),
  });
});

describe("GET /api/wordbook-center/updates", () => {
  const path = `${BASE}/updates`;
  scenarios(wordbookCenterRoutes, {
    "refuses a stranger": { send: ["GET", path], ...stranger },
    "refuses an administrator": { as: "admin", send: ["GET", path], ...stranger },
    "needs a center": { as: "learner", send: ["GET", path], ...unset },
    "is empty as long as versions agree": visit({
      given: imported,
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    }),
    "is empty for books that are not imported": visit({
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    }),
    "lists what has another version": visit({
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

describe("POST /api/wordbook-center/updates/:id/sync", () => {
  const path = `${BASE}/updates/demo/sync`;
  scenarios(wordbookCenterRoutes, {
    "refuses a stranger": { send: ["POST", path], ...stranger },
    "refuses an administrator": { as: "admin", send: ["POST", path], ...stranger },
    "needs a center": { as: "learner", send: ["POST", path], ...unset },
    "knows nothing of a book that is not imported": visit({
      send: ["POST", path],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "knows nothing of another learner's book": visit({
      given: imported,
      send: async ({ learner }) => ["POST", path, undefined, (await learner()).headers],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "brings the book to the new version": visit({
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
    "changes nothing when the center sends another book": visit({
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
    "changes nothing when the center is silent": visit({
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
