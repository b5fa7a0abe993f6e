import { describe, expect } from "vitest";
import { countRows } from "../../../platform/database/count-rows.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { importsRoutes } from "./imports.routes.ts";
import { importsCleanup, importsWorker } from "./imports.worker.ts";

const refused = (code: string) => ({ success: false, code });
const learner = { as: "learner" } as const;
const never = new AbortController().signal;

/** Sends a file with this name. */
const file = (name: string, content: string | Buffer, headers = {}): Scenario["send"] => [
  "POST",
  `/api/imports?name=${encodeURIComponent(name)}`,
  Buffer.from(content),
  { "content-type": "application/octet-stream", ...headers },
];

const LIST = "Wort;Englisch\ndas Haus;house\nder Baum;tree\n";

async function upload(app: ScenarioApp, name = "list.csv", content: string | Buffer = LIST) {
  const { u1 } = app;
  const path = `/api/imports?name=${encodeURIComponent(name)}`;
  const headers = { ...u1.headers, "content-type": "text/csv" };
  const reply = await app.send("POST", path, { body: Buffer.from(content), headers });
  return reply.body.data.id as string;
}

const readAll = ({ deps }: ScenarioApp) => importsWorker.run(deps, never);

const shown = async (app: ScenarioApp, id: string) =>
  (await app.send("GET", `/api/imports/${id}`, { headers: app.u1.headers })).body.data;

async function rows({ deps: { database } }: ScenarioApp) {
  const imports = await database.selectFrom("imports").select("id").execute();
  const parts = await database.selectFrom("import_parts").select("import_id").execute();
  return { imports: imports.length, parts: parts.length };
}

const nothingStored = async (app: ScenarioApp) =>
  expect(await rows(app)).toEqual({ imports: 0, parts: 0 });

describe("POST /api/imports", () => {
  scenarios(importsRoutes, {
    "stores the file and says that it is being read": {
      ...learner,
      send: file("Meine Wörter.csv", LIST),
      status: 201,
      body: {
        data: {
          name: "Meine Wörter.csv",
          kind: "csv",
          sizeBytes: 43,
          state: "reading",
          progress: 0,
          preview: null,
          finishedAt: null,
        },
      },
    },

    "keeps a file of several parts whole": {
      ...learner,
      send: file("list.txt", `${"das Haus\thouse\n".repeat(100_000)}`),
      status: 201,
      after: async (app, { body }) => {
        await readAll(app);
        expect(await shown(app, body.data.id)).toMatchObject({
          state: "ready",
          preview: { rowCount: 100_000 },
        });
        expect((await rows(app)).parts).toBe(3);
      },
    },

    "refuses an empty file and stores nothing": {
      ...learner,
      send: file("list.csv", ""),
      status: 400,
      body: refused("IMPORT_EMPTY"),
      after: nothingStored,
    },

    "refuses a file over the limit and stores nothing": {
      ...learner,
      settings: { LIMITS_MAX_IMPORT_BYTES: "20" },
      send: file("list.csv", LIST),
      status: 413,
      body: refused("PAYLOAD_TOO_LARGE"),
      after: nothingStored,
    },

    "refuses a file without a name": {
      ...learner,
      send: file("", LIST),
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
      after: nothingStored,
    },

    "refuses a file that is packed for the way": {
      ...learner,
      send: file("list.csv", LIST, { "content-encoding": "gzip" }),
      status: 415,
      body: refused("UNSUPPORTED_MEDIA_TYPE"),
      after: nothingStored,
    },

    "refuses a form": {
      ...learner,
      send: file("list.csv", LIST, { "content-type": "multipart/form-data; boundary=x" }),
      status: 415,
      body: refused("UNSUPPORTED_MEDIA_TYPE"),
    },

    "refuses a third unfinished import": {
      ...learner,
      given: async (app) => [await upload(app), await upload(app)],
      send: file("list.csv", LIST),
      status: 409,
      body: refused("IMPORT_LIMIT"),
      after: async (app) => expect((await rows(app)).imports).toBe(2),
    },

    "refuses the twenty-first import": {
      ...learner,
      given: async (app) => {
        await upload(app, "a.pdf", "%PDF-1.7");
        await readAll(app);
        const { database } = app.deps;
        const { id, ...read } = await database
          .selectFrom("imports")
          .selectAll()
          .executeTakeFirstOrThrow();
        const others = Array.from({ length: 19 }, (_, at) => ({ ...read, id: `${id}-${at}` }));
        await database.insertInto("imports").values(others).execute();
      },
      send: file("list.csv", LIST),
      status: 409,
      body: refused("IMPORT_LIMIT"),
    },
  });
});

