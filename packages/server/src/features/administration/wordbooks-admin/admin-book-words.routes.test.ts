import { describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { wordListsRoutes } from "../../library/word-lists/word-lists.routes.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { wordbooksAdminRoutes } from "./wordbooks-admin.routes.ts";

const routes = [wordbooksAdminRoutes, wordbooksRoutes, wordListsRoutes];
const PATH = "/api/admin/wordbooks";
const refused = (code: string) => ({ success: false, code });
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const tooMany = { status: 400, body: refused("WORDBOOK_TOO_MANY_WORDS") } as const;
const many = Array.from({ length: 501 }, (_, n) => `w${n}`);

/** A book, of the system or of u1, with three of the words Apple, Pear, pineapple and Fig. */
async function book(app: ScenarioApp, isOwn = false): Promise<string> {
  await app.words([
    { text: "Apple", meaning: "fruit" },
    { text: "Pear", meaning: "an apple's cousin", pronunciation: "peə", examples: ["a|b"] },
    { text: "pineapple", meaning: "=1+1" },
    { text: "Fig", meaning: "apple of the tree" },
  ]);
  const draft = { name: "Fruit", description: "", tags: [], userId: isOwn ? app.u1.id : null };
  const { id } = await createBook(app.deps, app.deps.database, draft);
  await addWordsToBook(app.deps.database, id, ["w3", "w2", "w1"], app.clock.nowMs());
  return id;
}

const about =
  (method: string, rest: string, body?: object, isOwn = false): Scenario["send"] =>
  async (app) => [method, `${PATH}/${await book(app, isOwn)}${rest}`, body];

const historyOf = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `${PATH}/${id}/history`, { headers: app.a1.headers })).body.data.data;

describe("GET /api/admin/wordbooks/{id}/words", () => {
  const lists = (query: string, texts: readonly string[]): Scenario => ({
    as: "admin",
    send: about("GET", `/words${query}`),
    status: 200,
    body: { data: { data: texts.map((text) => ({ text })), total: texts.length } },
  });
  scenarios(routes, {
    "lists by text, ignoring case": lists("", ["Apple", "Pear", "pineapple"]),
    "finds words by text and meaning, those that begin with it first": lists("?search=APPLE", [
      ...["Apple", "Pear", "pineapple"],
    ]),
    "ranks a beginning before earlier texts": lists("?search=p", [
      ...["Pear", "pineapple", "Apple"],
    ]),
    "takes the search literally": lists("?search=%25", []),
    "finds words by their reading, and without accents": {
      as: "admin",
      send: async (app) => {
        await app.words([{ text: "梨", meaning: "épine", language: "ja", reading: "なし" }]);
        const draft = { name: "Trees", description: "", tags: [], userId: null };
        const { id } = await createBook(app.deps, app.deps.database, draft);
        await addWordsToBook(app.deps.database, id, ["w1"], app.clock.nowMs());
        const find = (query: string) =>
          app.send("GET", `${PATH}/${id}/words?search=${query}`, { headers: app.a1.headers });
        expect((await find("epine")).body.data.total).toBe(1);
        return ["GET", `${PATH}/${id}/words?search=nashi`];
      },
      status: 200,
      body: { data: { data: [{ text: "梨" }], total: 1 } },
    },
    "lists by pages": {
      ...lists("?perPage=2&page=2", ["pineapple"]),
      body: { data: { data: [{ text: "pineapple" }], total: 3, totalPages: 2 } },
    },
    "shows learners' books as well": {
      ...lists("", []),
      send: about("GET", "/words", undefined, true),
      body: { data: { total: 3 } },
    },
    "refuses 101 characters": {
      as: "admin",
      send: about("GET", `/words?search=${"x".repeat(101)}`),
      ...unreadable,
    },
    "refuses an unknown book": { as: "admin", send: ["GET", `${PATH}/none/words`], ...absent },
  });
});

