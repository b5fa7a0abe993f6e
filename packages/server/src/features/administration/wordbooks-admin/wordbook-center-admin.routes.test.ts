import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import { openLocalWeb, type LocalPage, type LocalWeb } from "@wordloom/testing/neighbors/local-web";
import { centerPages, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { useCenter } from "@wordloom/testing/content/use-center";
import { wordbookCenterRoutes } from "../../library/wordbook-center/wordbook-center.routes.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { wordbooksAdminRoutes } from "./wordbooks-admin.routes.ts";
import { wordbookCenterAdminRoutes } from "./wordbook-center-admin.routes.ts";

const routes = [
  wordbookCenterAdminRoutes,
  wordbooksAdminRoutes,
  wordbookCenterRoutes,
  wordbooksRoutes,
];
const BASE = "/api/admin/wordbook-center";
const INDEX = "/index.json";
const BOOK = "/wordbooks/demo.json";
const settings = { WORDBOOK_CENTER_ALLOW_PRIVATE: "true" };
const refused = (code: string) => ({ success: false, code });
const invalid = (code: string) => ({ status: 400, body: refused(code) }) as const;
const words = [remoteWord("apple", { meanings: ["苹果"] }), remoteWord("pear"), remoteWord(" ")];

let center: LocalWeb;
beforeAll(async () => void (center = await openLocalWeb()));
afterAll(() => center.close());
beforeEach(() => {
  center.pages.clear();
  serve(remoteBook(words));
});

function serve(book: ReturnType<typeof remoteBook>): void {
  for (const [path, page] of Object.entries(centerPages(book))) center.pages.set(path, page);
}

async function imported(app: ScenarioApp): Promise<string> {
  await useCenter(app, center.url);
  const { headers } = app.a1;
  const { body } = await app.send("POST", `${BASE}/import/demo`, { headers });
  return body.data.wordbook.id;
}

const historyOf = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `/api/admin/wordbooks/${id}/history`, { headers: app.a1.headers })).body
    .data.data;

const withCenter = (row: Omit<Scenario, "as" | "settings">): Scenario => ({
  as: "admin",
  settings,
  given: (app) => useCenter(app, center.url),
  ...row,
});

/** Scenarios of faults that every request to the center can meet. */
function faults(method: string, path: string, file: string): Record<string, Scenario> {
  const brokenOff: LocalPage = (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("{", () => response.destroy());
  };
  const many = (count: number) => `[${"{},".repeat(count)}{}]`;
  const served = (page: LocalPage | undefined, code: string) =>
    withCenter({
      given: async (app) => {
        if (path.includes("/updates")) await imported(app);
        else await useCenter(app, center.url);
        if (page === undefined) center.pages.delete(file);
        else center.pages.set(file, page);
      },
      send: [method, path],
      ...invalid(code),
    });
  return {
    "requires a center": {
      as: "admin",
      send: [method, path],
      ...invalid("WB_CENTER_NOT_CONFIGURED"),
    },
    "connects to this machine only if allowed": {
      ...served(undefined, "WB_CENTER_INVALID_URL"),
      given: (app) => useCenter(app, center.url),
      settings: {},
    },
    "reports a missing file": served(undefined, "WB_CENTER_FETCH_FAILED"),
    "reports an incomplete reply": served(brokenOff, "WB_CENTER_READ_FAILED"),
    "reports a reply that is not JSON": served("<html>", "WB_CENTER_PARSE_FAILED"),
    "reports too many entries": served(
      file === INDEX ? `{"data":${many(10_000)}}` : `{"words":${many(100_000)}}`,
      "WB_CENTER_TOO_LARGE",
    ),
  };
}

