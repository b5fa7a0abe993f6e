import { describe, expect } from "vitest";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { learningRoutes } from "./learning.routes.ts";

const routes = [amasRoutes, learningRoutes, wordStatesRoutes];
const refused = (code: string) => ({ success: false, code });
const stranger = { status: 401, body: refused("AUTH_UNAUTHORIZED") } as const;
const unreadable = { status: 400, body: refused("INVALID_REQUEST_BODY") } as const;

describe("GET and POST /api/learning/study-words", () => {
  const path = "/api/learning/study-words";
  const twelve = (app: ScenarioApp) => app.words(Array.from({ length: 12 }, () => ({})));
  scenarios(routes, {
    "refuses a stranger's POST": { send: ["POST", path], ...stranger },
    "returns a batch and its strategy": {
      as: "learner",
      given: twelve,
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        const { words, strategy } = body.data;
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(strategy.batchSize);
        expect(strategy.difficultyRange).toEqual([0.5, 0.5]);
      },
    },
    "reports the difficulties of the returned words": {
      as: "learner",
      given: (app) => app.words([0.01, 0.02, 0, 0.015].map((difficulty) => ({ difficulty }))),
      send: ["GET", path],
      status: 200,
      after: (_, { body }) => {
        expect(body.data.words).toHaveLength(4);
        expect(body.data.strategy.difficultyRange).toEqual([0, 0.02]);
      },
    },
    "answers a POST in the same way": {
      as: "learner",
      given: twelve,
      send: ["POST", path],
      status: 200,
      after: (_, { body }) => expect(body.data.words.length).toBeGreaterThan(0),
    },
    "is empty if the library is empty": {
      as: "learner",
      send: ["GET", path],
      status: 200,
      body: { data: { words: [] } },
      after: async ({ send, u1 }, { body }) => {
        const [lowest, highest] = body.data.strategy.difficultyRange;
        expect(lowest).toBe(highest);
        const strategy = await send("GET", "/api/amas/strategy", { headers: u1.headers });
        expect(lowest).toBe(strategy.body.data.difficulty);
      },
    },
  });
});

