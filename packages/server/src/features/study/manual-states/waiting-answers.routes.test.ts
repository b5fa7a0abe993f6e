import { describe, expect } from "vitest";
import { notYet, postponeAnswer } from "../../../testing/rows/postponed-answer.ts";
import {
  scenarios,
  type Scenario,
  type ScenarioApp,
  type Sending,
} from "../../../testing/app/scenarios.ts";
import { learningRoutes } from "../learning/learning.routes.ts";
import { drainOutbox } from "../records/outbox-drain.service.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { wordStatesRoutes } from "../../progress/word-states/word-states.routes.ts";
import { manualStatesRoutes } from "./manual-states.routes.ts";

// Checks that answers accepted earlier do not undo a state set by the learner. An answer waits in
// the outbox, the request under test follows, then the test calls the worker's function.

const routes = [manualStatesRoutes, wordStatesRoutes, recordsRoutes, learningRoutes];

async function acceptAnswer(app: ScenarioApp): Promise<void> {
  await app.word();
  const body = { wordId: "w1", isCorrect: false, responseTimeMs: 900 };
  const { status } = await app.send("POST", "/api/records", { body, headers: app.u1.headers });
  expect(status).toBe(202);
  app.hub.forgetRecorded();
}

async function runWorker(app: ScenarioApp): Promise<void> {
  await drainOutbox(app.deps, new AbortController().signal);
}

function keeps(send: Sending, state: object): Scenario {
  return {
    as: "learner",
    given: acceptAnswer,
    send,
    status: 200,
    publishes: ["u1:record_applied", "u1:amas_state"],
    after: async (app) => {
      await runWorker(app);
      const { headers } = app.u1;
      const { body } = await app.send("GET", "/api/word-states/w1", { headers });
      expect(body.data).toMatchObject(state);
    },
  };
}

const update = { state: "reviewing", masteryLevel: 0.5 };

describe("an answer waiting in the outbox is applied first", () => {
  scenarios(routes, {
    "when the word is marked as mastered": keeps(["POST", "/api/word-states/w1/mark-mastered"], {
      state: "mastered",
      masteryLevel: 1,
      nextReviewDate: null,
      totalAttempts: 1,
    }),
    "when the word is reset": keeps(["POST", "/api/word-states/w1/reset"], {
      state: "new",
      totalAttempts: 0,
      nextReviewDate: null,
    }),
    "when a state is put": keeps(["PUT", "/api/word-states/w1", update], {
      ...update,
      totalAttempts: 1,
    }),
    "when states are set in a batch": keeps(
      ["POST", "/api/word-states/batch-update", { updates: [{ wordId: "w1", ...update }] }],
      { ...update, totalAttempts: 1 },
    ),
    "when a request for more words names mastered words": keeps(
      ["POST", "/api/learning/next-words", { excludeWordIds: [], masteredWordIds: ["w1"] }],
      { state: "mastered", masteryLevel: 1, nextReviewDate: null, totalAttempts: 1 },
    ),
  });
});

describe("an answer waiting for its next attempt is not overtaken", () => {
  const row = { as: "learner", given: postponeAnswer, ...notYet } as const;
  scenarios(routes, {
    "when the word is marked as mastered": {
      ...row,
      send: ["POST", "/api/word-states/w1/mark-mastered"],
    },
    "when the word is reset": { ...row, send: ["POST", "/api/word-states/w1/reset"] },
    "when a state is put": { ...row, send: ["PUT", "/api/word-states/w1", update] },
    "when states are set in a batch": {
      ...row,
      send: ["POST", "/api/word-states/batch-update", { updates: [{ wordId: "w1", ...update }] }],
    },
    "when a request for more words names mastered words": {
      ...row,
      send: ["POST", "/api/learning/next-words", { excludeWordIds: [], masteredWordIds: ["w1"] }],
    },
  });
});
