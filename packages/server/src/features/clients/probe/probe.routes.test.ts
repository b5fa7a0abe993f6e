import { PROBE_CTX_VERSION } from "@wordloom/contract";
import { describe, expect } from "vitest";
import { addDevice, connectDevice } from "@wordloom/testing/content/devices";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";

const PATH = "/api/admin/probe";
const settings = { PROBE_ENABLED: "true" };
const KB_16 = 16 * 1024;
const HOSTILE = `return "</script>\u0007\u202e𝄞" // '; drop table users; --`;
const refused = (status: number, code: string) => ({ status, body: { success: false, code } });
const disabled = refused(503, "PROBE_DISABLED");

const given = async (app: ScenarioApp) => {
  for (const id of ["d1", "d2"]) await addDevice(app, id, { owner: app.u1.id });
  connectDevice(app, app.u1, "d1");
};
const issue = (draft: object): Pick<Scenario, "as" | "settings" | "given" | "send"> => ({
  as: "super",
  settings,
  given,
  send: ["POST", PATH, { targets: { deviceIds: ["d1"] }, script: "return 1", ...draft }],
});
const dispatchedTo = (...deviceIds: string[]) => ({
  dispatched: deviceIds.map((deviceId) => ({ deviceId, requestId: expect.any(String) })),
});
const requests = ({ deps }: ScenarioApp) =>
  deps.database.selectFrom("probe_requests").selectAll().orderBy("device_id").execute();