describe("POST /api/learning/next-words", () => {
  const path = "/api/learning/next-words";
  const five = (app: ScenarioApp) => app.words(Array.from({ length: 5 }, () => ({})));
  const ids = (body: { data: { words: { id: string }[] } }) => body.data.words.map(({ id }) => id);
  const MET = ["w1", "w2", "w3", "w4", "w5"];
  /** Right answers to these words, one a second. */
  const give = async ({ deps, clock, u1 }: ScenarioApp, wordIds: readonly string[]) => {
    for (const wordId of wordIds) {
      clock.advance(1_000);
      const at = new Date(clock.nowMs()).toISOString();
      await giveAnswers(deps, [[at, wordId, { userId: u1.id }]]);
    }
  };
  const DUE = Array.from({ length: 30 }, (_, n) => `w${n + 11}`);
  /** The answers, by a learner for whom more is due than fits into a batch. */
  const answered = async (app: ScenarioApp, wordIds: readonly string[]) => {
    await app.words(Array.from({ length: 60 }, () => ({})));
    await give(app, DUE);
    app.clock.advance(5 * DAY_MS);
    await give(app, wordIds);
  };
  const many = (count: number) => Array.from({ length: count }, (_, n) => `x${n}`);
  scenarios(routes, {
    "never gives an excluded word": {
      as: "learner",
      given: five,
      send: ["POST", path, { excludeWordIds: ["w1", "w2", "w3", "w4"] }],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w5"]),
    },
    "marks words reported as mastered, and ignores unknown ones": {
      as: "learner",
      given: five,
      send: ["POST", path, { excludeWordIds: [], masteredWordIds: ["w1", "none"] }],
      status: 200,
      after: async (app, { body }) => {
        expect(ids(body)).not.toContain("w1");
        const { headers } = app.u1;
        const state = await app.send("GET", "/api/word-states/w1", { headers });
        expect(state.body.data).toMatchObject({
          state: "mastered",
          masteryLevel: 1,
          nextReviewDate: null,
        });
        const absent = await app.send("GET", "/api/word-states/none", { headers });
        expect(absent.status).toBe(404);
      },
    },
    "asks a new word again in its first session, after three others": {
      as: "learner",
      given: (app) => answered(app, ["w1", "w2", "w3", "w4", "w5"]),
      send: ["POST", path, { excludeWordIds: [] }],
      status: 200,
      after: (_, { body }) => {
        const found = ids(body);
        expect(found.filter((id) => MET.includes(id)).slice(0, 2)).toEqual(["w1", "w2"]);
        expect(found.length).toBeGreaterThan(2);
        expect(found.filter((id) => ["w3", "w4", "w5"].includes(id))).toEqual([]);
      },
    },
    "asks it no more once it was answered right twice": {
      as: "learner",
      given: (app) => answered(app, [...MET, ...MET]),
      send: ["POST", path, { excludeWordIds: [] }],
      status: 200,
      after: (_, { body }) => expect(ids(body).filter((id) => MET.includes(id))).toEqual([]),
    },
    "asks the latest words again where nothing else is left": {
      as: "learner",
      given: async (app) => {
        await app.words(Array.from({ length: 2 }, () => ({})));
        await give(app, ["w1", "w2"]);
      },
      send: ["POST", path, { excludeWordIds: [] }],
      status: 200,
      after: (_, { body }) => expect(ids(body)).toEqual(["w1", "w2"]),
    },
    "asks no word again that is excluded or was met on another day": {
      as: "learner",
      given: async (app) => {
        await answered(app, MET);
        app.clock.advance(DAY_MS);
        await give(app, ["w6", "w7", "w8", "w1"]);
      },
      send: ["POST", path, { excludeWordIds: ["w6"] }],
      status: 200,
      after: (_, { body }) => {
        expect(ids(body).filter((id) => ["w1", "w6"].includes(id))).toEqual([]);
      },
    },
    "asks no word again at the start of a session": {
      as: "learner",
      given: (app) => answered(app, MET),
      send: ["GET", "/api/learning/study-words"],
      status: 200,
      after: (_, { body }) => expect(ids(body).filter((id) => MET.includes(id))).toEqual([]),
    },
    "takes the session's figures into account": {
      as: "learner",
      given: five,
      send: [
        "POST",
        path,
        {
          excludeWordIds: [],
          sessionPerformance: {
            recentAccuracy: 0.9,
            masteredCount: 1,
            targetMasteryCount: 5,
            errorProneWordIds: ["w1"],
          },
        },
      ],
      status: 200,
    },
    "refuses an accuracy below 0": {
      as: "learner",
      send: ["POST", path, { excludeWordIds: [], sessionPerformance: { recentAccuracy: -0.1 } }],
      ...unreadable,
    },
    "refuses an accuracy above 1": {
      as: "learner",
      send: ["POST", path, { excludeWordIds: [], sessionPerformance: { recentAccuracy: 1.1 } }],
      ...unreadable,
    },
    "accepts 1000 excluded words": {
      as: "learner",
      send: ["POST", path, { excludeWordIds: many(1_000) }],
      status: 200,
    },
    "refuses 1001 excluded words": {
      as: "learner",
      send: ["POST", path, { excludeWordIds: many(1_001) }],
      status: 400,
      body: refused("LEARNING_TOO_MANY_EXCLUDES"),
    },
    "accepts 500 mastered words and 500 error-prone words": {
      as: "learner",
      send: [
        "POST",
        path,
        {
          excludeWordIds: [],
          masteredWordIds: many(500),
          sessionPerformance: { errorProneWordIds: many(500), recentAccuracy: 1 },
        },
      ],
      status: 200,
    },
    "refuses 501 mastered words": {
      as: "learner",
      send: ["POST", path, { excludeWordIds: [], masteredWordIds: many(501) }],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses 501 error-prone words": {
      as: "learner",
      send: [
        "POST",
        path,
        { excludeWordIds: [], sessionPerformance: { errorProneWordIds: many(501) } },
      ],
      status: 400,
      body: refused("BATCH_TOO_LARGE"),
    },
    "refuses a request without exclusions": {
      as: "learner",
      send: ["POST", path, {}],
      ...unreadable,
    },
  });
});