describe("POST /api/admin/wordbooks/{id}/words", () => {
  scenarios(routes, {
    "counts only new words, and notes them": {
      as: "admin",
      send: about("POST", "/words", { wordIds: ["w4", "w1", "w4"] }),
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { added: 1 } },
      after: async (app) => {
        const [entry = ""] = await auditEntries(app);
        const [, , id = ""] = entry.split(" ");
        expect(entry).toBe(`wordbook.add_words wordbook ${id} by a1`);
        expect(await lastAuditMetadata(app)).toEqual({ added: 1 });
        expect(await historyOf(app, id)).toMatchObject([
          { actorKind: "admin", actorId: "a1", action: "words_added", count: 1 },
        ]);
      },
    },
    "refuses 501 ids": {
      as: "admin",
      send: about("POST", "/words", { wordIds: many }),
      ...tooMany,
    },
    "refuses no ids": {
      as: "admin",
      send: about("POST", "/words", { wordIds: [] }),
      ...unreadable,
    },
    "refuses a learner's book": {
      as: "admin",
      send: about("POST", "/words", { wordIds: ["w4"] }, true),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "admin",
      send: ["POST", `${PATH}/none/words`, { wordIds: ["w1"] }],
      ...absent,
    },
  });
});

describe("DELETE /api/admin/wordbooks/{id}/words", () => {
  scenarios(routes, {
    "removes words from the book but not from the library, and records them": {
      as: "admin",
      send: about("DELETE", "/words", { wordIds: ["w1", "w3", "w4", "none"] }),
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { removed: 2 } },
      after: async (app) => {
        const [entry = ""] = await auditEntries(app);
        const [, , id = ""] = entry.split(" ");
        expect(entry).toBe(`wordbook.remove_words wordbook ${id} by a1`);
        expect(await historyOf(app, id)).toMatchObject([{ action: "words_removed", count: 2 }]);
        const words = await app.deps.database.selectFrom("words").selectAll().execute();
        expect(words).toHaveLength(4);
      },
    },
    "refuses 501 ids": {
      as: "admin",
      send: about("DELETE", "/words", { wordIds: many }),
      ...tooMany,
    },
    "refuses a learner's book": {
      as: "admin",
      send: about("DELETE", "/words", { wordIds: ["w1"] }, true),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "admin",
      send: ["DELETE", `${PATH}/none/words`, { wordIds: ["w1"] }],
      ...absent,
    },
  });
});

describe("GET /api/admin/wordbooks/{id}/history", () => {
  scenarios(routes, {
    "lists a learner's changes to a book, newest first": {
      as: "admin",
      send: async (app) => {
        await app.words([{}, {}]);
        const { headers } = app.u1;
        const own = "/api/wordbooks";
        const { body } = await app.send("POST", own, { headers, body: { name: "Mine" } });
        const path = `${own}/${body.data.id}`;
        const change = async (method: string, rest: string, sent?: object) => {
          app.clock.advance(1_000);
          const reply = await app.send(method, path + rest, { headers, body: sent });
          expect(reply.status, reply.text).toBe(200);
        };
        await change("PATCH", "", { name: "Ours" });
        await change("PATCH", "", { description: "Of words" });
        await change("POST", "/words", { wordIds: ["w1", "w2"] });
        await change("POST", "/words", { wordIds: ["w1"] });
        await change("DELETE", "/words/w1");
        await change("POST", "/words/text", { text: "text w1\nnew\tword", mode: "add" });
        return ["GET", `${PATH}/${body.data.id}/history`];
      },
      status: 200,
      after: ({ u1 }, { body }) => {
        const by = { actorKind: "user", actorId: u1.id };
        expect(body.data.data).toMatchObject([
          { ...by, action: "words_added", count: 2 },
          { ...by, action: "words_removed", count: 1 },
          { ...by, action: "words_added", count: 2 },
          { ...by, action: "renamed", count: null, detail: "Renamed from Mine to Ours" },
          { ...by, action: "created", at: "2026-05-01T12:00:00.000Z" },
        ]);
        expect(body.data.total).toBe(5);
      },
    },
    "keeps the last 1000 changes": {
      as: "admin",
      send: async (app) => {
        const id = await book(app);
        const rows = Array.from({ length: 1_050 }, (_, n) => ({
          id: `step-${n}`,
          wordbook_id: id,
          at_ms: n,
          actor_kind: "system" as const,
          actor_id: null,
          action: "synced" as const,
          count: null,
          detail: `${n}`,
        }));
        await app.deps.database.insertInto("wordbook_history").values(rows).execute();
        const { headers } = app.a1;
        await app.send("PATCH", `${PATH}/${id}`, { headers, body: { name: "Last" } });
        return ["GET", `${PATH}/${id}/history?page=10&perPage=100`];
      },
      status: 200,
      after: (_, { body }) => {
        expect(body.data.total).toBe(1_000);
        expect(body.data.data.at(-1)).toMatchObject({ detail: "51" });
      },
    },
    "refuses an unknown book": { as: "admin", send: ["GET", `${PATH}/none/history`], ...absent },
  });
});

