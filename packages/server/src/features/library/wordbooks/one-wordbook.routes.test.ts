import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addWordsToBook, createBook } from "./wordbooks.service.ts";
import { wordbooksRoutes } from "./wordbooks.routes.ts";

const refused = (code: string) => ({ success: false, code });
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;
const forbidden = { status: 403, body: refused("FORBIDDEN") } as const;
const absent = { status: 404, body: refused("NOT_FOUND") } as const;

type Owner = (app: ScenarioApp) => string | null | Promise<string | null>;
const ownBook: Owner = ({ u1 }) => u1.id;
const systemBook: Owner = () => null;
const otherBook: Owner = async (app) => (await app.learner()).id;

/** Sends a request about a book of this owner with three words. `:book` becomes its id. */
const toBook =
  (owner: Owner, method: string, path: string, body?: unknown): Scenario["send"] =>
  async (app) => {
    const { database } = app.deps;
    const words = await app.words([{}, {}, {}]);
    const userId = await owner(app);
    const draft = { name: "Book", description: "Of words", tags: [], userId };
    const { id } = await createBook(app.deps, database, draft);
    const ids = words.map((word) => word.id);
    await addWordsToBook(database, id, ids, app.clock.nowMs());
    return [method, path.replace(":book", id), body];
  };

describe("GET /api/wordbooks/:id", () => {
  const path = "/api/wordbooks/:book";
  scenarios(wordbooksRoutes, {
    "shows the learner's book": {
      as: "learner",
      send: toBook(ownBook, "GET", path),
      status: 200,
      body: {
        success: true,
        data: { name: "Book", description: "Of words", type: "user", userId: "u1", wordCount: 3 },
      },
    },
    "shows a system book": {
      as: "learner",
      send: toBook(systemBook, "GET", path),
      status: 200,
      body: { data: { type: "system", userId: null, wordCount: 3 } },
    },
    "shows administrators a learner's book": {
      as: "admin",
      send: toBook(otherBook, "GET", path),
      status: 200,
      body: { data: { type: "user", wordCount: 3 } },
    },
    "refuses another learner's book": {
      as: "learner",
      send: toBook(otherBook, "GET", path),
      ...forbidden,
    },
    "refuses a book that is being imported": {
      as: "learner",
      send: async (app) => {
        const draft = { name: "Hidden", description: "", tags: [], userId: app.u1.id };
        const { id } = await createBook(app.deps, app.deps.database, {
          ...draft,
          isImporting: true,
        });
        return ["GET", `/api/wordbooks/${id}`];
      },
      ...absent,
    },
    "refuses an unknown book": { as: "learner", send: ["GET", "/api/wordbooks/none"], ...absent },
  });
});

describe("PATCH /api/wordbooks/:id", () => {
  const path = "/api/wordbooks/:book";
  const change = (body: unknown, owner: Owner = ownBook) => toBook(owner, "PATCH", path, body);
  const misnamed = { status: 400, body: refused("WORDBOOK_INVALID_NAME") } as const;
  const stays = async ({ deps }: ScenarioApp) => {
    const books = deps.database.selectFrom("wordbooks").select(["name", "description"]);
    expect(await books.execute()).toEqual([{ name: "Book", description: "Of words" }]);
  };
  scenarios(wordbooksRoutes, {
    "changes the name and keeps the description": {
      as: "learner",
      send: change({ name: "  New " }),
      status: 200,
      body: { data: { name: "New", description: "Of words", type: "user", wordCount: 3 } },
    },
    "changes the description and keeps the name": {
      as: "learner",
      send: change({ name: null, description: "Other" }),
      status: 200,
      body: { data: { name: "Book", description: "Other" } },
    },
    "empties the description with null": {
      as: "learner",
      send: change({ description: null }),
      status: 200,
      body: { data: { name: "Book", description: "" } },
      after: async (app, { body }) => {
        const query = app.deps.database.selectFrom("wordbooks").select("description");
        const row = await query.where("id", "=", body.data.id).executeTakeFirstOrThrow();
        expect(row.description).toBe("");
      },
    },
    "refuses nothing": { as: "learner", send: change({}), ...unreadable, after: stays },
    "refuses null as a name": {
      as: "learner",
      send: change({ name: null }),
      ...unreadable,
    },
    "refuses a blank name, and does not change the description": {
      as: "learner",
      send: change({ name: " ", description: "Other" }),
      ...misnamed,
      after: stays,
    },
    "refuses a name of 101 characters": {
      as: "learner",
      send: change({ name: "n".repeat(101) }),
      ...misnamed,
    },
    "refuses a description of 1001 characters": {
      as: "learner",
      send: change({ description: "d".repeat(1001) }),
      ...unreadable,
    },
    "refuses a system book": {
      as: "learner",
      send: change({ name: "New" }, systemBook),
      ...forbidden,
      after: stays,
    },
    "refuses another learner's book": {
      as: "learner",
      send: change({ name: "New" }, otherBook),
      ...forbidden,
      after: stays,
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["PATCH", "/api/wordbooks/none", { name: "New" }],
      ...absent,
    },
  });
});
