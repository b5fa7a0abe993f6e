import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { openLocalWeb, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { useCenter } from "@wordloom/testing/content/use-center";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

const BASE = "/api/wordbook-center";
const allowPrivate = { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" };
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const unset = { status: 400, body: refused("WB_CENTER_NOT_CONFIGURED") } as const;

const book = remoteBook([
  remoteWord("apple", { phonetic: "/æ/", meanings: ["苹果"], examples: ["An apple."] }),
  remoteWord("pear", { audioUrl: "https://c.example/pear.mp3" }),
  remoteWord(" "),
]);
const { words: _words, ...described } = book;

let center: LocalWeb;
beforeAll(async () => void (center = await openLocalWeb()));
afterAll(() => center.close());
beforeEach(() => {
  center.requests.length = 0;
  center.pages.clear();
  for (const [path, page] of Object.entries(centerPages(book))) center.pages.set(path, page);
});

/** Files requested from the center. The notification of a download is not a GET. */
function fetched(): string[] {
  return center.requests.filter((request) => request.startsWith("GET "));
}

async function imported(app: ScenarioApp): Promise<string> {
  await useCenter(app, center.url);
  const { headers } = app.u1;
  const reply = await app.send("POST", `${BASE}/import/demo`, { headers });
  expect(reply.status).toBe(201);
  return reply.body.data.wordbook.id;
}

/** A scenario of a learner, with a center on this machine. */
const withCenter = (row: Omit<Scenario, "as" | "settings">): Scenario => ({
  as: "learner",
  settings: allowPrivate,
  given: (app) => useCenter(app, center.url),
  ...row,
});

describe("GET /api/wordbook-center/settings", () => {
  const path = `${BASE}/settings`;
  scenarios(wordbookCenterRoutes, {
    "has no center at first": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { success: true, data: { wordbookCenterUrl: null } },
    },
    "returns the operator's center": withCenter({
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual({ wordbookCenterUrl: center.url }),
    }),
  });
});

describe("PUT /api/wordbook-center/settings", () => {
  const path = `${BASE}/settings`;
  const put = (wordbookCenterUrl: unknown) => ["PUT", path, { wordbookCenterUrl }] as const;
  const own = "https://c.example/books";
  const refuses = (url: string): Scenario => ({
    as: "learner",
    send: put(url),
    status: 400,
    body: refused("WB_CENTER_INVALID_URL"),
  });
  scenarios(wordbookCenterRoutes, {
    "prefers the learner's own center": withCenter({
      send: put(own),
      status: 200,
      body: { data: { wordbookCenterUrl: own } },
      after: async ({ send, u1 }) => {
        const reply = await send("GET", path, { headers: u1.headers });
        expect(reply.body.data).toEqual({ wordbookCenterUrl: own });
      },
    }),
    "returns to the operator's center with null": withCenter({
      given: async (app) => {
        await useCenter(app, center.url);
        const [, , body] = put(own);
        await app.send("PUT", path, { body, headers: app.u1.headers });
      },
      send: put(null),
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual({ wordbookCenterUrl: center.url }),
    }),
    "does not change other learners' centers": {
      as: "learner",
      send: put(own),
      status: 200,
      after: async ({ send, learner }) => {
        const { headers } = await learner();
        const reply = await send("GET", path, { headers });
        expect(reply.body.data).toEqual({ wordbookCenterUrl: null });
      },
    },
    "refuses a missing field": { as: "learner", send: ["PUT", path, {}], ...unreadable },
    "refuses a number": { as: "learner", send: put(5), ...unreadable },
    "refuses an invalid url": refuses("books"),
    "refuses an empty url": refuses(""),
    "refuses other schemes": refuses("ftp://c.example/"),
    "refuses credentials": refuses("https://me:secret@c.example/"),
    "refuses a loopback address": refuses("http://127.0.0.1:8080/"),
    "refuses localhost": refuses("http://localhost:8080/"),
    "refuses a private address": refuses("http://10.0.0.5/"),
    "refuses link-local addresses": refuses("http://[fe80::1]/"),
    "accepts a loopback address if the operator allows it": {
      as: "learner",
      settings: allowPrivate,
      send: put("http://127.0.0.1:8080/"),
      status: 200,
    },
  });
});

describe("GET /api/wordbook-center/browse", () => {
  const path = `${BASE}/browse`;
  const local = { imported: false, localWordbookId: null, localVersion: null, hasUpdate: false };
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["GET", path], ...unset },
    "lists the books of the center": withCenter({
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([{ ...described, ...local }]),
    }),
    "reads an index file named by the url": withCenter({
      given: async (app) => {
        center.pages.set("/lists/all.json", { data: [described] });
        const body = { wordbookCenterUrl: `${center.url}/lists/all.json` };
        await app.send("PUT", `${BASE}/settings`, { body, headers: app.u1.headers });
      },
      send: ["GET", path],
      status: 200,
      after: () => expect(fetched()).toEqual(["GET /lists/all.json"]),
    }),
    "marks imported books": withCenter({
      given: imported,
      send: ["GET", path],
      status: 200,
      body: { data: [{ imported: true, localVersion: "1", hasUpdate: false }] },
    }),
    "marks imported books with another version": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.set("/index.json", { data: [{ ...described, version: "0.9" }] });
      },
      send: ["GET", path],
      status: 200,
      body: { data: [{ imported: true, localVersion: "1", version: "0.9", hasUpdate: true }] },
    }),
    "treats a missing version as no update": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.set("/index.json", { data: [{ ...described, version: "" }] });
      },
      send: ["GET", path],
      status: 200,
      body: { data: [{ imported: true, hasUpdate: false }] },
    }),
    "ignores other learners' imports": withCenter({
      given: imported,
      send: async ({ learner }) => ["GET", path, undefined, (await learner()).headers],
      status: 200,
      body: { data: [{ imported: false }] },
    }),
  });
});

describe("GET /api/wordbook-center/browse/:id", () => {
  const path = `${BASE}/browse/demo`;
  scenarios(wordbookCenterRoutes, {
    "requires a center": { as: "learner", send: ["GET", path], ...unset },
    "returns a book with its words": withCenter({
      send: ["GET", path],
      status: 200,
      after: (_, { body }) =>
        expect(body.data).toEqual({
          ...described,
          words: { data: book.words, total: 3, page: 1, perPage: 20, totalPages: 1 },
        }),
    }),
    "returns one page of words at a time": withCenter({
      send: ["GET", `${path}?page=2&perPage=1`],
      status: 200,
      body: { data: { words: { data: [{ spelling: "pear" }], total: 3, page: 2, totalPages: 3 } } },
    }),
    "imports nothing": withCenter({
      send: ["GET", path],
      status: 200,
      after: async ({ deps }) => {
        expect(await deps.database.selectFrom("words").select("id").execute()).toEqual([]);
        expect(fetched()).toEqual(["GET /wordbooks/demo.json"]);
      },
    }),
    "refuses a book with another id": withCenter({
      send: () => {
        center.pages.set("/wordbooks/other.json", book);
        return ["GET", `${BASE}/browse/other`];
      },
      status: 400,
      body: refused("WB_CENTER_ID_MISMATCH"),
    }),
  });
});
