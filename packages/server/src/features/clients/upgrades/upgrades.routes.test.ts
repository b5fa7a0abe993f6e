import { describe, expect, it } from "vitest";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { addDevice } from "@wordloom/testing/content/devices";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { upgradesRoutes } from "./upgrades.routes.ts";
import { broadcastVersion } from "./upgrade-broadcasts.service.ts";
import { versionGateChanged } from "./version-gate.service.ts";

const policies = "/api/admin/clients/upgrade-policy";
const broadcasts = "/api/admin/clients/broadcast-upgrade";

async function audit({ deps }: TestApp) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => [row.action, row.target_type, row.target_id, row.metadata_json]);
}

describe("PUT /api/admin/clients/upgrade-policy/{platform}", () => {
  const policy = (body: object, refusal?: readonly [string], platform = "ios"): Scenario => ({
    as: "admin",
    send: ["PUT", `${policies}/${platform}`, body],
    ...(refusal === undefined
      ? { status: 200, body: { data: { ok: true, platform } } }
      : { status: 400, body: { code: refusal[0] } }),
  });
  const long = (length: number) => `1.0.0-${"a".repeat(length - 6)}`;

  scenarios(upgradesRoutes, {
    "accepts a complete policy": {
      ...policy({ minVersion: "v1.0.0", suggestedVersion: "2.0.0-rc.1", grayscalePct: 50 }),
      after: async (app) => {
        const { body } = await app.send("GET", policies, { headers: app.a1.headers });
        expect(body.data.policies).toEqual([
          {
            platform: "ios",
            minVersion: "v1.0.0",
            suggestedVersion: "2.0.0-rc.1",
            grayscalePct: 50,
            pwaSilentUpdate: true,
            updatedBy: "a1",
            updatedAt: "2026-05-01T12:00:00.000Z",
          },
        ]);
        const metadata = expect.stringContaining('"grayscalePct":50') as string;
        const entry = ["client.upgrade_policy.update", "platform", "ios", metadata];
        expect(await audit(app)).toEqual([entry]);
      },
    },
    "replaces omitted fields by defaults": {
      ...policy({}, undefined, "web"),
      given: (app) =>
        app.send("PUT", `${policies}/web`, {
          headers: app.a1.headers,
          body: { minVersion: "1.0.0", grayscalePct: 10, pwaSilentUpdate: false },
        }),
      after: async (app) => {
        const { body } = await app.send("GET", policies, { headers: app.a1.headers });
        expect(body.data.policies).toMatchObject([
          {
            platform: "web",
            minVersion: null,
            suggestedVersion: null,
            grayscalePct: 0,
            pwaSilentUpdate: true,
          },
        ]);
      },
    },
    "treats an empty version as absent": policy({ minVersion: "", suggestedVersion: null }),
    "accepts a version of 64 characters": policy({ minVersion: long(64) }),
    "refuses a version of 65 characters": policy({ minVersion: long(65) }, ["INVALID_VERSION"]),
    "refuses a version of two numbers": policy({ minVersion: "1.0" }, ["INVALID_VERSION"]),
    "refuses a version with a leading zero": policy({ minVersion: "1.02.0" }, ["INVALID_VERSION"]),
    "refuses a word as version": policy({ suggestedVersion: "new" }, ["INVALID_VERSION"]),
    "refuses a number as version": policy({ minVersion: 1 }, ["INVALID_REQUEST_BODY"]),
    "accepts a share of 0 %": policy({ grayscalePct: 0 }),
    "accepts a share of 100 %": policy({ grayscalePct: 100 }),
    "refuses a share below 0 %": policy({ grayscalePct: -1 }, ["INVALID_GRAYSCALE"]),
    "refuses a share above 100 %": policy({ grayscalePct: 101 }, ["INVALID_GRAYSCALE"]),
    "refuses a fractional share": policy({ grayscalePct: 0.5 }, ["INVALID_GRAYSCALE"]),
    "refuses a word as share": policy({ grayscalePct: "all" }, ["INVALID_REQUEST_BODY"]),
    "accepts a policy for Android": policy({}, undefined, "android"),
    "refuses other platforms": policy({}, ["INVALID_PLATFORM"], "macos"),
  });
});

