import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { apkgOf, BASIC, type TestDeck } from "@wordloom/imports/deck-for-tests";
import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { importsRoutes } from "../imports/imports.routes.ts";
import { importsWorker } from "../imports/imports.worker.ts";

const learner = { as: "learner" } as const;
const never = new AbortController().signal;

const CLOZE = {
  id: 2,
  name: "Cloze",
  isCloze: true,
  fields: ["Text", "Back Extra"],
  templates: ["{{cloze:Text}}"],
};
const PARENT = "D".repeat(98);

/** Three words in two decks, in another order than their notes; one word without a meaning. */
const DECK: TestDeck = {
  types: [BASIC, CLOZE],
  decks: [
    { id: 1, name: "Default" },
    { id: 2, name: `${PARENT}::Verben` },
  ],
  notes: [
    { id: 10, fields: ["das <b>Haus</b>", "the house"], tags: " marked A1 leech " },
    { id: 11, fields: ["der Baum", "the tree"] },
    { id: 12, type: 2, fields: ["Ich {{c1::gehe}} heim.", ""] },
    { id: 13, type: 2, fields: [`{{c1::${"x".repeat(61)}}} y`, ""] },
  ],
  cards: [
    { id: 100, nid: 10, due: 9, queue: -1 },
    { id: 101, nid: 10, ord: 1, due: 9, queue: -1 },
    { id: 110, nid: 11, due: 2, queue: -2, flags: 1 },
    { id: 120, nid: 12, did: 2, due: 1 },
    { id: 130, nid: 13, did: 2, due: 3 },
  ],
  reviews: [
    [1_700_000_000_001, 100, 3, 1, 0, 2500, 4000, 0],
    [1_700_000_000_002, 7, 3, 1, 0, 2500, 4000, 0],
  ],
  media: { "haus.mp3": "sound" },
};

/** Sends a deck and has it read. @returns the id of the import */
async function ready(app: ScenarioApp, content: Uint8Array = apkgOf(DECK), name = "Deutsch.apkg") {
  const headers = { ...app.u1.headers, "content-type": "application/octet-stream" };
  const path = `/api/imports?name=${encodeURIComponent(name)}`;
  const reply = await app.send("POST", path, { body: Buffer.from(content), headers });
  await importsWorker.run(app.deps, never);
  return reply.body.data.id as string;
}

const post = (app: ScenarioApp, path: string, body: object = {}) =>
  app.send("POST", path, { body, headers: app.u1.headers });

async function run(app: ScenarioApp, options: object = {}, content?: Uint8Array, name?: string) {
  const id = await ready(app, content, name);
  await post(app, `/api/imports/${id}/run`, options);
  await importsWorker.run(app.deps, never);
  return id;
}

const shown = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `/api/imports/${id}`, { headers: app.u1.headers })).body.data;

/** Everything of a deck that is stored. */
async function stored({ deps: { database } }: ScenarioApp) {
  const words = await database
    .selectFrom("words")
    .leftJoin("word_favorites", "word_favorites.word_id", "words.id")
    .leftJoin("suspended_words", "suspended_words.word_id", "words.id")
    .leftJoin("deck_notes", "deck_notes.word_id", "words.id")
    .leftJoin("deck_note_types", "deck_note_types.key", "deck_notes.type_key")
    .select(["words.text", "words.meaning", "words.language", "deck_note_types.name as type"])
    .select(["word_favorites.user_id as favorite", "suspended_words.reason", "deck_notes.guid"])
    .where("words.owner_id", "is not", null)
    .orderBy("words.seq")
    .execute();
  const books = await database
    .selectFrom("wordbooks")
    .innerJoin("wordbook_words", "wordbook_words.wordbook_id", "wordbooks.id")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .select(["wordbooks.name", "words.text"])
    .where("wordbooks.type", "=", "user")
    .orderBy("wordbooks.name", "desc")
    .orderBy("wordbook_words.position")
    .execute();
  return {
    words: words.map((row) => [
      ...[row.text, row.meaning, row.language, row.favorite !== null, row.reason],
      ...[row.guid, row.type],
    ]),
    books: books.map(({ name, text }) => [name, text]),
  };
}