describe("POST /api/admin/probe", () => {
  scenarios(probeRoutes, {
    "is disabled by default, for any body": {
      as: "super",
      send: ["POST", PATH, "{"],
      ...disabled,
    },
    "refuses a learner": {
      as: "learner",
      settings,
      send: ["POST", PATH, {}],
      ...refused(401, "AUTH_UNAUTHORIZED"),
    },
    "refuses an ordinary administrator": {
      as: "admin",
      settings,
      send: ["POST", PATH, {}],
      ...refused(403, "FORBIDDEN"),
    },
    "sends a script to the devices that are online": {
      ...issue({
        targets: { deviceIds: ["d1", "d2", "d3", "d1"] },
        script: HOSTILE,
        timeoutMs: 500,
        note: " why ",
      }),
      status: 200,
      publishes: ["u1/d1:probe_request"],
      after: async (app, { body }) => {
        const { batchId, ...data } = body.data;
        expect(data).toEqual({ ...dispatchedTo("d1"), skippedOffline: ["d2", "d3"] });
        const [event] = app.hub.recordedEvents();
        expect(event).toEqual({
          type: "probe_request",
          requestId: data.dispatched[0].requestId,
          batchId,
          scriptB64: expect.any(String),
          timeoutMs: 500,
          ctxVersion: PROBE_CTX_VERSION,
        });
        const { scriptB64 } = event as unknown as { scriptB64: string };
        expect(Buffer.from(scriptB64, "base64").toString()).toBe(HOSTILE);
        const nowMs = app.clock.nowMs();
        const rows = await requests(app);
        expect(rows.map((row) => [row.status, row.user_id, row.due_at_ms])).toEqual([
          ["pending", "u1", nowMs + 500 + 10_000],
          ["offline", "u1", null],
          ["offline", null, null],
        ]);
      },
    },
    "writes an entry to the audit log": {
      ...issue({ targets: { deviceIds: ["d1", "d2"] }, script: "ctx.cmd.reload()" }),
      status: 200,
      after: async ({ deps }, { body }) => {
        const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
        const issued = rows.filter(({ action }) => action === "probe.issue");
        expect(issued).toMatchObject([
          { admin_id: "a1", target_type: "probe", target_id: body.data.batchId },
        ]);
        expect(JSON.parse(issued[0]?.metadata_json ?? "")).toMatchObject({
          hasCmdCall: true,
          dispatched: 1,
          skippedOffline: 1,
          note: null,
          scriptSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
      },
    },
    "gives a script three seconds by default": {
      ...issue({}),
      status: 200,
      after: (app) => expect(app.hub.recordedEvents()).toMatchObject([{ timeoutMs: 3_000 }]),
    },
    "sends a script to all devices that are online": {
      ...issue({ targets: { allOnline: true } }),
      given: async (app) => {
        await given(app);
        connectDevice(app, app.u1, "d2");
        connectDevice(app, app.u1, "never-registered");
      },
      status: 200,
      after: (_app, { body }) => {
        const { dispatched, skippedOffline } = body.data;
        const ids = dispatched.map(({ deviceId }: { deviceId: string }) => deviceId);
        expect([ids.toSorted(), skippedOffline]).toEqual([["d1", "d2"], []]);
      },
    },
    "sends nothing if no device is online": {
      ...issue({ targets: { allOnline: true, deviceIds: [] } }),
      given: () => {},
      status: 200,
      publishes: [],
      body: { data: { dispatched: [], skippedOffline: [] } },
    },
    "ignores another learner's stream that names the device": {
      ...issue({}),
      given: async (app) => {
        await addDevice(app, "d1", { owner: app.u1.id });
        connectDevice(app, await app.learner(), "d1");
      },
      status: 200,
      publishes: [],
      body: { data: { dispatched: [], skippedOffline: ["d1"] } },
    },
    "skips a banned device": {
      ...issue({}),
      given: async (app) => {
        await given(app);
        await app.deps.database.updateTable("devices").set({ banned_at_ms: 1 }).execute();
      },
      status: 200,
      publishes: [],
      body: { data: { dispatched: [], skippedOffline: ["d1"] } },
    },
    "skips a device without an owner": {
      ...issue({}),
      given: async (app) => {
        await addDevice(app, "d1");
        connectDevice(app, app.u1, "d1");
      },
      status: 200,
      body: { data: { dispatched: [], skippedOffline: ["d1"] } },
    },
    "accepts a script of 16 KB": { ...issue({ script: "x".repeat(KB_16) }), status: 200 },
    "refuses a script of one byte more": {
      ...issue({ script: "x".repeat(KB_16 + 1) }),
      ...refused(400, "PROBE_SCRIPT_TOO_LARGE"),
    },
    "counts bytes of the script, not characters": {
      ...issue({ script: "词".repeat(KB_16 / 3 + 1) }),
      ...refused(400, "PROBE_SCRIPT_TOO_LARGE"),
    },
    "refuses an empty script": { ...issue({ script: "" }), ...refused(400, "PROBE_SCRIPT_EMPTY") },
    "refuses a blank script": {
      ...issue({ script: " \n" }),
      ...refused(400, "PROBE_SCRIPT_EMPTY"),
    },
    "refuses NUL": { ...issue({ script: "\u0000" }), ...refused(400, "INVALID_REQUEST_BODY") },
    "accepts 100 ms": { ...issue({ timeoutMs: 100 }), status: 200 },
    "accepts 10 s": { ...issue({ timeoutMs: 10_000 }), status: 200 },
    "refuses 99 ms": { ...issue({ timeoutMs: 99 }), ...refused(400, "PROBE_TIMEOUT_OUT_OF_RANGE") },
    "refuses more than 10 s": {
      ...issue({ timeoutMs: 10_001 }),
      ...refused(400, "PROBE_TIMEOUT_OUT_OF_RANGE"),
    },
    "refuses a fraction of a millisecond": {
      ...issue({ timeoutMs: 100.5 }),
      ...refused(400, "PROBE_TIMEOUT_OUT_OF_RANGE"),
    },
    "refuses more than the operator's maximum": {
      ...issue({ timeoutMs: 2_001 }),
      settings: { ...settings, PROBE_MAX_TIMEOUT_MS: "2000" },
      ...refused(400, "PROBE_TIMEOUT_OUT_OF_RANGE"),
    },
    "limits the default to the operator's maximum": {
      ...issue({}),
      settings: { ...settings, PROBE_MAX_TIMEOUT_MS: "2000" },
      status: 200,
      after: (app) => expect(app.hub.recordedEvents()).toMatchObject([{ timeoutMs: 2_000 }]),
    },
    "refuses empty targets": {
      ...issue({ targets: {} }),
      ...refused(400, "PROBE_INVALID_TARGETS"),
    },
    "refuses an empty list of devices": {
      ...issue({ targets: { deviceIds: [], allOnline: false } }),
      ...refused(400, "PROBE_INVALID_TARGETS"),
    },
    "refuses an invalid device id": {
      ...issue({ targets: { deviceIds: ["d1", "<d>"] } }),
      ...refused(400, "PROBE_INVALID_TARGETS"),
    },
    "accepts 500 devices": {
      ...issue({ targets: { deviceIds: Array.from({ length: 500 }, (_, n) => `x${n}`) } }),
      status: 200,
      after: async (app) => expect(await requests(app)).toHaveLength(500),
    },
    "refuses 501 devices": {
      ...issue({ targets: { deviceIds: Array.from({ length: 501 }, (_, n) => `x${n}`) } }),
      ...refused(400, "PROBE_INVALID_TARGETS"),
    },
    "refuses invalid targets": {
      ...issue({ targets: "all" }),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "refuses a note of 1001 characters": {
      ...issue({ note: "n".repeat(1_001) }),
      ...refused(400, "INVALID_REQUEST_BODY"),
    },
    "refuses the third request in a minute if two are allowed": {
      ...issue({}),
      settings: { ...settings, PROBE_RATE_LIMIT_PER_MIN: "2" },
      send: async (app) => {
        const draft = { targets: { deviceIds: ["d1"] }, script: "x" };
        const request = { body: draft, headers: app.a1.headers };
        for (let n = 0; n < 2; n += 1) {
          expect((await app.send("POST", PATH, request)).status).toBe(200);
        }
        return ["POST", PATH, draft];
      },
      ...refused(429, "RATE_LIMITED"),
      headers: { "retry-after": "60" },
    },
  });
});

describe("without PROBE_ENABLED", () => {
  const paths = [
    ["GET", PATH, "admin"],
    ["GET", `${PATH}?status=none`, "admin"],
    ["GET", `${PATH}/by-id/x`, "admin"],
    ["GET", `${PATH}/x/stream`, "admin"],
    ["POST", `${PATH}/x/confirm`, "super"],
    ["POST", "/api/probe/results", "learner"],
  ] as const;
  scenarios(
    probeRoutes,
    Object.fromEntries(
      paths.map(([method, path, as]): [string, Scenario] => [
        `${method} ${path} is refused`,
        { as, send: [method, path], ...disabled },
      ]),
    ),
  );
});
