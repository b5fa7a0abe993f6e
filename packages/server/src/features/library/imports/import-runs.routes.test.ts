import { describe, expect } from "vitest";
import { scenarios, type Scenario } from "../../../testing/app/scenarios.ts";
import {
  HOUSE_AND_TREE,
  LIST,
  post,
  ready,
  run,
  shown,
  stored,
  work,
} from "../../../testing/rows/file-imports.ts";
import { createBook } from "../wordbooks/wordbooks.service.ts";
import { importsRoutes } from "./imports.routes.ts";

const refused = (code: string) => ({ success: false, code });
const learner = { as: "learner" } as const;
const planned =
  (options: object, content?: string): Scenario["send"] =>
  async (app) => ["POST", `/api/imports/${await ready(app, content)}/plan`, options];

const counted = (counts: object) => ({ data: { state: "ready", counts } });

describe("POST /api/imports/{id}/plan", () => {
  scenarios(importsRoutes, {
    "counts what would be done, and does nothing": {
      ...learner,
      send: planned({}),
      status: 200,
      body: {
        data: {
          state: "ready",
          options: {},
          problems: [],
          counts: {
            words: 2,
            withoutMeaning: 0,
            own: 2,
            linked: 0,
            filled: 0,
            replaced: 0,
            duplicates: 0,
            unknown: 0,
            invalid: 0,
            books: 1,
            reviews: 0,
            reviewsKnown: 0,
            media: 0,
            mediaBytes: 0,
          },
        },
      },
      after: async (app) => expect(await stored(app)).toEqual({ words: [], books: [] }),
    },

    "tells duplicates, rows without a word, and words that nothing knows": {
      ...learner,
      send: planned({}, `${LIST}das  Haus;house;\n;x;\nRatlos;;\n`),
      status: 200,
      body: {
        data: {
          counts: { words: 2, own: 2, duplicates: 1, invalid: 1, unknown: 1 },
          problems: [{ where: "line 5", code: "no_text" }],
          problemCount: 1,
        },
      },
    },

    "takes a bare word from the library, and adds a word with another meaning": {
      ...learner,
      send: async (app) => {
        await app.words([
          { text: "Gift", meaning: "present", language: "en" },
          { text: "Ofen", meaning: "stove", language: "de" },
        ]);
        const id = await ready(app, "Wort;Englisch\nGift;poison\nOfen;\n");
        return ["POST", `/api/imports/${id}/plan`, { language: "de" }];
      },
      status: 200,
      body: counted({ own: 1, linked: 1, words: 2 }),
    },

    "counts the words whose cell says no meaning, and gives them that of the library": {
      ...learner,
      send: async (app) => {
        await app.words([{ text: "Ofen", meaning: "stove", language: "de" }]);
        const id = await ready(app, "Wort;Englisch\nOfen;n.\nTisch;—\nRatlos;adj.\nBank;bench\n");
        return ["POST", `/api/imports/${id}/plan`, { language: "de" }];
      },
      status: 200,
      body: counted({ words: 4, linked: 1, own: 3, unknown: 0, withoutMeaning: 2 }),
    },

    "links or leaves out words of the same text if asked to": {
      ...learner,
      send: async (app) => {
        await app.words([{ text: "das Haus", meaning: "building", language: "de" }]);
        const id = await ready(app);
        const link = await post(app, `/api/imports/${id}/plan`, { onDuplicate: "link" });
        expect(link.body.data.counts).toMatchObject({ linked: 1, own: 1, words: 2 });
        return ["POST", `/api/imports/${id}/plan`, { onDuplicate: "skip" }];
      },
      status: 200,
      body: counted({ linked: 0, own: 1, words: 1, duplicates: 1 }),
    },

    "reads the file as the options say": {
      ...learner,
      send: planned({ columns: { 1: "text", 0: "meaning" }, hasHeader: false, separator: ";" }),
      status: 200,
      body: {
        data: {
          counts: { own: 3 },
          preview: { hasHeader: false, rowCount: 3 },
          options: { hasHeader: false, separator: ";" },
        },
      },
    },

    "refuses options of other values": {
      ...learner,
      send: planned({ onDuplicate: "maybe" }),
      status: 400,
      body: refused("IMPORT_INVALID_OPTIONS"),
    },

    "names every option that does not suit the file": {
      ...learner,
      send: planned({ sheet: "Sheet9", language: "x_y", decks: ["none"], columns: { a: "text" } }),
      status: 400,
      body: {
        ...refused("IMPORT_INVALID_OPTIONS"),
        faults: [{ path: "language" }, { path: "sheet" }, { path: "decks" }, { path: "columns.a" }],
      },
    },

    "refuses columns without a word": {
      ...learner,
      send: planned({ columns: { 0: "ignore", 1: "meaning" } }),
      status: 400,
      body: refused("IMPORT_INVALID_OPTIONS"),
    },

    "refuses a book that is somebody else's": {
      ...learner,
      send: async (app) => {
        const other = await app.learner();
        const draft = { name: "B", description: "", tags: [], userId: other.id };
        const { id: wordbookId } = await createBook(app.deps, app.deps.database, draft);
        return ["POST", `/api/imports/${await ready(app)}/plan`, { wordbookId }];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },

    "refuses a book that is not there": {
      ...learner,
      send: planned({ wordbookId: "none" }),
      status: 404,
      body: refused("NOT_FOUND"),
    },

    "refuses a finished import": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await run(app)}/plan`, {}],
      status: 409,
      body: refused("IMPORT_STATE"),
    },

    "refuses an import that is not the learner's": {
      ...learner,
      send: ["POST", "/api/imports/none/plan", {}],
      status: 404,
      body: refused("NOT_FOUND"),
    },
  });
});

describe("POST /api/imports/{id}/run", () => {
  scenarios(importsRoutes, {
    "imports the words into a new book with the file's name": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await ready(app)}/run`],
      status: 202,
      body: { data: { state: "importing", progress: 0 } },
      after: async (app, { body }) => {
        await work(app);
        expect(await stored(app)).toEqual({
          words: HOUSE_AND_TREE,
          books: [
            ["Liste", "das Haus"],
            ["Liste", "der Baum"],
          ],
        });
        expect(await shown(app, body.data.id)).toMatchObject({
          state: "done",
          progress: 1,
          finishedAt: expect.any(String),
          counts: { own: 2, words: 2, books: 1 },
          bookIds: [expect.any(String)],
        });
      },
    },

    "tells how many of the words have no meaning": {
      ...learner,
      send: async (app) => {
        const list = "Wort;Englisch\nTisch;—\nBank;bench\n";
        return ["GET", `/api/imports/${await run(app, { language: "de" }, list)}`];
      },
      status: 200,
      body: { data: { state: "done", counts: { words: 2, withoutMeaning: 1 } } },
    },

    "tells of an import of an earlier version that no words without a meaning are known": {
      ...learner,
      send: async (app) => {
        const id = await run(app);
        const { withoutMeaning: _none, ...counts } = (await shown(app, id)).counts;
        await app.deps.database
          .updateTable("imports")
          .set({ counts_json: JSON.stringify(counts) })
          .execute();
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { counts: { words: 2, withoutMeaning: 0 } } },
    },

    "does exactly what the plan with the same options said": {
      ...learner,
      send: async (app) => {
        await app.words([{ text: "Ofen", meaning: "stove", language: "de" }]);
        const content = `${LIST}Ofen;;\nder Baum;tree;\n;x;\nRatlos;;\n`;
        const id = await ready(app, content);
        const plan = await post(app, `/api/imports/${id}/plan`);
        await post(app, `/api/imports/${id}/run`);
        await work(app);
        expect((await shown(app, id)).counts).toEqual(plan.body.data.counts);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "done" } },
    },

    "changes nothing the second time": {
      ...learner,
      send: async (app) => {
        await run(app);
        const before = await stored(app);
        const id = await run(app);
        expect(await stored(app)).toEqual(before);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { counts: { words: 0, duplicates: 2, books: 0 } } },
    },

    "makes a book for each heading if asked to": {
      ...learner,
      send: async (app) => {
        const list = "# A\nHaus = house\n# B\nBaum = tree\nHaus = house\n";
        const id = await ready(app, list, "list.txt");
        await post(app, `/api/imports/${id}/run`, { newBooks: "by_deck" });
        await work(app);
        expect((await stored(app)).books).toEqual(
          expect.arrayContaining([
            ["A", "Haus"],
            ["B", "Baum"],
            ["B", "Haus"],
          ]),
        );
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { counts: { own: 2, duplicates: 1, books: 2 } } },
    },

    "gives own words the new values if asked to": {
      ...learner,
      send: async (app) => {
        await run(app);
        const id = await run(app, { onDuplicate: "replace" }, "Wort;Englisch\ndas Haus;home\n");
        expect((await stored(app)).words[0]).toEqual(["das Haus", "home", "de"]);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { counts: { replaced: 1, words: 1, own: 0 } } },
    },

    "refuses more own words than a learner may have, and stores none": {
      ...learner,
      settings: { LIMITS_MAX_OWN_WORDS: "1" },
      send: async (app) => ["POST", `/api/imports/${await ready(app)}/run`, {}],
      status: 409,
      body: refused("OWN_WORDS_LIMIT"),
      after: async (app) => expect(await stored(app)).toEqual({ words: [], books: [] }),
    },

    "refuses options that do not suit the file": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await ready(app)}/run`, { sheet: "none" }],
      status: 400,
      body: refused("IMPORT_INVALID_OPTIONS"),
    },

    "refuses a system book": {
      ...learner,
      send: async (app) => {
        const draft = { name: "B", description: "", tags: [], userId: null };
        const { id: wordbookId } = await createBook(app.deps, app.deps.database, draft);
        return ["POST", `/api/imports/${await ready(app)}/run`, { wordbookId }];
      },
      status: 403,
      body: refused("FORBIDDEN"),
    },

    "refuses an import that is not there": {
      ...learner,
      send: ["POST", "/api/imports/none/run", {}],
      status: 404,
      body: refused("NOT_FOUND"),
    },

    "refuses to run twice": {
      ...learner,
      send: async (app) => ["POST", `/api/imports/${await run(app)}/run`, {}],
      status: 409,
      body: refused("IMPORT_STATE"),
    },

    "begins again after its process died, and doubles nothing": {
      ...learner,
      send: async (app) => {
        const id = await run(app);
        const { database } = app.deps;
        await database.updateTable("imports").set({ state: "importing" }).execute();
        await work(app);
        expect((await stored(app)).words).toEqual(HOUSE_AND_TREE);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "done", counts: { own: 2, books: 1 } } },
    },
  });
});