const WORDS = [
  ["das Haus", "the house", "de", true, "suspended", "guid-10", "Basic"],
  ["der Baum", "the tree", "de", true, "buried", "guid-11", "Basic"],
  ["gehe", "", "en", false, null, "guid-12", "Cloze"],
];

async function tableSizes({ deps: { database } }: ScenarioApp) {
  const tables = [
    ...(["deck_notes", "deck_note_types", "word_favorites", "suspended_words"] as const),
  ];
  const sizes = tables.map(async (table) => {
    const rows = await database.selectFrom(table).selectAll().execute();
    return [table, rows.length];
  });
  return Object.fromEntries(await Promise.all(sizes)) as Record<string, number>;
}

describe("POST /api/imports with a deck", () => {
  scenarios(importsRoutes, {
    "shows its decks, note types, reviews and media": {
      ...learner,
      send: async (app) => ["GET", `/api/imports/${await ready(app)}`],
      status: 200,
      body: {
        data: {
          kind: "apkg",
          state: "ready",
          preview: {
            columns: [],
            rowCount: 4,
            languages: { text: "de", meaning: "en" },
            decks: [
              { id: "2", name: `${PARENT}::Verben`, notes: 2, cards: 2, reviews: 0 },
              { id: "1", name: "Default", notes: 2, cards: 3, reviews: 1 },
            ],
            noteTypes: [
              {
                id: "1",
                name: "Basic",
                notes: 2,
                guess: { Front: "text", Back: "meaning" },
                samples: ["das Haus", "the house"],
              },
              {
                id: "2",
                name: "Cloze",
                notes: 2,
                guess: { Text: "text", "Back Extra": "meaning" },
              },
            ],
            firstReviewAt: "2023-11-14T22:13:20.001Z",
            lastReviewAt: "2023-11-14T22:13:20.001Z",
            reviewCount: 1,
            mediaCount: 1,
            mediaBytes: 5,
          },
          problems: [
            { where: "note 4", code: "cloze_too_long" },
            { where: "review 2", code: "absent_card" },
          ],
          problemCount: 2,
        },
      },
    },

    "refuses a deck of a version that does not exist, and keeps nothing of it": {
      ...learner,
      send: async (app) => {
        const id = await ready(app, apkgOf({ ...DECK, schema: 99 }));
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: {
        data: {
          state: "failed",
          error: {
            code: "IMPORT_UNREADABLE",
            message: "col: The collection is of version 99; versions 11 to 18 are known.",
            problem: "too_new",
          },
        },
      },
      after: async (app) => expect(await stored(app)).toEqual({ words: [], books: [] }),
    },
  });
});

describe("POST /api/imports/{id}/plan of a deck", () => {
  const planned = (options: object) => async (app: ScenarioApp) =>
    ["POST", `/api/imports/${await ready(app)}/plan`, options] as const;
  const refusedOptions: Record<string, readonly [object, string]> = {
    "an unknown note type": [{ noteTypes: { 9: "ignore" } }, "noteTypes.9"],
    "an unknown field": [{ noteTypes: { 1: { Kana: "reading" } } }, "noteTypes.1.Kana"],
    "a note type without a word": [{ noteTypes: { 1: { Front: "ignore" } } }, "noteTypes.1"],
    "an unknown deck": [{ decks: ["9"] }, "decks"],
    "a language of an unknown deck": [{ languages: { 9: { language: "de" } } }, "languages.9"],
    "a language that is none": [{ languages: { 1: { language: "x" } } }, "languages.1"],
  };

  scenarios(importsRoutes, {
    "counts words and books, and tells what is left out": {
      ...learner,
      send: planned({ newBooks: "by_deck" }),
      status: 200,
      body: {
        data: {
          counts: { words: 3, withoutMeaning: 1, own: 3, invalid: 1, unknown: 0, books: 2 },
          problemCount: 2,
        },
      },
      after: async (app) => expect(await stored(app)).toEqual({ words: [], books: [] }),
    },

    "takes the decks, note types and suspended words that the learner wants": {
      ...learner,
      send: planned({ decks: ["1"], suspended: "leave_out" }),
      status: 200,
      body: { data: { counts: { words: 1, invalid: 0 } } },
    },

    ...Object.fromEntries(
      Object.entries(refusedOptions).map(([what, [options, path]]) => [
        `refuses ${what}`,
        {
          ...learner,
          send: planned(options),
          status: 400,
          body: { code: "IMPORT_INVALID_OPTIONS", faults: [{ path }] },
        },
      ]),
    ),
  });
});

describe("POST /api/imports/{id}/run of a deck", () => {
  scenarios(importsRoutes, {
    "stores words, books by deck, favorites, suspensions and where the words came from": {
      ...learner,
      send: async (app) => ["GET", `/api/imports/${await run(app, { newBooks: "by_deck" })}`],
      status: 200,
      body: { data: { state: "done", counts: { words: 3, withoutMeaning: 1, own: 3, books: 2 } } },
      after: async (app) =>
        expect(await stored(app)).toEqual({
          words: WORDS,
          books: [
            ["Default", "der Baum"],
            ["Default", "das Haus"],
            [`${"D".repeat(92)}::Verben`, "gehe"],
          ],
        }),
    },

    "puts the words of all decks into one book in the order of their cards": {
      ...learner,
      send: async (app) => ["GET", `/api/imports/${await run(app)}`],
      status: 200,
      after: async (app) =>
        expect((await stored(app)).books).toEqual([
          ["Deutsch", "gehe"],
          ["Deutsch", "der Baum"],
          ["Deutsch", "das Haus"],
        ]),
    },

    "changes nothing the second time": {
      ...learner,
      send: async (app) => {
        await run(app);
        return ["GET", `/api/imports/${await run(app)}`];
      },
      status: 200,
      body: { data: { state: "done", counts: { words: 0, duplicates: 3, books: 0 } } },
      after: async (app) => expect((await stored(app)).words).toEqual(WORDS),
    },

    "knows a note by its guid, whatever the word and the note say by now": {
      ...learner,
      send: async (app) => {
        await run(app);
        await app.deps.database
          .updateTable("words")
          .set({ text: "Haus", text_folded: "haus", meaning: "home", meaning_folded: "home" })
          .where("text", "=", "das Haus")
          .execute();
        const notes = [...(DECK.notes ?? [])].with(1, { id: 11, fields: ["Baum", "a tree"] });
        return ["GET", `/api/imports/${await run(app, {}, apkgOf({ ...DECK, notes }))}`];
      },
      status: 200,
      body: { data: { counts: { words: 0, duplicates: 3 } } },
      after: async (app) =>
        expect((await stored(app)).words.map((row) => row[0])).toEqual([
          "Haus",
          "der Baum",
          "gehe",
        ]),
    },

    "gives a word that is known by its guid the values of the note, if replacing": {
      ...learner,
      send: async (app) => {
        await run(app);
        const notes = [...(DECK.notes ?? [])].with(1, { id: 11, fields: ["Baum", "a tree"] });
        const options = { onDuplicate: "replace" };
        return ["GET", `/api/imports/${await run(app, options, apkgOf({ ...DECK, notes }))}`];
      },
      status: 200,
      body: { data: { counts: { words: 1, replaced: 1, duplicates: 2 } } },
      after: async (app) =>
        expect((await stored(app)).words[1]).toEqual([
          "Baum",
          "a tree",
          "de",
          true,
          "buried",
          "guid-11",
          "Basic",
        ]),
    },

    "keeps what is newer of a note that comes again, and never what is older": {
      ...learner,
      send: async (app) => {
        await run(app);
        const cards = [...(DECK.cards ?? [])].with(2, { id: 110, nid: 11, due: 2, reps: 4 });
        await run(app, {}, apkgOf({ ...DECK, cards }));
        return ["GET", `/api/imports/${await run(app)}`];
      },
      status: 200,
      after: async ({ deps: { database } }) => {
        const row = await database
          .selectFrom("deck_notes")
          .select("cards_json")
          .where("guid", "=", "guid-11")
          .executeTakeFirstOrThrow();
        expect(JSON.parse(row.cards_json)).toMatchObject([{ id: 110, repetitions: 4 }]);
      },
    },

    "runs as planned when a late note has only the text of an early one": {
      ...learner,
      send: async (app) => {
        const notes = Array.from({ length: 600 }, (_, n) => ({
          id: n + 1,
          fields: [n === 599 ? "Wort 0" : `Wort ${n}`, n === 599 ? "" : `meaning ${n}`],
        }));
        const cards = notes.map(({ id }) => ({ id, nid: id }));
        const id = await ready(app, apkgOf({ notes, cards }));
        const plan = (await post(app, `/api/imports/${id}/plan`)).body.data.counts;
        expect(plan).toMatchObject({ words: 599, own: 599, duplicates: 1 });
        await post(app, `/api/imports/${id}/run`);
        await importsWorker.run(app.deps, never);
        expect((await shown(app, id)).counts).toEqual(plan);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "done" } },
    },

    "assigns fields and languages by hand": {
      ...learner,
      send: async (app) => {
        const noteTypes = { 1: { Front: "meaning", Back: "text" }, 2: "ignore" };
        const languages = { 1: { language: "en", meaningLanguage: "de" } };
        return ["GET", `/api/imports/${await run(app, { noteTypes, languages })}`];
      },
      status: 200,
      after: async (app) =>
        expect((await stored(app)).words.map((row) => row.slice(0, 3))).toEqual([
          ["the house", "das Haus", "en"],
          ["the tree", "der Baum", "en"],
        ]),
    },

    "imports suspended words as active if asked to": {
      ...learner,
      send: async (app) => ["GET", `/api/imports/${await run(app, { suspended: "active" })}`],
      status: 200,
      after: async (app) => expect(await tableSizes(app)).toMatchObject({ suspended_words: 0 }),
    },
  });
});

