import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { deleteWord } from "../words/words.service.ts";
import { notesRoutes } from "./notes.routes.ts";
import { createNote } from "./notes.service.ts";

const PATH = "/api/word-notes";
const NOON = "2026-05-01T12:00:00.000Z";
const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;
const empty = { status: 400, body: refused("WORD_NOTE_EMPTY_CONTENT") } as const;
const tooLong = { status: 400, body: refused("WORD_NOTE_TOO_LONG") } as const;

/** Adds words w1 and w2, then a note about each of the given words, a second apart. */
async function addNotes(app: ScenarioApp, wordIds: readonly string[], learner = app.u1) {
  if ((await app.deps.database.selectFrom("words").select("id").execute()).length === 0) {
    await app.words([{}, {}]);
  }
  const ids: string[] = [];
  for (const wordId of wordIds) {
    const draft = { wordId, content: `about ${wordId}` };
    ids.push((await createNote(app.deps, { ...learner, kind: "learner" }, draft)).id);
    app.clock.advance(1000);
  }
  return ids;
}

const toOwnNote = (method: string, body?: unknown) => async (app: ScenarioApp) => {
  const [id] = await addNotes(app, ["w1"]);
  return [method, `${PATH}/${id}`, body] as const;
};

const toForeignNote = (method: string, body?: unknown) => async (app: ScenarioApp) => {
  const [id] = await addNotes(app, ["w1"], await app.learner());
  return [method, `${PATH}/${id}`, body] as const;
};

const contents = ({ deps }: ScenarioApp) =>
  deps.database
    .selectFrom("word_notes")
    .select("content")
    .execute()
    .then((rows) => rows.map((row) => row.content));

describe("GET /api/word-notes", () => {
  scenarios(notesRoutes, {
    "lists the learner's notes page by page, newest first": {
      as: "learner",
      given: async (app) => {
        await addNotes(app, ["w1", "w2", "w1"]);
        await addNotes(app, ["w2"], await app.learner());
      },
      send: ["GET", `${PATH}?perPage=2`],
      status: 200,
      body: {
        success: true,
        data: {
          data: [{ wordId: "w1" }, { wordId: "w2" }],
          total: 3,
          page: 1,
          perPage: 2,
          totalPages: 2,
        },
      },
    },
    "is an empty page at first": {
      as: "learner",
      send: ["GET", PATH],
      status: 200,
      body: { data: { data: [], total: 0, totalPages: 0 } },
    },
    "lists all of the learner's notes of a word, newest first, without pages": {
      as: "learner",
      given: async (app) => {
        const ids = await addNotes(app, ["w1", "w2", "w1"]);
        await addNotes(app, ["w1"], await app.learner());
        return ids;
      },
      send: ["GET", `${PATH}?wordId=w1&perPage=1`],
      status: 200,
      after: (_, { body }) => {
        expect(body.data.map((note: { createdAt: string }) => note.createdAt)).toEqual([
          "2026-05-01T12:00:02.000Z",
          NOON,
        ]);
      },
    },
    "is an empty list for a word without notes": {
      as: "learner",
      given: (app) => addNotes(app, ["w1"]),
      send: ["GET", `${PATH}?wordId=w2`],
      status: 200,
      after: (_, { body }) => expect(body.data).toEqual([]),
    },
    "omits the notes of a deleted word": {
      as: "learner",
      given: async (app) => {
        await addNotes(app, ["w1", "w2"]);
        await deleteWord(app.deps, "w1");
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { data: [{ wordId: "w2" }], total: 1 } },
    },
  });
});

describe("POST /api/word-notes", () => {
  const draft = { wordId: "w1", content: "  like *this* \n" };
  const write = (content: unknown) => ["POST", PATH, { wordId: "w1", content }] as const;
  const given = (app: ScenarioApp) => addNotes(app, []);
  scenarios(notesRoutes, {
    "stores the trimmed content": {
      as: "learner",
      given,
      send: ["POST", PATH, draft],
      status: 201,
      after: async (app, { body }) => {
        const { id, ...rest } = body.data;
        const content = "like *this*";
        expect(rest).toEqual({ wordId: "w1", content, createdAt: NOON, updatedAt: NOON });
        expect(id).toMatch(/^[\w-]+$/);
        expect(await contents(app)).toEqual([content]);
      },
    },
    "allows several notes on a word": {
      as: "learner",
      given,
      twice: true,
      send: ["POST", PATH, draft],
      status: 201,
      after: async (app) => expect(await contents(app)).toHaveLength(2),
    },
    "accepts one character": { as: "learner", given, send: write("a"), status: 201 },
    "accepts 5000 characters, counting an emoji as one": {
      as: "learner",
      given,
      send: write(` ${"\u{1F600}".repeat(5000)} `),
      status: 201,
    },
    "refuses 5001 characters": { as: "learner", given, send: write("n".repeat(5001)), ...tooLong },
    "refuses an empty content": { as: "learner", given, send: write(""), ...empty },
    "refuses a blank content": { as: "learner", given, send: write(" \n\t "), ...empty },
    "refuses a missing content": { as: "learner", given, send: write(undefined), ...unreadable },
    "refuses a number as content": { as: "learner", given, send: write(5), ...unreadable },
    "refuses a missing word": {
      as: "learner",
      send: ["POST", PATH, { content: "x" }],
      ...unreadable,
    },
    "refuses an unknown word": { as: "learner", send: write("x"), ...absent },
  });
});

describe("PUT /api/word-notes/:id", () => {
  scenarios(notesRoutes, {
    "replaces the content and keeps the creation time": {
      as: "learner",
      send: toOwnNote("PUT", { content: " new ", wordId: "w2" }),
      status: 200,
      body: {
        success: true,
        data: {
          wordId: "w1",
          content: "new",
          createdAt: NOON,
          updatedAt: "2026-05-01T12:00:01.000Z",
        },
      },
    },
    "accepts 5000 characters": {
      as: "learner",
      send: toOwnNote("PUT", { content: "n".repeat(5000) }),
      status: 200,
    },
    "refuses 5001 characters": {
      as: "learner",
      send: toOwnNote("PUT", { content: "n".repeat(5001) }),
      ...tooLong,
      after: async (app) => expect(await contents(app)).toEqual(["about w1"]),
    },
    "refuses a blank content": {
      as: "learner",
      send: toOwnNote("PUT", { content: "  " }),
      ...empty,
    },
    "refuses a missing content": { as: "learner", send: toOwnNote("PUT", {}), ...unreadable },
    "refuses another learner's note": {
      as: "learner",
      send: toForeignNote("PUT", { content: "mine" }),
      ...absent,
      after: async (app) => expect(await contents(app)).toEqual(["about w1"]),
    },
    "refuses an unknown note": {
      as: "learner",
      send: ["PUT", `${PATH}/none`, { content: "x" }],
      ...absent,
    },
  });
});

describe("DELETE /api/word-notes/:id", () => {
  scenarios(notesRoutes, {
    "removes the learner's note": {
      as: "learner",
      send: toOwnNote("DELETE"),
      status: 200,
      body: { success: true, data: { deleted: true } },
      after: async (app) => expect(await contents(app)).toEqual([]),
    },
    "refuses a note that was removed before": {
      as: "learner",
      send: async (app) => {
        const [method, path] = await toOwnNote("DELETE")(app);
        await app.send(method, path, { headers: app.u1.headers });
        return [method, path];
      },
      ...absent,
    },
    "refuses another learner's note": {
      as: "learner",
      send: toForeignNote("DELETE"),
      ...absent,
      after: async (app) => expect(await contents(app)).toEqual(["about w1"]),
    },
  });
});