describe("GET /api/admin/wordbooks/{id}/export", () => {
  const words = [
    ["pineapple", "=1+1", null, []],
    ["Pear", "an apple's cousin", "peə", ["a|b"]],
    ["Apple", "fruit", null, []],
  ].map(([spelling, meaning, phonetic, examples]) => {
    return { spelling, phonetic, meanings: [meaning], examples, audioUrl: null };
  });
  scenarios(routes, {
    "is a file in the center's format, in the order of the book, and is recorded": {
      as: "admin",
      send: about("GET", "/export"),
      status: 200,
      headers: {
        "content-type": "application/json",
        "content-disposition":
          "attachment; filename=\"Fruit-20260501.json\"; filename*=UTF-8''Fruit-20260501.json",
        "x-audit-id": /^\d+$/,
      },
      after: async (app, { text }) => {
        const [entry = ""] = await auditEntries(app);
        const [, , id] = entry.split(" ");
        expect(entry).toBe(`wordbook.export wordbook ${id} by a1`);
        expect(await lastAuditMetadata(app)).toEqual({ format: "json" });
        expect(JSON.parse(text)).toEqual({
          id,
          name: "Fruit",
          description: "",
          wordCount: 3,
          coverImage: null,
          tags: [],
          version: "",
          author: "",
          downloadCount: 0,
          words: words.map((word) => expect.objectContaining(word)),
        });
      },
    },
    "is JSON for an empty book too": {
      as: "admin",
      send: async (app) => {
        const id = await book(app);
        await app.deps.database.deleteFrom("wordbook_words").execute();
        return ["GET", `${PATH}/${id}/export`];
      },
      status: 200,
      after: (_, { text }) => expect(JSON.parse(text)).toMatchObject({ wordCount: 0, words: [] }),
    },
    "is JSON for a book of several pages": {
      as: "admin",
      send: async (app) => {
        const id = await book(app);
        const more = await app.words(Array.from({ length: 401 }, () => ({})));
        const ids = more.map((word) => word.id);
        await addWordsToBook(app.deps.database, id, ids, 0);
        return ["GET", `${PATH}/${id}/export`];
      },
      status: 200,
      after: (_, { text }) => expect(JSON.parse(text).words).toHaveLength(404),
    },
    "is a CSV file": {
      as: "admin",
      send: about("GET", "/export?format=csv", undefined, true),
      status: 200,
      headers: { "content-type": "text/csv; charset=utf-8" },
      after: (_, { text }) => {
        expect(text.split("\r\n").slice(0, 2)).toEqual([
          expect.stringMatching(/^\uFEFFtext,meaning,language,meaningLanguage,/),
          "pineapple,'=1+1,en,en,,,,0.5,,,,",
        ]);
      },
    },
    "is plain lines": {
      as: "admin",
      send: about("GET", "/export?format=txt"),
      status: 200,
      after: (_, { text }) =>
        expect(text).toBe("pineapple\t=1+1\nPear\tan apple's cousin\nApple\tfruit\n"),
    },
    "refuses an unknown format": {
      as: "admin",
      send: about("GET", "/export?format=xml"),
      ...unreadable,
    },
    "refuses an unknown book": { as: "admin", send: ["GET", `${PATH}/none/export`], ...absent },
  });
});