describe("POST /api/imports/{id}/undo of a deck", () => {
  scenarios(importsRoutes, {
    "takes everything back": {
      ...learner,
      send: async (app) => {
        const id = await run(app, { newBooks: "by_deck" });
        await post(app, `/api/imports/${id}/undo`);
        await importsWorker.run(app.deps, never);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone" } },
      after: async (app) => {
        expect(await stored(app)).toEqual({ words: [], books: [] });
        expect(await tableSizes(app)).toEqual({
          deck_notes: 0,
          deck_note_types: 0,
          word_favorites: 0,
          suspended_words: 0,
        });
      },
    },

    "leaves the favorites and suspensions that were there before": {
      ...learner,
      send: async (app) => {
        await run(app);
        const id = await run(app, {}, apkgOf({ ...DECK, notes: DECK.notes?.slice(0, 2) ?? [] }));
        await post(app, `/api/imports/${id}/undo`);
        await importsWorker.run(app.deps, never);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { state: "undone" } },
      after: async (app) => expect((await stored(app)).words).toEqual(WORDS),
    },
  });
});

/** Decks that Anki itself wrote, kept beside the repository. */
const REAL = join(
  import.meta.dirname,
  "../../../../../../../shared/data/decks/wl-sched-anki21b.apkg",
);

describe.skipIf(!existsSync(REAL))("a deck that Anki wrote, where ../shared/data/decks is", () => {
  scenarios(importsRoutes, {
    "is imported as it was planned, and changes nothing the second time": {
      ...learner,
      send: async (app) => {
        const bytes = readFileSync(REAL);
        const id = await ready(app, bytes, "wl.apkg");
        const options = { newBooks: "by_deck" };
        const plan = (await post(app, `/api/imports/${id}/plan`, options)).body.data.counts;
        await post(app, `/api/imports/${id}/run`, options);
        await importsWorker.run(app.deps, never);
        expect((await shown(app, id)).counts).toEqual(plan);
        return ["GET", `/api/imports/${await run(app, options, bytes, "wl.apkg")}`];
      },
      status: 200,
      body: {
        data: {
          state: "done",
          problems: [{ where: "note 426", code: "field_too_long" }],
          counts: { words: 0, books: 0 },
        },
      },
      after: async (app) => {
        const sizes = await tableSizes(app);
        expect(new Set((await stored(app)).books.map(([name]) => name)).size).toBe(6);
        expect(sizes["deck_note_types"]).toBe(5);
        expect(sizes["word_favorites"]).toBe(7);
      },
    },
  });
});
