import { describe, expect } from "vitest";
import { notYet, postponeAnswer } from "../../../testing/rows/postponed-answer.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { amasRoutes } from "../../adaptation/amas/amas.routes.ts";
import { drainOutbox } from "../records/outbox-drain.service.ts";
import { recordsRoutes } from "../records/records.routes.ts";
import { engineInputRoutes } from "./engine-input.routes.ts";

// Checks that the engine processes answers, events and resets in the order of acceptance. An answer
// waits in the outbox, the request under test follows, then the test runs the worker's function.

const routes = [engineInputRoutes, amasRoutes, recordsRoutes];
const event = { wordId: "w1", isCorrect: true, responseTime: 900 };

async function acceptedAnswer(app: ScenarioApp): Promise<void> {
  await app.word();
  const body = { wordId: "w1", isCorrect: true, responseTimeMs: 900 };
  await app.send("POST", "/api/records", { body, headers: app.u1.headers });
}

function leaves(totalEventCount: number): Pick<Scenario, "after"> {
  return {
    after: async (app) => {
      await drainOutbox(app.deps, new AbortController().signal);
      const { body } = await app.send("GET", "/api/amas/state", { headers: app.u1.headers });
      expect(body.data.totalEventCount).toBe(totalEventCount);
    },
  };
}

describe("an answer waiting in the outbox", () => {
  const row = { as: "learner", given: acceptedAnswer, status: 200 } as const;
  scenarios(routes, {
    "is applied before a reset and forgotten by it": {
      ...row,
      send: ["POST", "/api/amas/reset"],
      publishes: ["u1:record_applied", "u1:amas_state"],
      ...leaves(0),
    },
    "is applied before an event": {
      ...row,
      send: ["POST", "/api/amas/process-event", event],
      body: { data: { state: { totalEventCount: 2 } } },
      publishes: ["u1:record_applied", "u1:amas_state", "u1:amas_state"],
      ...leaves(2),
    },
    "is applied before a batch of events": {
      ...row,
      send: ["POST", "/api/amas/batch-process", { events: [event] }],
      body: { data: { items: [{ state: { totalEventCount: 2 } }] } },
      ...leaves(2),
    },
  });
});

describe("an answer waiting for its next attempt is not overtaken", () => {
  const row = { as: "learner", given: postponeAnswer, ...notYet } as const;
  const late = { wordId: "w1", isCorrect: true, responseTimeMs: 900, clientRecordId: "second" };
  scenarios(routes, {
    "by a reset": { ...row, send: ["POST", "/api/amas/reset"], ...leaves(0) },
    "by an event": { ...row, send: ["POST", "/api/amas/process-event", event], ...leaves(0) },
    "by a batch of events": {
      ...row,
      send: ["POST", "/api/amas/batch-process", { events: [event] }],
      ...leaves(0),
    },
    "by a batch of answers": {
      ...row,
      send: ["POST", "/api/records/batch", { records: [late] }],
      ...leaves(0),
    },
    "by an answer without outbox, which is accepted behind it": {
      as: "learner",
      settings: { RECORDS_OUTBOX_ASYNC: "false" },
      given: postponeAnswer,
      send: ["POST", "/api/records", late],
      status: 202,
      text: /^\{"accepted":true,"async":true,"clientRecordId":"second"\}$/,
      publishes: [],
      after: async (app) => {
        await drainOutbox(app.deps, new AbortController().signal);
        expect(app.hub.recorded()).toEqual([]);
        app.clock.advance(2_000);
        await drainOutbox(app.deps, new AbortController().signal);
        const applied = app.hub.recordedEvents().filter(({ type }) => type === "record_applied");
        expect(applied).toMatchObject([{ clientRecordId: "first" }, { clientRecordId: "second" }]);
      },
    },
  });
});
