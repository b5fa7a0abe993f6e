import { defaultParameters, withParameters } from "@wordloom/engine";
import { describe, expect } from "vitest";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import {
  listVersions,
  parametersInForce,
  storeConfiguration,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { parametersFeature } from "./parameters.feature.ts";

const PATH = "/api/admin/amas/config";
const TRIALS = `${PATH}/trials`;
const standard = defaultParameters();
const calmer = withParameters(standard, { "monitoring.eceAlert": 0.25 });

/** Expects that no part of it is active and that no version was added. */
async function expectUntouched({ deps }: ScenarioApp) {
  expect(parametersInForce(deps).snapshot).toEqual(standard);
  expect(await listVersions(deps, { limit: 50, offset: 0 })).toHaveLength(1);
}

const store = async (app: ScenarioApp, config: object = calmer): Promise<string> => {
  const { headers } = app.a1;
  const reply = await app.send("POST", `${TRIALS}?note=calmer`, { headers, body: config });
  return reply.body.data.versionHash;
};

describe("POST /api/admin/amas/config/trials", () => {
  scenarios(parametersFeature, {
    "stores a readable configuration without activating it": {
      as: "admin",
      send: ["POST", `${TRIALS}?note=calmer%20alarms`, calmer],
      status: 200,
      after: async (app, { body }) => {
        const { versionHash } = body.data;
        await expectUntouched(app);
        expect(await lastAuditEntry(app)).toEqual([
          ...["amas.config.trial", "a1", "amas_config", versionHash, {}],
        ]);
        const { headers } = app.a1;
        const read = await app.send("GET", `${PATH}/versions/${versionHash}`, { headers });
        expect(read.body.data).toMatchObject({
          id: 0,
          author_admin_id: "a1",
          source: "manual",
          note: "calmer alarms",
          parent_version_hash: parametersInForce(app.deps).versionHash,
          snapshot_json: calmer,
        });
      },
    },
    "stores the same content on the same version once": {
      as: "admin",
      given: (app) => store(app).then(() => undefined),
      send: ["POST", TRIALS, calmer],
      status: 200,
      after: async ({ deps }) => {
        const rows = await deps.database.selectFrom("engine_config_trials").selectAll().execute();
        expect(rows).toMatchObject([{ note: "calmer" }]);
      },
    },
    "can be tested by a canary, by its learners only": {
      as: "admin",
      given: ({ deps }) => addPlainLearners(deps.database, ["u1", "u2"]),
      send: async (app) => {
        const versionHash = await store(app);
        return ["PUT", `${PATH}/canary`, { versionHash, percent: 0, forceUserIds: ["u1"] }];
      },
      status: 200,
      body: { data: { audience: { affectedUsers: 1 }, canary: { status: "running" } } },
      after: expectUntouched,
    },
    "can be activated": {
      as: "admin",
      send: async (app) => ["POST", `${PATH}/versions/${await store(app)}/restore`, {}],
      status: 200,
      after: ({ deps }) => expect(parametersInForce(deps).snapshot).toEqual(calmer),
    },
    "is not mistaken for a version saved meanwhile": {
      as: "admin",
      given: async (app) => {
        await store(app);
        const origin = { source: "manual", authorAdminId: "a9" } as const;
        await storeConfiguration(app.deps, calmer, origin);
      },
      send: ["GET", `${PATH}/versions?limit=1`],
      status: 200,
      after: (_app, { body }) => {
        expect(body.data).toMatchObject([{ author_admin_id: "a9" }]);
        expect(body.data[0].id).toBeGreaterThan(0);
      },
    },
    "refuses a note of more than 1000 characters": {
      as: "admin",
      send: ["POST", `${TRIALS}?note=${"n".repeat(1_001)}`, calmer],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
    "refuses an invalid configuration, with every fault": {
      as: "admin",
      send: ["POST", TRIALS, { ...standard, nonsense: 1 }],
      status: 400,
      body: { code: "AMAS_INVALID_CONFIG", faults: [{ path: "nonsense" }] },
      after: async (app) => {
        await expectUntouched(app);
        const { database } = app.deps;
        expect(await database.selectFrom("engine_config_trials").selectAll().execute()).toEqual([]);
      },
    } satisfies Scenario,
  });
});
