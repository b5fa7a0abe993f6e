import { defaultParameters, withParameters } from "@wordloom/engine";
import { parametersHash } from "@wordloom/engine/parameters";
import { writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { auditedStates } from "../../../testing/rows/administration.ts";
import { lastAuditEntry } from "../../../testing/rows/last-audit-entry.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { followEngineConfiguration } from "../../adaptation/engine-config/config-follow.service.ts";
import {
  listVersions,
  parametersInForce,
  storeConfiguration,
} from "../../adaptation/engine-config/engine-config.service.ts";
import { parametersFeature } from "./parameters.feature.ts";

const ROOT = "/api/admin/amas/config";
const standard = defaultParameters();
const calmer = withParameters(standard, { "monitoring.eceAlert": 0.25 });
const tag = ({ deps }: ScenarioApp) => `"${parametersInForce(deps).versionHash}"`;
const all = { limit: 50, offset: 0 };

const byOther = ({ deps }: ScenarioApp) =>
  storeConfiguration(deps, calmer, { source: "manual", authorAdminId: "a9", note: "earlier" });

/** A refusal that leaves the configuration and its versions unchanged. */
const unchanged = {
  after: async ({ deps }: ScenarioApp) => {
    expect(parametersInForce(deps).snapshot).toEqual(standard);
    expect(await listVersions(deps, all)).toHaveLength(1);
    expect(await deps.database.selectFrom("audit_log").selectAll().execute()).toEqual([]);
  },
};

describe("GET /api/admin/amas/config", () => {
  scenarios(parametersFeature, {
    "replies with all parameters, tagged with the version": {
      as: "admin",
      given: byOther,
      send: ["GET", ROOT],
      status: 200,
      headers: { etag: /^"[0-9a-f]{16}"$/ },
      after: (app, { body, headers }) => {
        expect(body.data).toEqual(calmer);
        expect(headers["etag"]).toBe(tag(app));
      },
    },
    "ignores overrides by the operator's environment": {
      as: "admin",
      settings: { AMAS_MONITOR_SAMPLE_RATE: "0.5" },
      send: ["GET", ROOT],
      status: 200,
      body: { data: { monitoring: { sampleRate: 0.05 } } },
    },
  });
});

describe("PUT /api/admin/amas/config", () => {
  const { swd: _swd, ...withoutSwd } = standard;
  const faulty = {
    ...withoutSwd,
    nonsense: 1,
    monitoring: { ...standard.monitoring, sampleRate: 9, eceAlert: "much" },
    ssp: { ...standard.ssp, rMin: 0.9, rMax: 0.8 },
  };
  scenarios(parametersFeature, {
    "activates a configuration as a version of its author": {
      as: "admin",
      send: (app) => ["PUT", `${ROOT}?note=calmer%20alarms`, calmer, { "if-match": tag(app) }],
      status: 200,
      body: { data: { updated: true } },
      after: async (app, { body }) => {
        const [version, first] = await listVersions(app.deps, all);
        const { versionHash, versionId } = body.data;
        expect(versionHash).toBe(parametersHash(calmer, first?.version_hash ?? null));
        expect(version).toMatchObject({ id: versionId, version_hash: versionHash });
        expect(version).toMatchObject({ author_admin_id: "a1", note: "calmer alarms" });
        expect(parametersInForce(app.deps).parameters).toEqual(calmer);
        const entry = ["amas.config.update", "a1", "amas_config", versionHash, {}];
        expect(await lastAuditEntry(app)).toEqual(entry);
        expect((await auditedStates(app)).at(-1)).toEqual({
          before: { versionHash: first?.version_hash },
          after: { versionHash },
        });
      },
    },
    "reads the note from a header": {
      as: "admin",
      send: ["PUT", ROOT, calmer, { note: " from a script " }],
      status: 200,
      after: async ({ deps }) => {
        const [version] = await listVersions(deps, all);
        expect(version?.note).toBe("from a script");
      },
    },
    "creates a version even of an unchanged configuration": {
      as: "admin",
      send: ["PUT", ROOT, standard],
      status: 200,
      after: async ({ deps }) => expect(await listVersions(deps, all)).toHaveLength(2),
    },
    "refuses a configuration with all of its faults": {
      as: "admin",
      send: ["PUT", ROOT, faulty],
      status: 400,
      body: { code: "AMAS_INVALID_CONFIG" },
      after: async (app, { body }) => {
        const paths = body.faults.map(({ path }: { path: string }) => path);
        const missing = Object.keys(standard.swd).map((name) => `swd.${name}`);
        const others = ["nonsense", "monitoring.sampleRate", "monitoring.eceAlert", "ssp.rMin"];
        expect(paths.toSorted()).toEqual([...others, ...missing].toSorted());
        expect(body.faults).toContainEqual({
          path: "monitoring.sampleRate",
          value: 9,
          rule: "a number from 0 to 1",
        });
        for (const path of paths) expect(body.message).toContain(path);
        await unchanged.after(app);
      },
    },
    "refuses an empty body": {
      as: "admin",
      send: ["PUT", ROOT],
      status: 400,
      ...unchanged,
      body: { code: "AMAS_INVALID_CONFIG" },
    },
    "refuses a list": {
      as: "admin",
      send: ["PUT", ROOT, []],
      status: 400,
      ...unchanged,
      body: { code: "AMAS_INVALID_CONFIG", faults: [{ path: "", rule: "an object" }] },
    },
    "refuses a change of another version": {
      as: "admin",
      send: ["PUT", ROOT, calmer, { "if-match": '"0123456789abcdef"' }],
      status: 412,
      body: { code: "VERSION_CONFLICT" },
      ...unchanged,
    },
    "accepts a note of 1000 characters": {
      as: "admin",
      send: ["PUT", `${ROOT}?note=${"n".repeat(1_000)}`, calmer],
      status: 200,
    },
    "refuses a note of 1001 characters": {
      as: "admin",
      send: ["PUT", `${ROOT}?note=${"n".repeat(1_001)}`, calmer],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
      ...unchanged,
    },
    "refuses a long note in a header": {
      as: "admin",
      send: ["PUT", ROOT, calmer, { note: "n".repeat(1_001) }],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
      ...unchanged,
    },
    "stores nothing when the audit entry cannot be written": {
      as: "admin",
      send: ["GET", ROOT],
      status: 200,
      after: async (app) => {
        const { schema } = app.deps.database;
        const sent = { headers: app.a1.headers, body: calmer };
        await schema.alterTable("audit_log").renameTo("gone").execute();
        expect((await app.send("PUT", ROOT, sent)).status).toBe(500);
        await schema.alterTable("gone").renameTo("audit_log").execute();
        await unchanged.after(app);
      },
    },
  });
});

describe("an edit of AMAS_CONFIG_FILE", () => {
  scenarios(parametersFeature, {
    "is a version without an author, with the note `file`": {
      as: "admin",
      given: async ({ deps }) => {
        const hash = parametersInForce(deps).versionHash;
        const text = `# version ${hash}\n[monitoring]\neceAlert = 0.25\n`;
        writeFileSync(deps.settings.AMAS_CONFIG_FILE, text);
        for (let look = 0; look < 2; look += 1) await followEngineConfiguration(deps);
      },
      send: ["GET", `${ROOT}/versions?limit=1`],
      status: 200,
      body: { data: [{ source: "manual", author_admin_id: null, note: "file" }] },
    },
  });
});

describe("GET /api/admin/amas/config/schema", () => {
  scenarios(parametersFeature, {
    "describes every parameter": {
      as: "admin",
      send: ["GET", `${ROOT}/schema`],
      status: 200,
      after: (_, { text }) => {
        expect(text.match(/"x-effectUp":/g)).toHaveLength(295);
        expect(text.match(/"x-effectDown":/g)).toHaveLength(295);
        expect(text).toContain(
          '"x-effectUp":"Intervals grow faster with every success, so there are fewer reviews."',
        );
      },
    },
  });
});

describe("POST /api/admin/amas/config/diff-impact", () => {
  const path = `${ROOT}/diff-impact`;
  const shows = (body: object, data: object): Scenario => ({
    as: "admin",
    send: ["POST", path, body],
    status: 200,
    ...unchanged,
    body: { data },
  });
  const impact = {
    changes: [
      {
        path: "memoryModel.baseDesiredRetention",
        before: 0.9,
        after: 0.88,
        group: "memoryModel",
        tier: "A",
        effect: "Words are reviewed later: fewer reviews, and more is forgotten in between.",
      },
      {
        path: "ssp.dualGridEnabled",
        before: true,
        after: false,
        tier: "human",
        group: "ssp",
        effect: "The policy uses the logarithmic grid throughout.",
      },
    ],
    faults: [],
  };
  const patch = { "ssp.dualGridEnabled": false, "memoryModel.baseDesiredRetention": 0.88 };
  const { ssp, ...others } = standard;

  scenarios(parametersFeature, {
    "reports a patch's changes": shows({ patch }, impact),
    "reports a configuration's changes": shows({ config: withParameters(standard, patch) }, impact),
    "reports that nothing changes": shows({ config: standard }, { changes: [], faults: [] }),
    "reports why a configuration would be refused": shows(
      { config: { ...others, ssp: { ...ssp, rMin: 2 }, mine: 1 } },
      { changes: [], faults: [{ path: "mine" }, { path: "ssp.rMin", value: 2 }] },
    ),
    "reports why a patch would be refused": shows(
      { patch: { "no.such": 1, "elo.kFactor": "x", "ssp.rMin": 2, "memoryModel.w": [] } },
      {
        changes: [],
        faults: [
          { path: "no.such", rule: "a known parameter" },
          { path: "elo.kFactor", rule: "a number, true or false" },
          { path: "memoryModel.w", rule: "a known parameter" },
          { path: "ssp.rMin", rule: "a number from 0.3 to 0.98" },
        ],
      },
    ),
    "refuses a list": shows({ patch: [1] }, { changes: [], faults: [{ path: "" }] }),
    "refuses neither": {
      as: "admin",
      send: ["POST", path, {}],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses both": {
      as: "admin",
      send: ["POST", path, { patch, config: standard }],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/amas/config/versions", () => {
  const path = `${ROOT}/versions`;
  const lists = (query: string, notes: readonly (string | null)[]): Scenario => ({
    as: "admin",
    given: byOther,
    send: ["GET", `${path}${query}`],
    status: 200,
    after: (_, { body }) =>
      expect(body.data.map(({ note }: { note: string | null }) => note)).toEqual(notes),
  });
  scenarios(parametersFeature, {
    "lists the newest first, without content": {
      ...lists("", ["earlier", "Initial configuration."]),
      body: { data: [{ source: "manual", author_admin_id: "a9" }, { parent_version_hash: null }] },
      text: /^(?!.*snapshot)/,
    },
    "returns a page": lists("?limit=1&offset=1", ["Initial configuration."]),
    "clamps the limit": lists("?limit=0", ["earlier"]),
    "is empty past the end": lists("?offset=9", []),
    "refuses a word as limit": {
      as: "admin",
      send: ["GET", `${path}?limit=all`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});

describe("GET /api/admin/amas/config/versions/{hash}", () => {
  scenarios(parametersFeature, {
    "replies with the content as an object": {
      as: "admin",
      send: async (app) => ["GET", `${ROOT}/versions/${(await byOther(app)).versionHash}`],
      status: 200,
      after: (_, { body }) => expect(body.data.snapshot_json).toEqual(calmer),
    },
    "refuses an unknown hash": {
      as: "admin",
      send: ["GET", `${ROOT}/versions/0123456789abcdef`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("POST /api/admin/amas/config/versions/{hash}/restore", () => {
  const restoring =
    (body?: object): Scenario["send"] =>
    async (app) => {
      const old = parametersInForce(app.deps).versionHash;
      await byOther(app);
      return ["POST", `${ROOT}/versions/${old}/restore`, body];
    };
  scenarios(parametersFeature, {
    "stores the old content as a version that follows the newest": {
      as: "admin",
      send: restoring({ note: "too calm" }),
      status: 200,
      after: async (app, { body }) => {
        const [newest, second, first] = await listVersions(app.deps, all);
        const { versionHash } = body.data;
        expect(newest).toMatchObject({ version_hash: versionHash, note: "too calm" });
        expect(newest?.parent_version_hash).toBe(second?.version_hash);
        expect(versionHash).toBe(parametersHash(standard, second?.version_hash ?? null));
        expect(parametersInForce(app.deps).snapshot).toEqual(standard);
        expect(await lastAuditEntry(app)).toEqual([
          ...["amas.config.restore", "a1", "amas_config", versionHash],
          { restoredFrom: first?.version_hash },
        ]);
        expect((await auditedStates(app)).at(-1)).toEqual({
          before: { versionHash: second?.version_hash },
          after: { versionHash },
        });
      },
    },
    "names the old version without a note": {
      as: "admin",
      send: restoring(),
      status: 200,
      after: async ({ deps }) => {
        const [newest, , first] = await listVersions(deps, all);
        expect(newest?.note).toContain(first?.version_hash);
      },
    },
    "refuses an unknown hash": {
      as: "admin",
      send: ["POST", `${ROOT}/versions/0123456789abcdef/restore`],
      status: 404,
      body: { code: "NOT_FOUND" },
      ...unchanged,
    },
    "refuses a note of 1001 characters": {
      as: "admin",
      send: restoring({ note: "n".repeat(1_001) }),
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
    "refuses content that is no longer valid, with all its faults": {
      as: "admin",
      send: async (app) => {
        const { versionHash } = await byOther(app);
        await app.deps.database
          .updateTable("engine_config_versions")
          .set({ snapshot_json: JSON.stringify({ monitoring: { sampleRate: 9, eceAlert: 9 } }) })
          .where("version_hash", "=", versionHash)
          .execute();
        return ["POST", `${ROOT}/versions/${versionHash}/restore`];
      },
      status: 400,
      body: {
        code: "AMAS_INVALID_CONFIG",
        faults: [{ path: "monitoring.sampleRate" }, { path: "monitoring.eceAlert" }],
      },
    },
  });
});
