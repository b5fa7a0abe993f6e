import { describe, expect } from "vitest";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { fillArms } from "@wordloom/testing/content/experiment-arms";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  listVersions,
  parametersInForce,
  storeConfiguration,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { startCanary, stopCanary } from "../../adaptation/engine-trials/canary.service.ts";
import { withParameters } from "@wordloom/engine";
import { experimentsFeature } from "./experiments.feature.ts";

const ROOT = "/api/admin/amas/experiments";
const treatmentPatch = { "memoryModel.w[2]": 5.5 };
const draft = { name: "Longer", treatmentPatch, primaryMetric: "day7_retention" };
const near = (value: number) => expect.closeTo(value, 4);
const now = "2026-05-01T12:00:00.000Z";

const start = async (app: ScenarioApp, changes: object = {}): Promise<string> => {
  const body = { ...draft, ...changes };
  return (await app.send("POST", ROOT, { headers: app.a1.headers, body })).body.data.id;
};

const conclude = (app: ScenarioApp, id: string, adopt: boolean) =>
  app.send("POST", `${ROOT}/${id}/conclude`, { headers: app.a1.headers, body: { adopt } });

/** Three quarters of the treatment arm came back, and one quarter of the control arm. */
async function success(app: ScenarioApp, changes: object = {}): Promise<string> {
  const perArm = 20;
  const guardrailMetrics = ["reviews_per_day"];
  const id = await start(app, { minSample: perArm, guardrailMetrics, ...changes });
  await fillArms(app.deps.database, { id, perArm, nowMs: app.clock.nowMs() });
  return id;
}