describe("GET /api/admin/wordbook-center/browse", () => {
  const path = `${BASE}/browse`;
  scenarios(routes, {
    ...faults("GET", path, INDEX),
    "compares the books with the system books, not with a learner's": withCenter({
      given: async (app) => {
        await useCenter(app, center.url);
        const { headers } = app.u1;
        await app.send("POST", "/api/wordbook-center/import/demo", { headers });
      },
      send: ["GET", path],
      status: 200,
      body: { data: [{ id: "demo", imported: false, localWordbookId: null, hasUpdate: false }] },
    }),
    "shows imported books": withCenter({
      given: imported,
      send: ["GET", path],
      status: 200,
      body: { data: [{ id: "demo", imported: true, localVersion: "1", hasUpdate: false }] },
    }),
  });
});

describe("GET /api/admin/wordbook-center/browse/{id}", () => {
  const path = `${BASE}/browse/demo`;
  scenarios(routes, {
    ...faults("GET", path, BOOK),
    "shows a book with a page of its words": withCenter({
      send: ["GET", `${path}?perPage=1&page=2`],
      status: 200,
      body: { data: { id: "demo", words: { data: [{ spelling: "pear" }], total: 3 } } },
    }),
    "refuses a book with another id": withCenter({
      send: () => {
        center.pages.set("/wordbooks/other.json", remoteBook(words));
        return ["GET", `${BASE}/browse/other`];
      },
      ...invalid("WB_CENTER_ID_MISMATCH"),
    }),
  });
});

describe("GET /api/admin/wordbook-center/updates", () => {
  const path = `${BASE}/updates`;
  scenarios(routes, {
    ...faults("GET", path, INDEX),
    "lists system books with another version": withCenter({
      given: async (app) => {
        await imported(app);
        serve(remoteBook(words, { version: "2" }));
      },
      send: ["GET", path],
      status: 200,
      body: { data: [{ remoteId: "demo", localVersion: "1", remoteVersion: "2" }] },
    }),
  });
});

describe("POST /api/admin/wordbook-center/import/{id}", () => {
  const path = `${BASE}/import/demo`;
  scenarios(routes, {
    ...faults("POST", path, BOOK),
    "creates a system book, recorded in its history and in the audit log": withCenter({
      send: ["POST", path],
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      body: {
        data: {
          wordbook: { name: "Demo", type: "system", userId: null, wordCount: 2 },
          wordsImported: 2,
          wordsSkipped: 1,
        },
      },
      after: async (app, { body }) => {
        const { id } = body.data.wordbook;
        expect(await auditEntries(app)).toEqual([`wordbook_center.import wordbook ${id} by a1`]);
        const counts = { wordsImported: 2, wordsSkipped: 1 };
        expect(await lastAuditMetadata(app)).toEqual({ remoteId: "demo", version: "1", ...counts });
        expect(await historyOf(app, id)).toMatchObject([
          { actorKind: "admin", actorId: "a1", action: "imported", count: 2 },
        ]);
        const { headers } = app.u1;
        const { body: books } = await app.send("GET", "/api/wordbooks/system", { headers });
        expect(books.data).toMatchObject([{ id, wordCount: 2 }]);
      },
    }),
    "refuses the same book a second time, and records nothing": withCenter({
      given: imported,
      send: ["POST", path],
      status: 409,
      body: refused("WB_CENTER_ALREADY_IMPORTED"),
      after: async (app) => expect(await auditEntries(app)).toHaveLength(1),
    }),
    "imports a deleted book again": withCenter({
      given: async (app) => {
        const id = await imported(app);
        const { headers } = app.a1;
        await app.send("DELETE", `/api/admin/wordbooks/${id}`, { headers });
      },
      send: ["POST", path],
      status: 201,
      body: { data: { wordsImported: 0, wordsSkipped: 3, wordbook: { wordCount: 2 } } },
    }),
    "refuses a book with another id": withCenter({
      send: () => {
        center.pages.set("/wordbooks/other.json", remoteBook(words));
        return ["POST", `${BASE}/import/other`];
      },
      ...invalid("WB_CENTER_ID_MISMATCH"),
    }),
  });
});

