import { describe, expect } from "vitest";
import { auditEntries, lastAuditMetadata } from "../../../testing/rows/audit-entries.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { removeDeadImports } from "../../library/library-imports/library-imports.service.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { markWordsMastered } from "../../progress/word-states/word-states.service.ts";
import { applyAnswers } from "../../study/records/apply.service.ts";
import { studyConfigRoutes } from "../../study/study-config/study-config.routes.ts";
import { wordbooksAdminRoutes } from "./wordbooks-admin.routes.ts";

const routes = [wordbooksAdminRoutes, wordbooksRoutes, studyConfigRoutes];
const PATH = "/api/admin/wordbooks";
const NOON = "2026-05-01T12:00:00.000Z";
const refused = (code: string) => ({ success: false, code });
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const invalid = (code: string) => ({ status: 400, body: refused(code) }) as const;
const unreadable = invalid("INVALID_REQUEST_BODY");

/** Creates a book with these words, a system book without an owner. @returns its id */
async function book(
  app: ScenarioApp,
  name: string,
  { userId = null as string | null, wordIds = [] as string[], tags = [] as string[] } = {},
): Promise<string> {
  const { id } = await createBook(app.deps, app.deps.database, {
    name,
    description: `About ${name}`,
    tags,
    userId,
  });
  await addWordsToBook(app.deps.database, id, wordIds, app.clock.nowMs());
  app.clock.advance(1_000);
  return id;
}

const choose = async (app: ScenarioApp, ids: string[], learner = app.u1) =>
  app.send("PUT", "/api/study-config", {
    headers: learner.headers,
    body: { selectedWordbookIds: ids },
  });

const chosen = async (app: ScenarioApp, learner = app.u1) =>
  (await app.send("GET", "/api/study-config", { headers: learner.headers })).body.data
    .selectedWordbookIds;

const historyOf = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `${PATH}/${id}/history`, { headers: app.a1.headers })).body.data.data;

/** A request about a system book with the words w1 and w2. */
const about =
  (method: string, rest: string, body?: object): Scenario["send"] =>
  async (app) => {
    await app.words([{}, {}, {}]);
    return [method, `${PATH}/${await book(app, "Book", { wordIds: ["w1", "w2"] })}${rest}`, body];
  };

/** Like `about`, for a book of learner u1. */
const aboutOwn =
  (method: string, rest: string, body?: object): Scenario["send"] =>
  async (app) => [method, `${PATH}/${await book(app, "Own", { userId: app.u1.id })}${rest}`, body];

describe("GET /api/admin/wordbooks", () => {
  const given = async (app: ScenarioApp) => {
    await app.words([{}, {}]);
    const first = await book(app, "First", { wordIds: ["w1", "w2", "none"], tags: ["a"] });
    await book(app, "Second % book", { userId: app.u1.id, wordIds: ["w1"] });
    const third = await book(app, "Third");
    await choose(app, [first, third]);
    await choose(app, [first], await app.learner());
  };
  const lists = (query: string, names: readonly string[]): Scenario => ({
    as: "admin",
    given,
    send: ["GET", PATH + query],
    status: 200,
    body: { data: { data: names.map((name) => ({ name })), total: names.length } },
  });
  scenarios(routes, {
    "shows owner, words, tags and learners of all books, newest first": {
      ...lists("", ["Third", "Second % book", "First"]),
      after: ({ u1 }, { body }) => {
        const [third, second, first] = body.data.data;
        expect(third).toMatchObject({ wordCount: 0, activeUsers: 1, tags: [] });
        const owner = { userId: u1.id, ownerEmail: u1.email };
        expect(second).toMatchObject({ type: "user", ...owner, wordCount: 1, activeUsers: 0 });
        const { id: _, ...shown } = first;
        expect(shown).toEqual({
          name: "First",
          description: "About First",
          type: "system",
          userId: null,
          ownerEmail: null,
          wordCount: 2,
          activeUsers: 2,
          tags: ["a"],
          createdAt: NOON,
          language: "en",
          meaningLanguage: "en",
          isRanked: false,
        });
        const counts = { all: 3, system: 2, user: 1, totalEntries: 4 };
        expect(body.data.counts).toEqual(counts);
      },
    },
    "lists those that most have chosen first": lists("?sort=hottest", [
      ...["First", "Third", "Second % book"],
    ]),
    "filters by type": {
      ...lists("?type=user", ["Second % book"]),
      after: (_, { body }) => expect(body.data.counts.all).toBe(3),
    },
    "searches in names, ignoring case": lists("?search=IR", ["Third", "First"]),
    "ignores case in names of every script": {
      ...lists(`?search=${encodeURIComponent("гЛАГОЛЫ É")}`, ["Глаголы été"]),
      given: async (app) => {
        await given(app);
        await book(app, "Глаголы été");
      },
    },
    "finds a name in other code points": {
      ...lists(`?search=${encodeURIComponent("Kid's ｃafe\u0301")}`, ["Kid’s café words"]),
      given: async (app) => {
        await given(app);
        await book(app, "Kid’s café words");
      },
    },
    "takes the search literally": lists("?search=%25", ["Second % book"]),
    "lists by pages": {
      ...lists("?perPage=1&page=3", ["First"]),
      body: { data: { data: [{ name: "First" }], total: 3, totalPages: 3 } },
    },
    "leaves out books that are being imported": {
      ...lists("?search=Third", []),
      given: async (app) => {
        await given(app);
        await app.deps.database.updateTable("wordbooks").set({ type: "importing" }).execute();
      },
    },
    "refuses an unknown order": { as: "admin", send: ["GET", `${PATH}?sort=best`], ...unreadable },
  });
});