describe("GET /api/admin/clients/upgrade-policy", () => {
  scenarios(upgradesRoutes, {
    "is empty at first": {
      as: "admin",
      send: ["GET", policies],
      status: 200,
      body: { data: { policies: [], broadcasts: [] } },
    },
    "lists the last request to update of each platform, and none that was revoked": {
      as: "admin",
      given: async ({ send, a1: { headers } }) => {
        await send("POST", `${broadcasts}/web`, { headers, body: older });
        await send("POST", `${broadcasts}/ios`, { headers, body: older });
        const body = { ...older, latestVersion: "2.2.0", message: "please" };
        await send("POST", `${broadcasts}/ios`, { headers, body });
        await send("POST", `${broadcasts}/web/revoke`, { headers });
      },
      send: ["GET", policies],
      status: 200,
      after: (_app, { body }) =>
        expect(body.data.broadcasts).toEqual([
          {
            platform: "ios",
            belowVersion: "2.0.0",
            latestVersion: "2.2.0",
            message: "please",
            createdBy: "a1",
            createdAt: "2026-05-01T12:00:00.000Z",
          },
        ]),
    },
  });
});

/** Opens a stream of a learner on a device. */
function openStream(app: Pick<TestApp, "hub">, accountId: string, id: string, platform = "ios") {
  const device = { id, platform };
  const listener = { kind: "learner", sessionId: "s", accountId, device } as const;
  app.hub.open({ listener, maintenanceActive: false }).start(createRecordingSink());
}

/**
 * Creates devices of u1: d1 (iOS 1.0.0, two streams), d2 (iOS 2.0.0), d3 (web); of u2: d4, not
 * connected. u3 also opens a stream that names d1.
 */
async function devicesAndStreams(app: TestApp): Promise<void> {
  const add = async (id: string, owner: string, platform: string, version: string) => {
    await addDevice(app, id, { owner, platform });
    const { database } = app.deps;
    const set = { app_version: version };
    await database.updateTable("devices").set(set).where("id", "=", id).execute();
  };
  await add("d1", "u1", "ios", "1.0.0");
  await add("d2", "u1", "ios", "2.0.0");
  await add("d3", "u1", "web", "1.0.0");
  await add("d4", "u2", "ios", "1.9.9");
  for (const id of ["d1", "d1", "d2", "d3"]) openStream(app, "u1", id);
  openStream(app, "u3", "d1");
}

const older = { belowVersion: "2.0.0", latestVersion: "2.1.0" };

describe("POST /api/admin/clients/broadcast-upgrade/{platform}", () => {
  const refuses = (body: object, code: string, platform = "ios"): Scenario => ({
    as: "admin",
    send: ["POST", `${broadcasts}/${platform}`, body],
    status: 400,
    body: { code },
  });

  scenarios(upgradesRoutes, {
    "notifies connected devices below the version, and counts all matching devices": {
      as: "admin",
      given: devicesAndStreams,
      send: ["POST", `${broadcasts}/ios`, { ...older, message: "please" }],
      status: 200,
      body: { data: { matched: 2, pushedConnections: 2 } },
      publishes: ["u1/d1:upgrade_required"],
      after: async (app) => {
        expect(app.hub.recordedEvents()).toEqual([
          { type: "upgrade_required", latestVersion: "2.1.0", message: "please" },
        ]);
        expect(await broadcastVersion(app.deps, "ios")).toBe("2.1.0");
        const metadata = expect.stringContaining('"matched":2') as string;
        expect(await audit(app)).toEqual([
          ["client.broadcast_upgrade", "platform", "ios", metadata],
        ]);
      },
    },
    "requires no message": {
      as: "admin",
      given: devicesAndStreams,
      send: ["POST", `${broadcasts}/web`, older],
      status: 200,
      body: { data: { matched: 1, pushedConnections: 1 } },
      after: ({ hub }) => expect(hub.recordedEvents()).toMatchObject([{ message: null }]),
    },
    "accepts a message of 500 characters": {
      as: "admin",
      send: ["POST", `${broadcasts}/ios`, { ...older, message: "m".repeat(500) }],
      status: 200,
      body: { data: { matched: 0, pushedConnections: 0 } },
    },
    "refuses a message of 501 characters": refuses(
      { ...older, message: "m".repeat(501) },
      "VALIDATION_ERROR",
    ),
    "refuses a belowVersion with a leading zero": refuses(
      { ...older, belowVersion: "01.0.0" },
      "INVALID_VERSION",
    ),
    "refuses a word as belowVersion": refuses({ ...older, belowVersion: "old" }, "INVALID_VERSION"),
    "refuses a word as latestVersion": refuses(
      { ...older, latestVersion: "new" },
      "INVALID_VERSION",
    ),
    "refuses a missing version": refuses({ belowVersion: "1.0.0" }, "INVALID_REQUEST_BODY"),
    "refuses other platforms": refuses(older, "INVALID_PLATFORM", "linux"),
  });
});

