import { describe, expect } from "vitest";
import { scenarios } from "../../../testing/app/scenarios.ts";
import {
  HOUSE_AND_TREE,
  post,
  ready,
  run,
  shown,
  stored,
  work,
} from "../../../testing/rows/file-imports.ts";
import { addWordsToBook, createBook } from "../wordbooks/wordbooks.service.ts";
import { importsRoutes } from "./imports.routes.ts";

const refused = (code: string) => ({ success: false, code });
const learner = { as: "learner" } as const;

describe("POST /api/imports/{id}/undo", () => {
  scenarios(importsRoutes, {
    "removes the words and books that the import added": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await run(app)}/undo`],
      status: 202,
      body: { data: { state: "undoing" } },
      after: async (app, { body }) => {
        await work(app);
        expect(await stored(app)).toEqual({ words: [], books: [] });
        expect(await shown(app, body.data.id)).toMatchObject({ state: "undone", progress: 1 });
      },
    },

    "leaves earlier words, and words that have been moved since": {
      ...learner,
      send: async (app) => {
        const { deps, u1 } = app;
        const draft = { name: "Mine", description: "", tags: [], userId: u1.id };
        const book = await createBook(deps, deps.database, draft);
        const id = await run(app);
        const first = await deps.database
          .selectFrom("words")
          .select("id")
          .where("text", "=", "das Haus")
          .executeTakeFirstOrThrow();
        await addWordsToBook(deps.database, book.id, [first.id], 0);
        await post(app, `/api/imports/${id}/undo`);
        await work(app);
        expect(await stored(app)).toEqual({
          words: HOUSE_AND_TREE.slice(0, 1),
          books: [["Mine", "das Haus"]],
        });
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone" } },
    },

    "writes one entry into the history of a book, however many words go": {
      ...learner,
      send: async (app) => {
        const { deps, u1 } = app;
        const draft = { name: "Mine", description: "", tags: [], userId: u1.id };
        const book = await createBook(deps, deps.database, draft);
        const list = Array.from({ length: 250 }, (_, n) => `Wort ${n}\tword ${n}`).join("\n");
        const id = await run(app, { wordbookId: book.id }, list);
        await post(app, `/api/imports/${id}/undo`);
        await work(app);
        const steps = await deps.database
          .selectFrom("wordbook_history")
          .select(["action", "count", "actor_id"])
          .where("action", "in", ["words_added", "words_removed"])
          .orderBy("action")
          .execute();
        expect(steps).toEqual([
          { action: "words_added", count: 250, actor_id: u1.id },
          { action: "words_removed", count: 250, actor_id: u1.id },
        ]);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone" } },
    },

    "brings former values back": {
      ...learner,
      send: async (app) => {
        await run(app);
        const id = await run(app, { onDuplicate: "replace" }, "Wort;Englisch\ndas Haus;home\n");
        await post(app, `/api/imports/${id}/undo`);
        await work(app);
        expect((await stored(app)).words).toEqual(HOUSE_AND_TREE);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone" } },
    },

    "refuses an import that has not run": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await ready(app)}/undo`],
      status: 409,
      body: refused("IMPORT_STATE"),
    },

    "refuses an import that is not there": {
      ...learner,
      send: ["POST", "/api/imports/none/undo"],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("DELETE /api/imports/{id}, of an import that ran", () => {
  scenarios(importsRoutes, {
    "keeps what it imported": {
      ...learner,
      send: async (app) => ["DELETE", `/api/imports/${await run(app)}`],
      status: 200,
      body: { data: { deleted: true } },
      after: async (app) => expect((await stored(app)).words).toEqual(HOUSE_AND_TREE),
    },

    "takes back what it did if it is still running": {
      ...learner,
      send: async (app) => {
        const id = await run(app);
        await app.deps.database.updateTable("imports").set({ state: "importing" }).execute();
        return ["DELETE", `/api/imports/${id}`];
      },
      status: 200,
      after: async (app) => {
        await work(app);
        expect(await stored(app)).toEqual({ words: [], books: [] });
        const imports = await app.deps.database.selectFrom("imports").select("id").execute();
        expect(imports).toEqual([]);
      },
    },
  });
});