describe("GET /api/admin/amas/experiments", () => {
  const given = async (app: ScenarioApp) => {
    await conclude(app, await start(app, { name: "first" }), false);
    app.clock.advance(1_000);
    await start(app, { name: "second" });
  };
  const lists = (query: string, names: readonly string[]): Scenario => ({
    as: "admin",
    given,
    send: ["GET", `${ROOT}${query}`],
    status: 200,
    after: (_, { body }) =>
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names),
  });
  scenarios(experimentsFeature, {
    "is empty at first": { as: "admin", send: ["GET", ROOT], status: 200, body: { data: [] } },
    "lists the newest first": lists("", ["second", "first"]),
    "filters by status": lists("?status=concluded_reject", ["first"]),
    "refuses another status": {
      as: "admin",
      send: ["GET", `${ROOT}?status=over`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("POST /api/admin/amas/experiments", () => {
  const refuses = (changes: object, code: string, more: object = {}): Scenario => ({
    as: "admin",
    send: ["POST", ROOT, { ...draft, ...changes }],
    status: 400,
    body: { code, ...more },
    after: async ({ deps }) =>
      expect(await deps.database.selectFrom("experiments").selectAll().execute()).toEqual([]),
  });
  scenarios(experimentsFeature, {
    "starts one with the defaults": {
      as: "admin",
      send: ["POST", ROOT, { ...draft, alpha: null }],
      status: 201,
      body: {
        data: {
          name: "Longer",
          status: "running",
          treatmentPatch,
          primaryMetric: "day7_retention",
          guardrailMetrics: [],
          minSample: 200,
          alpha: 0.05,
          mde: 0.02,
          trafficPct: 100,
          startedAt: now,
          concludedAt: null,
        },
      },
      after: async (app, { body }) => {
        const { id, versionHash } = body.data;
        expect(versionHash).toBe(parametersInForce(app.deps).versionHash);
        expect(await lastAuditEntry(app)).toEqual([
          ...["amas.experiment.start", "a1", "experiment", id],
          { name: "Longer", treatmentPatch },
        ]);
      },
    },
    "refuses a patch with all of its faults": refuses(
      { treatmentPatch: { "no.such": 1, "elo.kFactor": "much", "ssp.rMin": true } },
      "AMAS_INVALID_CONFIG",
      { faults: [{ path: "no.such" }, { path: "elo.kFactor" }] },
    ),
    "refuses values out of bounds": refuses(
      { treatmentPatch: { "elo.kFactor": 0, "ssp.rMin": 9 } },
      "AMAS_INVALID_CONFIG",
      { faults: [{ path: "elo.kFactor" }, { path: "ssp.rMin" }] },
    ),
    "refuses an unknown metric": refuses({ primaryMetric: "happiness" }, "INVALID_METRIC"),
    "refuses a share of nobody": refuses({ trafficPct: 0 }, "INVALID_EXPERIMENT"),
    "refuses a missing name": refuses({ name: undefined }, "INVALID_REQUEST_BODY"),
    "refuses a second one": {
      as: "admin",
      given: start,
      send: ["POST", ROOT, draft],
      status: 409,
      body: { code: "EXPERIMENT_RUNNING" },
    },
    "refuses a parameter that a running canary changes": {
      as: "admin",
      given: async ({ deps }) => {
        const { snapshot } = parametersInForce(deps);
        const origin = { source: "manual", authorAdminId: null } as const;
        const other = withParameters(snapshot, { "memoryModel.w[2]": 6 });
        const { versionHash } = await storeConfiguration(deps, other, origin);
        await storeConfiguration(deps, snapshot, origin);
        await startCanary(deps, { versionHash, percent: 10 });
      },
      send: ["POST", ROOT, draft],
      status: 409,
      body: { code: "CONFLICT" },
      after: async (app) => {
        await stopCanary(app.deps);
        expect(await start(app)).toBeDefined();
      },
    },
  });
});

describe("POST /api/admin/amas/experiments/plan", () => {
  const path = `${ROOT}/plan`;
  const request = { primaryMetric: "day7_retention", mde: 0.1 };
  const refuses = (changes: object, code: string): Scenario => ({
    as: "admin",
    send: ["POST", path, { ...request, ...changes }],
    status: 400,
    body: { code },
  });
  scenarios(experimentsFeature, {
    "assumes one half without data": {
      as: "admin",
      send: ["POST", path, request],
      status: 200,
      body: { data: { perArm: 1_565, eligibleUsers: 0, estimatedDays: null, baseline: null } },
    },
    "uses recently started learners": {
      as: "admin",
      given: (app) => success(app),
      send: ["POST", path, request],
      status: 200,
      body: { data: { eligibleUsers: 40, baseline: 0.5 } },
    },
    "refuses an unknown metric": refuses({ primaryMetric: "x" }, "INVALID_METRIC"),
    "refuses an effect of nothing": refuses({ mde: 1e-300 }, "INVALID_EXPERIMENT"),
    "refuses certainty": refuses({ power: 1 }, "INVALID_EXPERIMENT"),
    "refuses a word as effect": refuses({ mde: "small" }, "INVALID_REQUEST_BODY"),
  });
});

describe("GET /api/admin/amas/experiments/{id}/metrics", () => {
  scenarios(experimentsFeature, {
    "replies with both arms and the verdict": {
      as: "admin",
      send: async (app) => ["GET", `${ROOT}/${await success(app)}/metrics`],
      status: 200,
      body: {
        data: {
          control: { users: 20, metrics: { day7_retention: { mean: 0.25, n: 20 } } },
          treatment: { users: 20, metrics: { day7_retention: { mean: 0.75, n: 20 } } },
          primary: { diff: 0.5, significant: true, planReached: true },
          guardrails: [{ metric: "reviews_per_day", worse: false }],
          canAdopt: true,
          reasons: [],
        },
      },
      after: (_, { body: { data } }) => {
        // 5 and 15 of 20: Wilson's intervals, and Newcombe's for the difference.
        const { day7_retention: share, reviews_per_day: perDay } = data.control.metrics;
        expect([share.low, share.high]).toEqual([near(0.1119), near(0.4687)]);
        expect([data.primary.low, data.primary.high]).toEqual([near(0.1907), near(0.6954)]);
        // All of them gave the same number of answers.
        expect(perDay).toMatchObject({ low: perDay.mean, high: perDay.mean });
        expect(data.guardrails[0]).toMatchObject({ diff: 0, low: 0, high: 0 });
      },
    },
    "returns bounds valid at every look until the planned end": {
      as: "admin",
      send: async (app) => ["GET", `${ROOT}/${await success(app, { minSample: 21 })}/metrics`],
      status: 200,
      body: { data: { primary: { diff: 0.5, planReached: false } } },
      after: (_, { body: { data } }) => {
        // Wider than the other, but a share cannot grow by more than the whole.
        expect(data.primary).toMatchObject({ low: -1, high: 1 });
      },
    },
    "has no figures at first": {
      as: "admin",
      send: async (app) => ["GET", `${ROOT}/${await start(app)}/metrics`],
      status: 200,
      body: {
        data: {
          control: { users: 0, metrics: { mastered_hold: { mean: null, n: 0, low: null } } },
          primary: { diff: null, pValue: null, low: null, high: null, significant: false },
          canAdopt: false,
        },
      },
    },
    "refuses an unknown experiment": {
      as: "admin",
      send: ["GET", `${ROOT}/none/metrics`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("POST /api/admin/amas/experiments/{id}/conclude", () => {
  const concluding =
    (adopt: unknown, prepare: (app: ScenarioApp) => Promise<string> = start): Scenario["send"] =>
    async (app) => ["POST", `${ROOT}/${await prepare(app)}/conclude`, { adopt }];
  const before = { hash: "" };

  scenarios(experimentsFeature, {
    "adopts a successful treatment as a version": {
      as: "admin",
      given: ({ deps }) => void (before.hash = parametersInForce(deps).versionHash),
      send: concluding(true, (app) => success(app)),
      status: 200,
      body: { data: { status: "concluded_adopt", concludedAt: now } },
      after: async (app, { body }) => {
        const [version] = await listVersions(app.deps, { limit: 1, offset: 0 });
        expect(version).toMatchObject({ source: "manual", author_admin_id: "a1" });
        expect(version?.note).toContain("Longer");
        expect(parametersInForce(app.deps).parameters.memoryModel.w[2]).toBe(5.5);
        expect(body.data.versionHash).toBe(before.hash);
        expect(await lastAuditEntry(app)).toEqual([
          ...["amas.experiment.conclude", "a1", "experiment", body.data.id],
          { adopt: true, versionHash: version?.version_hash },
        ]);
      },
    },
    "ends one without adopting it": {
      as: "admin",
      send: concluding(false),
      status: 200,
      body: { data: { status: "concluded_reject" } },
      after: async ({ deps }) =>
        expect(await listVersions(deps, { limit: 9, offset: 0 })).toHaveLength(1),
    },
    "refuses to adopt without evidence": {
      as: "admin",
      send: concluding(true),
      status: 409,
      body: { code: "EXPERIMENT_NOT_ADOPTABLE" },
    },
    "refuses an experiment that has ended": {
      as: "admin",
      send: concluding(false, async (app) => {
        const id = await start(app);
        await conclude(app, id, false);
        return id;
      }),
      status: 409,
      body: { code: "EXPERIMENT_NOT_RUNNING" },
    },
    "refuses an unknown experiment": {
      as: "admin",
      send: ["POST", `${ROOT}/none/conclude`, { adopt: true }],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "refuses a missing decision": {
      as: "admin",
      send: concluding(undefined),
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses a treatment that no longer fits the configuration": {
      as: "admin",
      send: concluding(true, async (app) => {
        const id = await success(app);
        const { snapshot } = parametersInForce(app.deps);
        // The fourth weight must not be below the third.
        const clashing = withParameters(snapshot, { "memoryModel.w[3]": 5 });
        const origin = { source: "manual", authorAdminId: null } as const;
        await storeConfiguration(app.deps, clashing, origin);
        return id;
      }),
      status: 400,
      body: { code: "AMAS_INVALID_CONFIG" },
      after: async ({ deps }) => {
        const [row] = await deps.database.selectFrom("experiments").selectAll().execute();
        expect(row?.status).toBe("running");
      },
    },
  });
});
