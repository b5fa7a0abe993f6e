import { describe, expect } from "vitest";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { suspendedWordsRoutes } from "../../progress/suspended-words/suspended-words.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { studyConfigRoutes } from "../study-config/study-config.routes.ts";
import { learningRoutes } from "./learning.routes.ts";

// Every endpoint that hands out words leaves suspended ones out.
const routes = [
  learningRoutes,
  recordsRoutes,
  studyConfigRoutes,
  suspendedWordsRoutes,
  wordStatesRoutes,
];
const DAY_MS = 86_400_000;

/** Words w1 to w4 were answered long ago; w5 to w8 are new. */
async function eightWords(app: ScenarioApp): Promise<void> {
  await app.words(Array.from({ length: 8 }, () => ({})));
  const known = ["w1", "w2", "w3", "w4"];
  await giveAnswers(
    app.deps,
    known.map((wordId) => ["2026-04-01T09:00:00.000Z", wordId] as const),
  );
}

async function post(app: ScenarioApp, path: string, body?: unknown) {
  const { headers } = app.u1;
  return app.send("POST", path, { headers, ...(body !== undefined && { body }) });
}

const apart = async (app: ScenarioApp) => {
  await eightWords(app);
  await post(app, "/api/word-states/w1/suspend");
  await post(app, "/api/word-states/w2/bury");
  await post(app, "/api/study/leave-out", { wordIds: ["w5", "w6"] });
};

/** A learner without a selected book studies all words. */
const chooseBook = async (app: ScenarioApp) => {
  const { database } = app.deps;
  const times = { created_at_ms: 1, updated_at_ms: 1 };
  const book = { id: "b", name: "b", description: "", type: "system" as const, tags_json: "[]" };
  await database
    .insertInto("wordbooks")
    .values({ ...book, ...times, user_id: null })
    .execute();
  const entries = Array.from({ length: 8 }, (_, n) => ({
    wordbook_id: "b",
    word_id: `w${n + 1}`,
    position: n,
    added_at_ms: 1,
  }));
  await database.insertInto("wordbook_words").values(entries).execute();
  const body = { selectedWordbookIds: ["b"] };
  await app.send("PUT", "/api/study-config", { body, headers: app.u1.headers });
};

const idsOf = (words: { id: string }[]) => words.map(({ id }) => id).toSorted();
const OTHERS = ["w3", "w4", "w7", "w8"];

describe("words that a learner has suspended", () => {
  scenarios(routes, {
    "are not among the study words": {
      as: "learner",
      given: apart,
      send: ["GET", "/api/learning/study-words"],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data.words)).toEqual(OTHERS),
    },
    "are not among the study words of a book": {
      as: "learner",
      given: async (app) => {
        await apart(app);
        await chooseBook(app);
      },
      send: ["GET", "/api/learning/study-words"],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data.words)).toEqual(OTHERS),
    },
    "are not among the next words, even as errors of the session": {
      as: "learner",
      given: apart,
      send: [
        "POST",
        "/api/learning/next-words",
        {
          excludeWordIds: ["w3"],
          sessionPerformance: { errorProneWordIds: ["w1", "w2", "w4"], recentAccuracy: 0.5 },
        },
      ],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data.words)).toEqual(["w4", "w7", "w8"]),
    },
    "are missing at once, although the next new words are cached": {
      as: "learner",
      given: async (app) => {
        await eightWords(app);
        await app.send("GET", "/api/learning/study-words", { headers: app.u1.headers });
        await post(app, "/api/word-states/w7/suspend");
      },
      send: ["GET", "/api/learning/study-words"],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data.words)).not.toContain("w7"),
    },
    "are not among today's words": {
      as: "learner",
      given: apart,
      send: ["GET", "/api/study-config/today-words"],
      status: 200,
      after: (_, { body }) => expect(idsOf(body.data.words)).toEqual(OTHERS),
    },
    "are not among the due words": {
      as: "learner",
      given: apart,
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => {
        const ids = body.data.map(({ wordId }: { wordId: string }) => wordId);
        expect(ids.toSorted()).toEqual(["w3", "w4"]);
      },
    },
    "add no time to the due words": {
      as: "learner",
      given: async (app) => {
        await eightWords(app);
        for (const id of ["w1", "w2", "w3", "w4"])
          await post(app, `/api/word-states/${id}/suspend`);
      },
      send: ["GET", "/api/word-states/stats/overview"],
      status: 200,
      body: { data: { dueReviewEstimatedMinutes: 0 } },
    },
    "return the next day if they were buried": {
      as: "learner",
      given: async (app) => {
        await apart(app);
        app.clock.advance(DAY_MS);
      },
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => {
        const ids = body.data.map(({ wordId }: { wordId: string }) => wordId);
        expect(ids.toSorted()).toEqual(["w2", "w3", "w4"]);
      },
    },
    "return unchanged": {
      as: "learner",
      given: apart,
      send: ["POST", "/api/study/bring-back", { wordIds: ["w1", "w2", "w5", "w6"] }],
      status: 200,
      after: async (app) => {
        app.clock.advance(60_000);
        const { body } = await post(app, "/api/learning/next-words", { excludeWordIds: OTHERS });
        expect(idsOf(body.data.words)).toEqual(["w1", "w2", "w5", "w6"]);
        const states = await app.deps.database
          .selectFrom("word_states")
          .select(["word_id", "updated_at_ms"])
          .orderBy("word_id")
          .execute();
        expect(states.map((row) => row.word_id)).toEqual(["w1", "w2", "w3", "w4"]);
        expect(new Set(states.map((row) => row.updated_at_ms)).size).toBe(1);
      },
    },
    "still accept answers": {
      as: "learner",
      given: apart,
      settings: { RECORDS_OUTBOX_ASYNC: "false" },
      send: ["POST", "/api/records", { wordId: "w1", isCorrect: true, responseTimeMs: 900 }],
      status: 201,
      body: { data: { duplicate: false, record: { wordId: "w1" } } },
    },
    "remain available to other learners": {
      as: "learner",
      given: async (app) => {
        await eightWords(app);
        const { headers } = await app.learner();
        const body = { wordIds: ["w1", "w5"] };
        await app.send("POST", "/api/study/leave-out", { body, headers });
      },
      send: ["GET", "/api/word-states/due/list"],
      status: 200,
      after: (_, { body }) => expect(body.data).toHaveLength(4),
    },
  });
});
