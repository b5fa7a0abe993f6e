import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { todayRoutes } from "../today/today.routes.ts";
import { manualStatesRoutes } from "./manual-states.routes.ts";

// The clock starts at noon on 1 May 2026, UTC.

const PATH = "/api/study/take-back-mastered";
const routes = [manualStatesRoutes, todayRoutes];

const rowsOf = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("word_states").selectAll().orderBy("word_id").execute();

const masteredToday = async ({ send, u1: { headers } }: ScenarioApp) =>
  (await send("GET", "/api/study/today", { headers })).body.data.masteredToday;

const untouched = (wordId: string) => ({
  wordId,
  state: "new",
  masteryLevel: 0,
  nextReviewDate: null,
  updatedAt: "2026-04-01T10:00:00.000Z",
});

/** Words w1 (answered, with a date) and w2 (never answered). @returns their states, as read */
async function studied(app: ScenarioApp) {
  await app.words([{}, {}]);
  await giveAnswers(app.deps, [["2026-04-20T10:00:00Z", "w1"]]);
  const [row] = await rowsOf(app);
  if (row?.next_review_at_ms == null) throw new Error("no review is planned");
  const iso = (ms: number) => new Date(ms).toISOString();
  const known = {
    wordId: "w1",
    state: row.state,
    masteryLevel: row.mastery_level,
    nextReviewDate: iso(row.next_review_at_ms),
    updatedAt: iso(row.updated_at_ms),
  };
  return { row, words: [known, untouched("w2")] };
}

const mark = (app: ScenarioApp, id: string) =>
  app.send("POST", `/api/word-states/${id}/mark-mastered`, { headers: app.u1.headers });

const takeBack = (app: ScenarioApp, words: readonly object[]) =>
  app.send("POST", PATH, { body: { words }, headers: app.u1.headers });

describe("POST /api/study/take-back-mastered", () => {
  scenarios(routes, {
    "refuses an empty list": {
      as: "learner",
      send: ["POST", PATH, { words: [] }],
      status: 400,
      body: { success: false, code: "INVALID_REQUEST_BODY" },
    },
    "refuses more than 500 words": {
      as: "learner",
      send: ["POST", PATH, { words: Array.from({ length: 501 }, (_, n) => untouched(`w${n}`)) }],
      status: 400,
      body: { success: false, code: "BATCH_TOO_LARGE" },
    },
    "restores a word exactly, including its date and the engine's memory": {
      as: "learner",
      given: async (app) => {
        const { row, words } = await studied(app);
        await mark(app, "w1");
        await mark(app, "w2");
        expect(await masteredToday(app)).toBe(2);
        const { body } = await takeBack(app, words);
        expect(body.data).toEqual({ takenBack: 2 });
        const [known, other] = await rowsOf(app);
        const memory = (json: string | null | undefined) => JSON.parse(json ?? "null");
        expect(memory(known?.memory_json)).toEqual(memory(row.memory_json));
        expect(known).toEqual({ ...row, memory_json: known?.memory_json });
        expect(other).toMatchObject({ state: "new", mastery_level: 0, mastery_edges: null });
      },
      send: ["GET", "/api/study/today"],
      status: 200,
      body: { data: { masteredToday: 0 } },
    },
    "skips a word that was not marked or has changed since": {
      as: "learner",
      given: async (app) => {
        const { words } = await studied(app);
        await mark(app, "w2");
        await giveAnswers(app.deps, [["2026-05-01T12:00:00Z", "w2", { isCorrect: false }]]);
        const before = await rowsOf(app);
        const { body } = await takeBack(app, words);
        expect(body.data).toEqual({ takenBack: 0 });
        expect(await rowsOf(app)).toEqual(before);
      },
      send: ["GET", "/api/study/today"],
      status: 200,
    },
    "does not touch other learners' words": {
      as: "learner",
      given: async (app) => {
        const { words } = await studied(app);
        await mark(app, "w1");
        const { headers } = await app.learner();
        const { body } = await app.send("POST", PATH, { body: { words }, headers });
        expect(body.data).toEqual({ takenBack: 0 });
      },
      send: ["GET", "/api/study/today"],
      status: 200,
      body: { data: { masteredToday: 1 } },
    },
  });
});
