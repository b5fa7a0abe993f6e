import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { deleteWord } from "../words/words.service.ts";
import { favoritesRoutes } from "./favorites.routes.ts";
import { addFavorite } from "./favorites.service.ts";

const PATH = "/api/word-favorites";
const NOON = "2026-05-01T12:00:00.000Z";
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

/** Adds words w1, w2 and w3, and favorites of this learner, one second apart. */
async function favor(app: ScenarioApp, wordIds: readonly string[], learner = app.u1) {
  if ((await app.deps.database.selectFrom("words").select("id").execute()).length === 0) {
    await app.words([{}, {}, {}]);
  }
  for (const wordId of wordIds) {
    await addFavorite(app.deps, { ...learner, kind: "learner" }, wordId);
    app.clock.advance(1000);
  }
}

describe("GET /api/word-favorites", () => {
  scenarios(favoritesRoutes, {
    "is empty without favorites": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      body: { success: true, data: { data: [], total: 0, page: 1, perPage: 20, totalPages: 0 } },
    },
    "lists own favorites with their words, newest first": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1", "w2"]);
        await favor(app, ["w3"], await app.learner());
      },
      send: ["GET", PATH],
      status: 200,
      body: {
        data: {
          data: [
            { wordId: "w2", favorited: true, word: { id: "w2", text: "text w2" } },
            { wordId: "w1", favorited: true, createdAt: NOON, word: { id: "w1" } },
          ],
          total: 2,
        },
      },
    },
    "lists by pages": {
      as: "learner",
      given: (app) => favor(app, ["w1", "w2", "w3"]),
      send: ["GET", `${PATH}?page=2&perPage=2`],
      status: 200,
      body: { data: { data: [{ wordId: "w1" }], total: 3, page: 2, perPage: 2, totalPages: 2 } },
    },
    "leaves out deleted words": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1", "w2"]);
        await deleteWord(app.deps, "w2");
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { data: [{ wordId: "w1" }], total: 1 } },
    },
    "leaves out a deleted word whose favorite still exists": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1", "w2"]);
        await app.deps.database.deleteFrom("words").where("id", "=", "w1").execute();
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { data: [{ wordId: "w2" }], total: 1 } },
    },
    "refuses a page that is not a number": {
      as: "learner",
      send: ["GET", `${PATH}?page=x`],
      ...unreadable,
    },
  });
});

describe("GET /api/word-favorites/status", () => {
  const path = `${PATH}/status`;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join();
  scenarios(favoritesRoutes, {
    "answers in the given order, whether words exist or not": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1"]);
        await favor(app, ["w2"], await app.learner());
      },
      send: ["GET", `${path}?wordIds=w3,%20w1,w2,,none`],
      status: 200,
      after: (_, { body }) =>
        expect(body).toEqual({
          success: true,
          data: [
            { wordId: "w3", favorited: false, createdAt: null },
            { wordId: "w1", favorited: true, createdAt: NOON },
            { wordId: "w2", favorited: false, createdAt: null },
            { wordId: "none", favorited: false, createdAt: null },
          ],
        }),
    },
    "accepts 500 ids": {
      as: "learner",
      send: ["GET", `${path}?wordIds=${ids(500)}`],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(500),
    },
    "refuses 501 ids": {
      as: "learner",
      send: ["GET", `${path}?wordIds=${ids(501)}`],
      status: 400,
      body: refused("WORD_FAVORITES_TOO_MANY_IDS"),
    },
    "refuses a request without ids": { as: "learner", send: ["GET", path], ...unreadable },
    "refuses blank ids": { as: "learner", send: ["GET", `${path}?wordIds=,%20`], ...unreadable },
  });
});

describe("POST /api/word-favorites/:wordId", () => {
  const path = `${PATH}/w1`;
  scenarios(favoritesRoutes, {
    "marks a word": {
      as: "learner",
      given: (app) => favor(app, []),
      send: ["POST", path],
      status: 200,
      after: (_, { body }) =>
        expect(body).toEqual({
          success: true,
          data: { wordId: "w1", favorited: true, createdAt: NOON },
        }),
    },
    "marks a word despite concurrent removals": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1"]);
        const again = (n: number) => app.send(n % 2 ? "DELETE" : "POST", path, app.u1);
        const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => again(n)));
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      },
      send: ["POST", path],
      status: 200,
      body: { data: { wordId: "w1", favorited: true } },
    },
    "leaves an existing favorite unchanged": {
      as: "learner",
      given: (app) => favor(app, ["w1"]),
      twice: true,
      send: ["POST", path],
      status: 200,
      body: { data: { createdAt: NOON } },
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("word_favorites").selectAll().execute();
        expect(rows).toHaveLength(1);
      },
    },
    "marks it for the caller only": {
      as: "learner",
      given: async (app) => favor(app, ["w1"], await app.learner()),
      send: ["POST", path],
      status: 200,
      body: { data: { createdAt: "2026-05-01T12:00:01.000Z" } },
    },
    "does not find an unknown word": { as: "learner", send: ["POST", path], ...absent },
    "does not find a malformed word id": {
      as: "learner",
      send: ["POST", `${PATH}/no%20word%20at%20all`],
      ...absent,
    },
  });
});

describe("DELETE /api/word-favorites/:wordId", () => {
  const path = `${PATH}/w1`;
  scenarios(favoritesRoutes, {
    "removes the favorite, for the caller only": {
      as: "learner",
      given: async (app) => {
        await favor(app, ["w1", "w2"]);
        await favor(app, ["w1"], await app.learner());
      },
      send: ["DELETE", path],
      status: 200,
      body: { success: true, data: { wordId: "w1", favorited: false, deleted: true } },
      after: async ({ deps, u1 }) => {
        const rows = await deps.database.selectFrom("word_favorites").selectAll().execute();
        const left = rows.map((row) => [row.user_id === u1.id, row.word_id]);
        expect(left.toSorted()).toEqual([
          [false, "w1"],
          [true, "w2"],
        ]);
      },
    },
    "succeeds for a word that is not a favorite": {
      as: "learner",
      given: (app) => favor(app, []),
      send: ["DELETE", path],
      status: 200,
      body: { data: { wordId: "w1", favorited: false, deleted: false } },
    },
    "succeeds for an unknown word": {
      as: "learner",
      send: ["DELETE", `${PATH}/none`],
      status: 200,
      body: { data: { wordId: "none", favorited: false, deleted: false } },
    },
  });
});
