import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { addWordsToBook, createBook } from "../../library/wordbooks/wordbooks.service.ts";
import { exportsRoutes } from "./exports.routes.ts";

const path = "/api/exports/deck";
const refused = (code: string) => ({ success: false, code });

async function makeBook(app: ScenarioApp, userId: string | null) {
  const { database } = app.deps;
  const { id: wordId } = await app.word();
  const draft = { name: "Words", description: "", tags: [], userId };
  const { id } = await createBook(app.deps, database, draft);
  await addWordsToBook(database, id, [wordId], app.clock.nowMs());
  return id;
}

/** Asks for the book of this owner. */
const ofBook =
  (owner: (app: ScenarioApp) => string | null | Promise<string | null>): Scenario["send"] =>
  async (app) => ["GET", `${path}?wordbookIds=${await makeBook(app, await owner(app))}`];

describe("GET /api/exports/deck", () => {
  scenarios(exportsRoutes, {
    "is a file of decks with its size": {
      as: "learner",
      given: (app) => makeBook(app, app.u1.id),
      send: ["GET", `${path}?reviews=false&media=false`],
      status: 200,
      headers: {
        "content-type": "application/vnd.anki",
        "content-disposition": /^attachment; filename="Wordloom-20260501\.apkg"/,
        "content-length": /^\d{4,}$/,
        "cache-control": "no-store",
      },
      after: (_, { text }) => expect(text.startsWith("PK\x03\x04")).toBe(true),
    },
    "bears the name of the only book": {
      as: "learner",
      send: ofBook(({ u1 }) => u1.id),
      status: 200,
      headers: { "content-disposition": /^attachment; filename="Words-20260501\.apkg"/ },
    },
    "takes a system book": { as: "learner", send: ofBook(() => null), status: 200 },
    "is the same for a learner who has no words": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      headers: { "content-type": "application/vnd.anki" },
    },
    "has no body for HEAD": {
      as: "learner",
      send: ["HEAD", path],
      status: 200,
      text: /^$/,
    },
    "refuses another learner's book": {
      as: "learner",
      send: ofBook(async (app) => (await app.learner()).id),
      status: 403,
      body: refused("FORBIDDEN"),
    },
    "refuses an unknown book": {
      as: "learner",
      send: ["GET", `${path}?wordbookIds=none`],
      status: 404,
      body: refused("NOT_FOUND"),
    },
    "refuses more than 500 books": {
      as: "learner",
      send: ["GET", `${path}?wordbookIds=${Array.from({ length: 501 }, (_, n) => n).join(",")}`],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses a wish that is neither true nor false": {
      as: "learner",
      send: ["GET", `${path}?reviews=maybe`],
      status: 400,
      body: refused("INVALID_REQUEST_BODY"),
    },
  });
});