describe("POST /api/admin/wordbooks", () => {
  const create = (body: object): Pick<Scenario, "as" | "send"> => ({
    as: "admin",
    send: ["POST", PATH, body],
  });
  scenarios(routes, {
    "creates a system book, and records it": {
      ...create({ name: " New ", description: "Of words", type: "system" }),
      status: 201,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { name: "New", description: "Of words", type: "system", userId: null } },
      after: async (app, { body }) => {
        const { id } = body.data;
        expect(await auditEntries(app)).toEqual([`wordbook.create wordbook ${id} by a1`]);
        expect(await historyOf(app, id)).toMatchObject([
          { at: NOON, actorKind: "admin", actorId: "a1", action: "created", count: null },
        ]);
      },
    },
    "says in which languages it is": {
      ...create({ name: "New", language: "DE", meaningLanguage: "zh-hans" }),
      status: 201,
      body: { data: { language: "de", meaningLanguage: "zh-Hans" } },
    },
    "has no language while it is empty": {
      ...create({ name: "New", language: null }),
      status: 201,
      body: { data: { language: null, meaningLanguage: null } },
    },
    "refuses a malformed language": {
      ...create({ name: "New", language: "german language" }),
      ...invalid("INVALID_LANGUAGE"),
    },
    "refuses a blank name": { ...create({ name: " " }), ...invalid("WORDBOOK_INVALID_NAME") },
    "refuses a name of 101 characters": {
      ...create({ name: "n".repeat(101) }),
      ...invalid("WORDBOOK_INVALID_NAME"),
    },
    "does not create a learner's book": { ...create({ name: "x", type: "user" }), ...unreadable },
  });
});

describe("PATCH /api/admin/wordbooks/{id}", () => {
  scenarios(routes, {
    "changes name, description and tags": {
      as: "admin",
      send: about("PATCH", "", { name: "Better", description: null, tags: ["a"] }),
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { name: "Better", description: "", type: "system", wordCount: 2 } },
      after: async (app, { body }) => {
        const { id } = body.data;
        expect(await auditEntries(app)).toEqual([`wordbook.update wordbook ${id} by a1`]);
        expect(await lastAuditMetadata(app)).toEqual({ fields: ["name", "description", "tags"] });
        const steps = await historyOf(app, id);
        expect(
          steps.map(({ action, detail }: Record<string, string>) => `${action}: ${detail}`),
        ).toEqual(expect.arrayContaining(["renamed: Renamed from Book to Better", "tags: a"]));
      },
    },
    "sets a language, whatever the words say": {
      as: "admin",
      send: about("PATCH", "", { language: "de" }),
      status: 200,
      body: { data: { name: "Book", language: "de", meaningLanguage: "en" } },
      after: async (app) => expect(await lastAuditMetadata(app)).toEqual({ fields: ["language"] }),
    },
    "returns to the language of its words": {
      as: "admin",
      send: async (app) => {
        await app.words([{}]);
        const path = `${PATH}/${await book(app, "Book", { wordIds: ["w1"] })}`;
        await app.send("PATCH", path, { body: { language: "de" }, headers: app.a1.headers });
        return ["PATCH", path, { language: null }];
      },
      status: 200,
      body: { data: { language: "en" } },
    },
    "keeps omitted fields": {
      as: "admin",
      send: about("PATCH", "", { description: "Other" }),
      status: 200,
      body: { data: { name: "Book", description: "Other" } },
      after: async (app, { body }) => expect(await historyOf(app, body.data.id)).toEqual([]),
    },
    "refuses nothing to change": { as: "admin", send: about("PATCH", "", {}), ...unreadable },
    "refuses a malformed language, and changes nothing": {
      as: "admin",
      send: about("PATCH", "", { name: "Other", meaningLanguage: "e" }),
      ...invalid("INVALID_LANGUAGE"),
      after: async (app) => expect(await auditEntries(app)).toEqual([]),
    },
    "refuses a blank name, and changes nothing": {
      as: "admin",
      send: about("PATCH", "", { name: "", description: "Other" }),
      ...invalid("WORDBOOK_INVALID_NAME"),
      after: async (app) => expect(await auditEntries(app)).toEqual([]),
    },
    "refuses 51 tags": {
      as: "admin",
      send: about("PATCH", "", { tags: Array.from({ length: 51 }, (_, n) => `${n}`) }),
      ...invalid("VALIDATION_ERROR"),
    },
    "refuses a learner's book": {
      as: "admin",
      send: aboutOwn("PATCH", "", { name: "x" }),
      ...forbidden,
    },
    "refuses an unknown book": {
      as: "admin",
      send: ["PATCH", `${PATH}/none`, { name: "x" }],
      ...absent,
    },
  });
});

