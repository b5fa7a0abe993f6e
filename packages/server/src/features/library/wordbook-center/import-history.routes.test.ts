import { describe, expect } from "vitest";
import { bookFile, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { storeBook } from "./center-import.service.ts";
import { wordbookCenterRoutes } from "./wordbook-center.routes.ts";

const PATH = "/api/wordbook-center/import-history";
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Imports books with these ids, a second apart. */
async function importBooks(
  app: ScenarioApp,
  ids: readonly string[],
  owner: string | null = app.u1.id,
) {
  for (const id of ids) {
    const book = bookFile(remoteBook([remoteWord("apple"), remoteWord(`only in ${id}`)], { id }));
    await storeBook(app.deps, owner, `https://c.example/wordbooks/${id}.json`, book);
    app.clock.advance(1000);
  }
}

describe("GET /api/wordbook-center/import-history", () => {
  scenarios(wordbookCenterRoutes, {
    "is empty at first": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      body: { success: true, data: { data: [], total: 0, totalPages: 0 } },
    },
    "lists the learner's imports, newest first": {
      as: "learner",
      given: async (app) => {
        await importBooks(app, ["one", "two"]);
        await importBooks(app, ["three"], (await app.learner()).id);
        await importBooks(app, ["four"], null);
      },
      send: ["GET", PATH],
      status: 200,
      body: {
        data: {
          data: [
            {
              remoteId: "two",
              sourceUrl: "https://c.example/wordbooks/two.json",
              version: "1",
              wordsImported: 1,
              wordsSkipped: 1,
              importedAt: "2026-05-01T12:00:01.000Z",
            },
            { remoteId: "one", wordsImported: 2, importedAt: "2026-05-01T12:00:00.000Z" },
          ],
          total: 2,
        },
      },
      after: async ({ deps, u1 }, { body }) => {
        const entries = body.data.data as { id: string; wordbookId: string }[];
        for (const entry of entries) expect(entry.id).toMatch(UUID_V4);
        const books = deps.database.selectFrom("wordbooks").select("id");
        const own = await books.where("user_id", "=", u1.id).execute();
        expect(entries.map((entry) => entry.wordbookId).toSorted()).toEqual(
          own.map((book) => book.id).toSorted(),
        );
      },
    },
    "returns one page at a time": {
      as: "learner",
      given: (app) => importBooks(app, ["one", "two", "three"]),
      send: ["GET", `${PATH}?page=2&perPage=2`],
      status: 200,
      body: { data: { data: [{ remoteId: "one" }], total: 3, page: 2, totalPages: 2 } },
    },
    "includes imports of deleted books": {
      as: "learner",
      given: async (app) => {
        await importBooks(app, ["one"]);
        await app.deps.database.deleteFrom("wordbooks").execute();
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { data: [{ remoteId: "one" }], total: 1 } },
    },
  });
});