describe("POST /api/admin/wordbook-center/updates/{id}/sync", () => {
  const path = `${BASE}/updates/demo/sync`;
  scenarios(routes, {
    ...faults("POST", path, BOOK),
    "updates the system book, and records it": withCenter({
      given: async (app) => {
        await imported(app);
        app.clock.advance(1_000);
        serve(
          remoteBook([remoteWord("apple", { meanings: ["fruit"] }), remoteWord("fig")], {
            version: "2",
          }),
        );
      },
      send: ["POST", path],
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { wordsAdded: 1, wordsUpdated: 1, wordsRemoved: 1 } },
      after: async (app, { body }) => {
        const { id } = body.data.wordbook;
        const entries = await auditEntries(app);
        expect(entries.at(-1)).toBe(`wordbook_center.sync wordbook ${id} by a1`);
        expect(await historyOf(app, id)).toMatchObject([
          { actorKind: "admin", action: "synced", count: 3, detail: "Updated demo, version 2" },
          { action: "imported" },
        ]);
      },
    }),
    "refuses a book that is not imported": withCenter({
      send: ["POST", path],
      status: 404,
      body: refused("NOT_FOUND"),
    }),
    "refuses a book with another id": withCenter({
      given: async (app) => {
        await imported(app);
        center.pages.set(BOOK, remoteBook(words, { id: "other" }));
      },
      send: ["POST", path],
      ...invalid("WB_CENTER_ID_MISMATCH"),
    }),
  });
});

describe("PATCH /api/admin/wordbook-center/{wordbookId}/tags", () => {
  const change =
    (body: object): Scenario["send"] =>
    async (app) => ["PATCH", `${BASE}/${await imported(app)}/tags`, body];
  const many = Array.from({ length: 50 }, (_, n) => `tag ${n}`);
  scenarios(routes, {
    "replaces, adds and removes, in this order": {
      as: "admin",
      settings,
      status: 200,
      send: change({ remove: ["b", "e"], add: ["d", "b", "a"], replace: ["a", "b", "c"] }),
      body: { data: { tags: ["a", "c", "d"] } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        const [, entry = ""] = await auditEntries(app);
        const [, , id = ""] = entry.split(" ");
        expect(entry).toBe(`wordbook_center.tags wordbook ${id} by a1`);
        expect(await lastAuditMetadata(app)).toEqual({ tags: ["a", "c", "d"] });
        const history = await historyOf(app, id);
        expect(history).toContainEqual(
          expect.objectContaining({ action: "tags", detail: "a, c, d" }),
        );
        const { headers } = app.a1;
        const { body } = await app.send("GET", "/api/admin/wordbooks", { headers });
        expect(body.data.data).toMatchObject([{ id, tags: ["a", "c", "d"] }]);
      },
    },
    "adds to the book's tags": {
      as: "admin",
      settings,
      status: 200,
      send: change({ add: ["new"] }),
      body: { data: { tags: ["t", "new"] } },
    },
    "refuses more than 50 in all, and changes nothing": {
      as: "admin",
      settings,
      send: change({ add: many }),
      ...invalid("VALIDATION_ERROR"),
      after: async (app) => expect(await auditEntries(app)).toHaveLength(1),
    },
    "refuses 51 at once": {
      as: "admin",
      settings,
      send: change({ replace: [...many, "x"] }),
      ...invalid("VALIDATION_ERROR"),
    },
    "refuses a tag of 65 characters": {
      as: "admin",
      settings,
      send: change({ add: ["x".repeat(65)] }),
      ...invalid("VALIDATION_ERROR"),
    },
    "refuses a learner's book": {
      as: "admin",
      send: async (app) => {
        const { headers } = app.u1;
        const { body } = await app.send("POST", "/api/wordbooks", { headers, body: { name: "x" } });
        return ["PATCH", `${BASE}/${body.data.id}/tags`, { add: ["a"] }];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },
    "refuses an unknown book": {
      as: "admin",
      send: ["PATCH", `${BASE}/none/tags`, { add: ["a"] }],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});