describe("DELETE /api/admin/wordbooks/{id}", () => {
  scenarios(routes, {
    "deletes the book, its entries and its history; its words and states stay": {
      as: "admin",
      send: async (app) => {
        await app.words([{}, {}]);
        const { headers } = app.a1;
        const draft = { name: "Book" };
        const { body } = await app.send("POST", PATH, { headers, body: draft });
        const wordIds = ["w1", "w2"];
        await addWordsToBook(app.deps.database, body.data.id, wordIds, 0);
        await markWordsMastered(app.deps.database, app.u1.id, wordIds, app.clock.nowMs());
        return ["DELETE", `${PATH}/${body.data.id}`];
      },
      status: 200,
      headers: { "x-audit-id": /^\d+$/ },
      body: { data: { deleted: true } },
      after: async (app) => {
        const { database } = app.deps;
        const entries = await auditEntries(app);
        expect(entries.at(-1)).toMatch(/^wordbook\.delete wordbook .* by a1$/);
        await removeDeadImports(app.deps, new AbortController().signal);
        for (const table of ["wordbooks", "wordbook_words", "wordbook_history"] as const) {
          expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
        }
        for (const table of ["words", "word_states"] as const) {
          expect(await database.selectFrom(table).selectAll().execute(), table).toHaveLength(2);
        }
      },
    },
    "removes the book from every selection": {
      as: "admin",
      send: async (app) => {
        const [kept, gone] = [await book(app, "Kept"), await book(app, "Gone")];
        await choose(app, [gone, kept]);
        for (let n = 0; n < 101; n += 1) await choose(app, [gone], await app.learner());
        return ["DELETE", `${PATH}/${gone}`];
      },
      status: 200,
      after: async (app) => {
        const [kept] = await app.deps.database
          .selectFrom("wordbooks")
          .select("id")
          .where("name", "=", "Kept")
          .execute();
        expect(await chosen(app)).toEqual([kept?.id]);
        const rows = await app.deps.database
          .selectFrom("study_configs")
          .select("selected_wordbook_ids_json as ids")
          .where("user_id", "<>", app.u1.id)
          .execute();
        expect(new Set(rows.map(({ ids }) => ids))).toEqual(new Set(["[]"]));
        expect(rows).toHaveLength(101);
      },
    },
    "deletes once": { as: "admin", send: about("DELETE", ""), twice: true, ...absent },
    "refuses a learner's book, and leaves it selected": {
      as: "admin",
      send: async (app) => {
        const id = await book(app, "Own", { userId: app.u1.id });
        await choose(app, [id]);
        return ["DELETE", `${PATH}/${id}`];
      },
      ...forbidden,
      after: async (app) => expect(await chosen(app)).toHaveLength(1),
    },
    "refuses an unknown book": { as: "admin", send: ["DELETE", `${PATH}/none`], ...absent },
  });
});

describe("GET /api/admin/wordbooks/{id}/stats", () => {
  const answer = (app: ScenarioApp, userId: string, wordId: string, isCorrect: boolean) =>
    applyAnswers(app.deps, [
      {
        userId,
        draft: { wordId, isCorrect, responseTimeMs: 900 },
        acceptedAtMs: app.clock.nowMs(),
      },
    ]);
  scenarios(routes, {
    "counts words and answers of all learners": {
      as: "admin",
      send: async (app) => {
        await app.words([{}, {}, {}, {}]);
        const id = await book(app, "Book", { wordIds: ["w1", "w2", "w3", "none"] });
        const u2 = await app.learner();
        await choose(app, [id], u2);
        await answer(app, app.u1.id, "w1", false);
        app.clock.advance(31 * 86_400_000);
        await answer(app, app.u1.id, "w1", true);
        await answer(app, u2.id, "w1", true);
        await answer(app, u2.id, "w2", true);
        await answer(app, u2.id, "w2", false);
        await answer(app, u2.id, "w4", false);
        await markWordsMastered(app.deps.database, app.u1.id, ["w2"], app.clock.nowMs());
        const { headers } = await app.admin();
        return ["GET", `${PATH}/${id}/stats`, undefined, headers];
      },
      status: 200,
      body: {
        data: {
          wordCount: 3,
          activeUsers: 1,
          studiedWords: 2,
          masteredWords: 1,
          accuracy: 0.75,
        },
      },
    },
    "has no accuracy without answers": {
      as: "admin",
      send: aboutOwn("GET", "/stats"),
      status: 200,
      body: { data: { wordCount: 0, activeUsers: 0, studiedWords: 0, accuracy: null } },
    },
    "refuses an unknown book": { as: "admin", send: ["GET", `${PATH}/none/stats`], ...absent },
  });
});
