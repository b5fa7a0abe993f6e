import { defaultParameters, withParameters } from "@wordloom/engine";
import { describe, expect } from "vitest";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { storeConfiguration } from "../../adaptation/engine-config/engine-config.service.ts";
import { startExperiment } from "../../adaptation/engine-trials/experiments.service.ts";
import { parametersFeature } from "./parameters.feature.ts";

const PATH = "/api/admin/amas/config/canary";
const standard = defaultParameters();
const changes = { "memoryModel.w[2]": 5.5 };
const now = "2026-05-01T12:00:00.000Z";

/** The hash of a version that is not active. */
async function otherVersion({ deps }: ScenarioApp): Promise<string> {
  const origin = { source: "manual", authorAdminId: "a9" } as const;
  const { versionHash } = await storeConfiguration(deps, withParameters(standard, changes), origin);
  await storeConfiguration(deps, standard, origin);
  return versionHash;
}

const starting =
  (draft: object): Scenario["send"] =>
  async (app) => ["PUT", PATH, { versionHash: await otherVersion(app), ...draft }];

const start = async (app: ScenarioApp, draft: object) => {
  const body = { versionHash: await otherVersion(app), ...draft };
  return (await app.send("PUT", PATH, { headers: app.a1.headers, body })).body.data.canary;
};

describe("GET /api/admin/amas/config/canary", () => {
  scenarios(parametersFeature, {
    "is null at first": {
      as: "admin",
      send: ["GET", PATH],
      status: 200,
      body: { data: { canary: null } },
    },
    "shows the last one when none is running": {
      as: "admin",
      given: async (app) => {
        await start(app, { percent: 10 });
        await app.send("POST", `${PATH}/disable`, { headers: app.a1.headers });
      },
      send: ["GET", PATH],
      status: 200,
      body: { data: { canary: { percent: 10, status: "disabled", startedAt: now } } },
    },
  });
});

describe("PUT /api/admin/amas/config/canary", () => {
  const refuses = (draft: object, code: string): Scenario => ({
    as: "admin",
    send: starting(draft),
    status: 400,
    body: { code },
    after: async ({ deps }) =>
      expect(await deps.database.selectFrom("engine_canaries").selectAll().execute()).toEqual([]),
  });
  scenarios(parametersFeature, {
    "serves a version to a share of the learners, and reports its reach": {
      as: "admin",
      given: ({ deps }) => addPlainLearners(deps.database, ["u2", "u3"]),
      send: starting({ percent: 100 }),
      status: 200,
      body: {
        data: {
          canary: {
            percent: 100,
            forceUserIds: [],
            minAccountAgeDays: null,
            preferActive: false,
            webOnly: false,
            autoScale24h: false,
            startedAt: now,
            status: "running",
          },
          audience: { totalUsers: 3, eligibleUsers: 3, affectedUsers: 3, enforcement: "percent" },
        },
      },
      after: async (app, { body }) => {
        const { versionHash } = body.data.canary;
        expect(await lastAuditEntry(app)).toEqual([
          ...["amas.canary.start", "a1", "canary", expect.any(String)],
          { versionHash, percent: 100 },
        ]);
      },
    },
    "reaches forced learners at 0 %": {
      as: "admin",
      send: starting({ percent: 0, forceUserIds: ["u1"] }),
      status: 200,
      body: { data: { audience: { affectedUsers: 1, enforcement: "forced_only" } } },
    },
    "keeps its conditions": {
      as: "admin",
      send: starting({ percent: 5, minAccountAgeDays: 30, preferActive: true, webOnly: true }),
      status: 200,
      body: {
        data: {
          canary: { minAccountAgeDays: 30, preferActive: true, webOnly: true },
          audience: { totalUsers: 1, eligibleUsers: 0 },
        },
      },
    },
    "replaces a running one": {
      as: "admin",
      given: (app) => start(app, { percent: 1 }),
      status: 200,
      send: starting({ percent: 2 }),
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("engine_canaries").selectAll().execute();
        const states = rows.toSorted((a, b) => a.id - b.id).map((row) => [row.percent, row.status]);
        expect(states).toEqual([
          [1, "replaced"],
          [2, "active"],
        ]);
      },
    },
    "refuses a share above 100 %": refuses({ percent: 100.5 }, "INVALID_PERCENT"),
    "refuses a share below 0 %": refuses({ percent: -1 }, "INVALID_PERCENT"),
    "refuses a word as share": refuses({ percent: "all" }, "INVALID_REQUEST_BODY"),
    "refuses an unknown version": refuses(
      { percent: 10, versionHash: "0123456789abcdef" },
      "VERSION_HASH_NOT_FOUND",
    ),
    "refuses a negative age": refuses({ percent: 10, minAccountAgeDays: -1 }, "VALIDATION_ERROR"),
    "refuses 1001 forced learners": refuses(
      { percent: 10, forceUserIds: Array.from({ length: 1_001 }, () => "u") },
      "BATCH_TOO_LARGE",
    ),
    "refuses a parameter that a running experiment changes": {
      as: "admin",
      given: ({ deps }) =>
        startExperiment(deps, {
          name: "x",
          treatmentPatch: changes,
          primaryMetric: "day7_retention",
        }),
      send: starting({ percent: 10 }),
      status: 409,
      body: { code: "CONFLICT" },
    },
  });
});