describe("POST /api/admin/clients/broadcast-upgrade/{platform}/preview", () => {
  const preview = (platform: string) => `${broadcasts}/${platform}/preview`;
  const belowVersion = older.belowVersion;
  const refuses = (platform: string, body: object, code: string): Scenario => ({
    as: "admin",
    send: ["POST", preview(platform), body],
    status: 400,
    body: { code },
  });

  scenarios(upgradesRoutes, {
    "counts those whom a broadcast would reach, and sends nothing": {
      as: "admin",
      given: devicesAndStreams,
      send: ["POST", preview("ios"), { belowVersion }],
      status: 200,
      body: { data: { matched: 2, connections: 2 } },
      publishes: [],
      after: async (app) => {
        expect(await audit(app)).toEqual([]);
        expect(await broadcastVersion(app.deps, "ios")).toBeUndefined();
      },
    },
    "counts nobody above the version": {
      as: "admin",
      given: devicesAndStreams,
      send: ["POST", preview("ios"), { belowVersion: "0.0.1" }],
      status: 200,
      body: { data: { matched: 0, connections: 0 } },
    },
    "refuses other platforms": refuses("linux", { belowVersion }, "INVALID_PLATFORM"),
    "refuses a word as version": refuses("ios", { belowVersion: "old" }, "INVALID_VERSION"),
    "refuses a missing version": refuses("ios", {}, "INVALID_REQUEST_BODY"),
  });
});

describe("POST /api/admin/clients/broadcast-upgrade/{platform}/revoke", () => {
  const broadcast = async (app: ScenarioApp) => {
    await devicesAndStreams(app);
    await app.send("POST", `${broadcasts}/ios`, { headers: app.a1.headers, body: older });
  };

  scenarios(upgradesRoutes, {
    "notifies the devices of the broadcast": {
      as: "admin",
      given: broadcast,
      send: ["POST", `${broadcasts}/ios/revoke`],
      status: 200,
      body: { data: { matched: 2, pushedConnections: 2 } },
      publishes: ["u1/d1:upgrade_cleared"],
      after: async (app) => {
        const events = app.hub.recordedEvents();
        expect(events).toEqual([{ type: "upgrade_cleared", origin: "targeted" }]);
        expect(await broadcastVersion(app.deps, "ios")).toBeUndefined();
        const metadata = '{"matched":2}';
        const entry = ["client.broadcast_upgrade_revoke", "platform", "ios", metadata];
        expect((await audit(app)).at(-1)).toEqual(entry);
      },
    },
    "notifies nobody the second time": {
      as: "admin",
      given: broadcast,
      twice: true,
      send: ["POST", `${broadcasts}/ios/revoke`],
      status: 200,
      body: { data: { matched: 0, pushedConnections: 0 } },
      publishes: [],
    },
    "does not affect other platforms": {
      as: "admin",
      given: broadcast,
      send: ["POST", `${broadcasts}/web/revoke`],
      status: 200,
      publishes: [],
      after: async (app) => expect(await broadcastVersion(app.deps, "ios")).toBe("2.1.0"),
    },
    "refuses other platforms": {
      as: "admin",
      send: ["POST", `${broadcasts}/linux/revoke`],
      status: 400,
      body: { code: "INVALID_PLATFORM" },
    },
  });
});

describe("versionGateChanged", () => {
  async function setUp() {
    const app = await buildTestApp({ features: onlyFeature({}) });
    await devicesAndStreams(app);
    openStream(app, "u1", "new");
    return app;
  }

  it("notifies connected native devices that are no longer refused", async () => {
    const app = await setUp();
    expect(await versionGateChanged(app.deps, "2.0.0", "1.0.0")).toBe(2);
    expect(app.hub.recorded()).toEqual(["u1/d1:upgrade_cleared"]);
    expect(app.hub.recordedEvents()).toEqual([{ type: "upgrade_cleared", origin: "gate" }]);
    await app.close();
  });

  it("also notifies devices of unknown version when the gate opens for all", async () => {
    const app = await setUp();
    expect(await versionGateChanged(app.deps, "3.0.0", undefined)).toBe(4);
    const expected = ["u1/d1", "u1/d2", "u1/new"].map((device) => `${device}:upgrade_cleared`);
    expect(app.hub.recorded()).toEqual(expected);
    await app.close();
  });

  it.each([
    [undefined, undefined],
    [undefined, "1.0.0"],
    ["1.0.0", "1.0.0"],
    ["1.0.0", "2.0.0"],
  ])("notifies nobody when the minimum changes from %s to %s", async (before, after) => {
    const app = await setUp();
    expect(await versionGateChanged(app.deps, before, after)).toBe(0);
    expect(app.hub.recorded()).toEqual([]);
    await app.close();
  });
});
