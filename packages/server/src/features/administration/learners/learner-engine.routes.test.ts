import { describe, expect } from "vitest";
import { findsNothing } from "../../../testing/rows/administration.ts";
import { giveAnswers } from "@wordloom/testing/content/give-answers";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { favoritesRoutes } from "../../library/favorites/favorites.routes.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

const at = "/api/admin/users/u1";

/** Scenarios about the learner in the path, the same for each read. */
function pathRules(part: string) {
  return {
    "does not find an unknown learner": findsNothing(
      ["GET", `/api/admin/users/nobody/${part}`],
      "NOT_FOUND",
    ),
  };
}

describe("GET /api/admin/users/{id}/amas/state", () => {
  scenarios([learnerReadsRoutes, amasRoutes], {
    ...pathRules("amas/state"),
    "equals the state shown to the learner": {
      as: "admin",
      given: async (app) => {
        await app.word();
        await giveAnswers(app.deps, [["2026-05-01T11:00:00.000Z", "w1"]]);
      },
      send: ["GET", `${at}/amas/state`],
      status: 200,
      after: async (app, { body }) => {
        const own = await app.send("GET", "/api/amas/state", { headers: app.u1.headers });
        expect(body).toEqual(own.body);
        expect(body.data.totalEventCount).toBe(1);
      },
    },
  });
});

describe("GET /api/admin/users/{id}/amas/strategy", () => {
  scenarios([learnerReadsRoutes, amasRoutes], {
    ...pathRules("amas/strategy"),
    "equals the learner's strategy, without a reward before the first answer": {
      as: "admin",
      send: ["GET", `${at}/amas/strategy`],
      status: 200,
      after: async (app, { body }) => {
        const own = await app.send("GET", "/api/amas/strategy", { headers: app.u1.headers });
        expect(body.data).toEqual({ strategy: own.body.data, reward: null });
      },
    },
    "has the reward of the latest stored event": {
      as: "admin",
      given: async ({ deps }) => {
        const event = {
          user_id: "u1",
          session_id: "s",
          event_type: "answer",
          latency_ms: 1,
          is_correct: 1,
          is_anomaly: 0,
          cold_start_phase: null,
          attention: 0.5,
          fatigue: 0,
          motivation: 0,
          confidence: 0.5,
          config_version: "v",
          event_json: "{}",
          experiment_arm: null,
        };
        await deps.database
          .insertInto("engine_events")
          .values([
            { ...event, id: "b", created_at_ms: 2, reward_value: 0.25 },
            { ...event, id: "c", created_at_ms: 1, reward_value: 0.5 },
          ])
          .execute();
      },
      send: ["GET", `${at}/amas/strategy`],
      status: 200,
      body: { data: { reward: 0.25 } },
    },
  });
});

describe("GET /api/admin/users/{id}/amas/words", () => {
  const path = `${at}/amas/words`;
  const three = async (app: ScenarioApp) => {
    await app.learner();
    await app.words([{}, {}, {}]);
    await giveAnswers(app.deps, [
      ["2026-05-01T11:00:00.000Z", "w1"],
      ["2026-05-01T11:00:01.000Z", "w2"],
      ["2026-05-01T11:00:02.000Z", "w3"],
      ["2026-05-01T11:00:03.000Z", "w3", { userId: "u2" }],
    ]);
    await app.send("POST", "/api/word-favorites/w2", { headers: app.u1.headers });
  };

  scenarios([learnerReadsRoutes, favoritesRoutes], {
    ...pathRules("amas/words"),
    "lists the learner's words with their texts": {
      as: "admin",
      given: three,
      send: ["GET", path],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.total).toBe(3);
        expect(body.data.items).toMatchObject([
          { userId: "u1", wordId: "w1", text: "text w1", totalAttempts: 1, bookmarked: false },
          { wordId: "w2" },
          { wordId: "w3", userId: "u1" },
        ]);
      },
    },
    "lists a part": {
      as: "admin",
      given: three,
      send: ["GET", `${path}?limit=1&offset=1`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data.total).toBe(3);
        expect(body.data.items).toMatchObject([{ wordId: "w2" }]);
        expect(body.data.items).toHaveLength(1);
      },
    },
  });
});