describe("GET /api/imports/{id}", () => {
  scenarios(importsRoutes, {
    "is read, with its columns and languages": {
      ...learner,
      send: async (app) => {
        const id = await upload(app);
        app.hub.forgetRecorded();
        await readAll(app);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      publishes: ["u1:import_progress"],
      body: {
        data: {
          state: "ready",
          progress: 1,
          kind: "csv",
          error: null,
          problems: [],
          preview: {
            encoding: "utf-8",
            separator: ";",
            hasHeader: true,
            columns: [
              { index: 0, header: "Wort", samples: ["das Haus", "der Baum"], guess: "text" },
              { index: 1, header: "Englisch", samples: ["house", "tree"], guess: "meaning" },
            ],
            rows: [
              ["das Haus", "house"],
              ["der Baum", "tree"],
            ],
            rowCount: 2,
            languages: { text: "de", meaning: "en" },
            sheets: [],
            decks: [],
            noteTypes: [],
            reviewCount: 0,
          },
        },
      },
    },

    "shows nobody another learner's import": {
      ...learner,
      send: async (app) => {
        const other = await app.learner();
        return ["GET", `/api/imports/${await upload({ ...app, u1: other })}`];
      },
      status: 404,
      body: refused("NOT_FOUND"),
    },

    "is reported where rows cannot be used": {
      ...learner,
      send: async (app) => {
        const id = await upload(app, "list.csv", `${LIST};nothing\n`);
        await readAll(app);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: { data: { problemCount: 1, problems: [{ where: "line 4", code: "no_text" }] } },
    },

    "reports why an unreadable file failed": {
      ...learner,
      send: async (app) => {
        const id = await upload(app, "list.pdf", "%PDF-1.7");
        await readAll(app);
        return ["GET", `/api/imports/${id}`];
      },
      status: 200,
      body: {
        data: {
          state: "failed",
          finishedAt: expect.any(String),
          error: {
            code: "IMPORT_UNREADABLE",
            message: expect.stringContaining("PDF"),
            problem: "unknown_format",
          },
          preview: null,
        },
      },
    },

    "is removed seven days after its last step": {
      ...learner,
      given: async (app) => {
        await upload(app);
        await readAll(app);
        app.clock.advance(8 * 86_400_000);
        await importsCleanup.run(app.deps, never);
      },
      send: ["GET", "/api/imports"],
      status: 200,
      body: { data: { imports: [] } },
      after: nothingStored,
    },

    "is removed seven days later if the clock was ahead at its last step": {
      ...learner,
      given: async (app) => {
        await upload(app);
        await readAll(app);
        await app.deps.database
          .updateTable("imports")
          .set({ changed_at_ms: app.clock.nowMs() + 365 * 86_400_000 })
          .execute();
        await importsCleanup.run(app.deps, never);
        expect(await countRows(app.deps.database.selectFrom("imports"))).toBe(1);
        app.clock.advance(8 * 86_400_000);
        await importsCleanup.run(app.deps, never);
      },
      send: ["GET", "/api/imports"],
      status: 200,
      body: { data: { imports: [] } },
      after: nothingStored,
    },
  });
});

describe("GET /api/imports", () => {
  scenarios(importsRoutes, {
    "lists one's own, newest first, without previews": {
      ...learner,
      given: async (app) => {
        const other = await app.learner();
        await upload({ ...app, u1: other });
        await upload(app, "first.csv");
        app.clock.advance(1_000);
        await upload(app, "second.csv");
        await readAll(app);
      },
      send: ["GET", "/api/imports"],
      status: 200,
      body: {
        data: {
          imports: [
            { name: "second.csv", state: "ready", preview: null },
            { name: "first.csv", state: "ready", preview: null },
          ],
        },
      },
    },
  });
});

describe("DELETE /api/imports/{id}", () => {
  scenarios(importsRoutes, {
    "removes the import and its file": {
      ...learner,
      send: async (app) => ["DELETE", `/api/imports/${await upload(app)}`],
      status: 200,
      body: { data: { deleted: true } },
      after: nothingStored,
    },

    "removes nobody else's": {
      ...learner,
      send: async (app) => {
        const other = await app.learner();
        return ["DELETE", `/api/imports/${await upload({ ...app, u1: other })}`];
      },
      status: 404,
      body: refused("NOT_FOUND"),
      after: async (app) => expect((await rows(app)).imports).toBe(1),
    },
  });
});
