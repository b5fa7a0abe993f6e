import { describe, expect } from "vitest";
import { bookFile, remoteBook, remoteWord } from "@wordloom/testing/neighbors/remote-book";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { removeDeadImports } from "../../library/library-imports/library-imports.service.ts";
import { storeBook } from "../../library/wordbook-center/center-import.service.ts";
import { wordbookCenterRoutes } from "../../library/wordbook-center/wordbook-center.routes.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { wordbooksRoutes } from "../../library/wordbooks/wordbooks.routes.ts";
import { markWordsMastered } from "../../progress/word-states/word-states.service.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";
import { wordbookRemovalRoutes } from "./wordbook-removal.routes.ts";

const routes = [wordbookRemovalRoutes, wordbooksRoutes, studyConfigRoutes, wordbookCenterRoutes];
const refused = (code: string) => ({ success: false, code });
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const deleted = { status: 200, body: { success: true, data: { deleted: true } } } as const;
const SOURCE = "https://c.example/wordbooks/demo.json";

/** Creates a book with the words w1 and w2. */
async function makeBook(app: ScenarioApp, userId: string | null): Promise<string> {
  if ((await idsOf(app, "words")).length === 0) await app.words([{}, {}]);
  const draft = { name: "Book", description: "", tags: [], userId };
  const { id } = await createBook(app.deps, app.deps.database, draft);
  await addWordsToBook(app.deps.database, id, ["w1", "w2"], app.clock.nowMs());
  return id;
}

async function importBook(app: ScenarioApp): Promise<string> {
  const file = bookFile(remoteBook([remoteWord("apple"), remoteWord("pear")]));
  return (await storeBook(app.deps, app.u1.id, SOURCE, file)).wordbook.id;
}

async function idsOf({ deps }: ScenarioApp, table: "words" | "wordbooks"): Promise<string[]> {
  const rows = await deps.database.selectFrom(table).select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function entriesLeft({ deps }: ScenarioApp): Promise<number> {
  await removeDeadImports(deps, new AbortController().signal);
  const entries = await deps.database.selectFrom("wordbook_words").selectAll().execute();
  const imported = await deps.database.selectFrom("wordbook_import_words").selectAll().execute();
  return entries.length + imported.length;
}

/** Deletes a book that `make` creates. */
const remove =
  (make: (app: ScenarioApp) => Promise<string>): Scenario["send"] =>
  async (app) => ["DELETE", `/api/wordbooks/${await make(app)}`];

const get = async (app: ScenarioApp, path: string, { headers } = app.u1) =>
  (await app.send("GET", path, { headers })).body.data;

const choose = (app: ScenarioApp, ids: string[], { headers } = app.u1) =>
  app.send("PUT", "/api/study-config", { body: { selectedWordbookIds: ids }, headers });

describe("DELETE /api/wordbooks/:id", () => {
  scenarios(routes, {
    "removes the book and its entries": {
      as: "learner",
      given: (app) => makeBook(app, null),
      send: remove((app) => makeBook(app, app.u1.id)),
      ...deleted,
      after: async (app) => {
        expect(await get(app, "/api/wordbooks/user")).toEqual([]);
        expect(await entriesLeft(app)).toBe(2);
        expect(await idsOf(app, "wordbooks")).toHaveLength(1);
      },
    },
    "keeps its words and what the learner knows about them": {
      as: "learner",
      send: remove(async (app) => {
        const id = await importBook(app);
        const words = await idsOf(app, "words");
        await markWordsMastered(app.deps.database, app.u1.id, words, app.clock.nowMs());
        return id;
      }),
      ...deleted,
      after: async (app) => {
        expect(await entriesLeft(app)).toBe(0);
        expect(await idsOf(app, "words")).toHaveLength(2);
        const states = app.deps.database.selectFrom("word_states").selectAll();
        expect(await states.execute()).toHaveLength(2);
      },
    },
    "keeps words that only the import of the book added": {
      as: "learner",
      send: remove(importBook),
      ...deleted,
      after: async (app) => {
        expect(await entriesLeft(app)).toBe(0);
        expect(await idsOf(app, "words")).toHaveLength(2);
      },
    },
    "removes the book from the learner's selection": {
      as: "learner",
      send: remove(async (app) => {
        const [kept, gone] = [await makeBook(app, null), await makeBook(app, app.u1.id)];
        await choose(app, [gone, kept]);
        return gone;
      }),
      ...deleted,
      after: async (app) => {
        const { selectedWordbookIds } = await get(app, "/api/study-config");
        const [kept] = await get(app, "/api/wordbooks/system");
        expect(selectedWordbookIds).toEqual([kept.id]);
      },
    },
    "selects all words if no other book was selected": {
      as: "learner",
      send: remove(async (app) => {
        const gone = await makeBook(app, app.u1.id);
        await choose(app, [gone]);
        return gone;
      }),
      ...deleted,
      after: async (app) => {
        expect(await get(app, "/api/study-config")).toMatchObject({ selectedWordbookIds: [] });
        const { words } = await get(app, "/api/study-config/today-words");
        expect(words).toHaveLength(2);
      },
    },
    "lets a book of the center be imported again, and keeps both imports in the history": {
      as: "learner",
      send: remove(importBook),
      ...deleted,
      after: async (app) => {
        const path = "/api/wordbook-center/import-history";
        const { data: before } = await get(app, path);
        expect(before).toMatchObject([{ wordbookId: null, remoteId: "demo", wordsImported: 2 }]);
        app.clock.advance(1000);
        const again = await importBook(app);
        const { data: history } = await get(app, path);
        expect(history).toMatchObject([
          { wordbookId: again, wordsImported: 0, wordsSkipped: 2 },
          { ...before[0] },
        ]);
        expect(await entriesLeft(app)).toBe(2);
        expect((await get(app, path)).data).toHaveLength(2);
      },
    },
    "deletes a book once": {
      as: "learner",
      send: async (app) => {
        const path = `/api/wordbooks/${await makeBook(app, app.u1.id)}`;
        const { headers } = app.u1;
        await app.send("DELETE", path, { headers });
        return ["DELETE", path];
      },
      ...absent,
    },
    "refuses a system book": {
      as: "learner",
      send: remove((app) => makeBook(app, null)),
      ...forbidden,
      after: async (app) => expect(await entriesLeft(app)).toBe(2),
    },
    "refuses another learner's book, and leaves it selected": {
      as: "learner",
      send: remove(async (app) => {
        const other = await app.learner();
        const book = await makeBook(app, other.id);
        await choose(app, [book], other);
        return book;
      }),
      ...forbidden,
      after: async (app) => {
        const rows = app.deps.database.selectFrom("study_configs").selectAll();
        const [row] = await rows.execute();
        expect(JSON.parse(row?.selected_wordbook_ids_json ?? "[]")).toHaveLength(1);
      },
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["DELETE", "/api/wordbooks/none"],
      ...absent,
    },
  });
});