describe("POST /api/admin/amas/config/canary/disable", () => {
  const path = `${PATH}/disable`;
  const disabled = { as: "admin", status: 200, body: { data: { disabled: true } } } as const;
  scenarios(parametersFeature, {
    "ends the canary": {
      ...disabled,
      given: (app) => start(app, { percent: 10 }),
      send: ["POST", path],
      after: async (app) => {
        const [row] = await app.deps.database.selectFrom("engine_canaries").selectAll().execute();
        expect(row?.status).toBe("disabled");
        const entry = ["amas.canary.disable", "a1", "canary", String(row?.id), {}];
        expect(await lastAuditEntry(app)).toEqual(entry);
      },
    },
    "gives the same reply when none is running": { ...disabled, send: ["POST", path] },
  });
});

describe("POST /api/admin/amas/config/canary/preview", () => {
  const preview = (draft: object): Scenario["send"] => [
    "POST",
    `${PATH}/preview`,
    { versionHash: "0123456789abcdef", ...draft },
  ];
  const many = ({ deps }: ScenarioApp) =>
    addPlainLearners(
      deps.database,
      Array.from({ length: 199 }, (_, n) => `x${n}`),
    );
  scenarios(parametersFeature, {
    "counts whom a share of the learners is, and starts nothing": {
      as: "admin",
      given: many,
      send: preview({ percent: 50 }),
      status: 200,
      after: async ({ deps }, { body }) => {
        const { affectedUsers, ...others } = body.data;
        expect(others).toEqual({ totalUsers: 200, eligibleUsers: 200, enforcement: "percent" });
        expect(affectedUsers).toBeGreaterThan(60);
        expect(affectedUsers).toBeLessThan(140);
        const started = await deps.database.selectFrom("engine_canaries").selectAll().execute();
        expect(started).toEqual([]);
      },
    },
    "counts the learners who meet the conditions or are named": {
      as: "admin",
      given: many,
      status: 200,
      send: preview({ percent: 0, minAccountAgeDays: 30, forceUserIds: ["u1"] }),
      // The account of u1 was created just now.
      body: {
        data: {
          totalUsers: 200,
          eligibleUsers: 199,
          affectedUsers: 1,
          enforcement: "forced_only",
        },
      },
    },
    "refuses more than all": {
      as: "admin",
      send: preview({ percent: 101 }),
      status: 400,
      body: { code: "INVALID_PERCENT" },
    },
    "refuses accounts of less than no days": {
      as: "admin",
      send: preview({ percent: 1, minAccountAgeDays: -1 }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});
