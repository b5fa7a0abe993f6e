import { describe, expect, it } from "vitest";
import type { Scenario, ScenarioApp } from "../../../testing/app/scenarios.ts";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { addDevice } from "@wordloom/testing/content/devices";
import { flushTouches } from "../devices/device-touches.service.ts";
import { findDevice } from "../devices/devices.service.ts";
import { deviceFlush } from "../devices/devices.worker.ts";
import { healthRoutes } from "../../operations/health/health.routes.ts";
import { legacyFallback } from "../../operations/legacy/legacy.routes.ts";
import { openApiRoutes } from "../../operations/health/openapi.routes.ts";
import { statusRoutes } from "../status/status.routes.ts";
import { forgetSystemSettings, storeSetting } from "../../accounts/settings/settings.service.ts";
import { adminAuthRoutes } from "../../accounts/admin-auth/admin-auth.routes.ts";
import { authRoutes } from "../../accounts/auth/auth.routes.ts";
import { setUpgradePolicy } from "../upgrades/upgrade-policies.service.ts";
import { usersRoutes } from "../../accounts/users/users.routes.ts";
import { buildTestApp, onlyFeature } from "@wordloom/testing/service/build-test-app";
import { clientGates } from "./client-gates.service.ts";
import { requiresApp, isClosedToBanned, recordsDevice } from "./gate-paths.ts";

const routes = [
  ...[adminAuthRoutes, authRoutes, healthRoutes, openApiRoutes, statusRoutes, usersRoutes],
];
const feature = {
  routes,
  gates: clientGates,
  fallbacks: [legacyFallback],
  workers: [deviceFlush],
};

const me = "/api/users/me";
const on = (headers: Record<string, string>, path = me) =>
  ["GET", path, undefined, headers] as const;
const d1 = { "x-device-id": "d1" };
const ios = { ...d1, "x-device-platform": "ios" };
const agent = (name: string) => ({ "user-agent": name });

async function ban(app: ScenarioApp, id = "d1"): Promise<void> {
  await addDevice(app, id, { owner: "u2" });
  await app.deps.database.updateTable("devices").set({ banned_at_ms: 1 }).execute();
}

describe("a banned device", () => {
  const refused = { status: 403, body: { success: false, code: "CLIENT_BANNED" } };
  const open = { given: ban, status: 200 };

  scenarios(feature, {
    "is refused for any learner": { as: "learner", given: ban, send: on(d1), ...refused },
    "is refused before sign-in": { given: ban, send: on(d1), ...refused },
    "cannot sign in": {
      given: ban,
      send: ["POST", "/api/auth/login", { email: "u1@example.org", password: "x" }, d1],
      ...refused,
    },
    "is refused at unknown paths": { given: ban, send: on(d1, "/api/nothing"), ...refused },
    "is refused at the retired interface": {
      given: ban,
      send: on(d1, "/api/v1/words"),
      ...refused,
    },
    "may read the status": { ...open, send: on(d1, "/api/status") },
    "may use administrators' endpoints": { ...open, send: on(d1, "/api/admin/auth/status") },
    "does not affect other devices": {
      as: "learner",
      given: (app) => ban(app, "d2"),
      send: on(d1),
      status: 200,
    },
    "is admitted at most one second after its ban has ended": {
      as: "learner",
      given: async (app) => {
        await ban(app);
        await app.send("GET", me, { headers: { ...app.u1.headers, ...d1 } });
        await app.deps.database.updateTable("devices").set({ banned_at_ms: null }).execute();
        app.clock.advance(1_000);
      },
      send: on(d1),
      status: 200,
    },
  });
});

describe("strict mode", () => {
  const settings = { STRICT_MODE_ENABLED: "true" };
  const strict = (headers: Record<string, string>, code?: string): Scenario => ({
    as: "learner",
    settings,
    send: on(headers),
    ...(code === undefined ? { status: 200 } : { status: 400, body: { success: false, code } }),
  });
  const without = (path: string, status = 200): Scenario => ({
    settings,
    send: ["GET", path],
    status,
  });

  scenarios(feature, {
    "requires a device": strict({}, "MISSING_DEVICE_ID"),
    "treats a malformed device id as missing": strict(
      { "x-device-id": "a b" },
      "MISSING_DEVICE_ID",
    ),
    "requires a platform": strict(d1, "MISSING_OS"),
    "treats an empty platform as missing": strict({ ...d1, "x-device-platform": "" }, "MISSING_OS"),
    "treats an unknown platform as missing": strict(
      { ...d1, "x-device-platform": "Unknown" },
      "MISSING_OS",
    ),
    "reads the platform only from its header": strict(
      { ...d1, ...agent("Loom-iOS/1.2.3") },
      "MISSING_OS",
    ),
    "admits a web page": strict({ ...d1, "x-device-platform": "web" }),
    "requires a User-Agent from native apps": strict(ios, "MISSING_USER_AGENT"),
    "requires a version of three numbers from native apps": strict(
      { ...ios, ...agent("Loom-iOS/1.2") },
      "MISSING_USER_AGENT",
    ),
    "admits a native app with all headers": strict({ ...ios, ...agent("Loom-iOS/1.2.3 (iPhone)") }),
    "admits an Android app with all headers": strict({
      ...d1,
      "x-device-platform": "android",
      ...agent("Loom-Android/1.2.3-beta.1"),
    }),
    "is checked before the sign-in": {
      settings,
      send: ["GET", me],
      status: 400,
      body: { code: "MISSING_DEVICE_ID" },
    },
    "is off by default": { as: "learner", send: ["GET", me], status: 200 },
    "does not apply to the status": without("/api/status"),
    "does not apply to administrators' endpoints": without("/api/admin/auth/status"),
    "does not apply to the retired interface": without("/api/v1/words", 410),
    "does not apply to health checks": without("/api/health"),
    "does not apply to the OpenAPI description": without("/api/openapi.json"),
    "does not apply outside /api": without("/health/live"),
    "applies to signing in": {
      settings,
      send: ["POST", "/api/auth/login", {}],
      status: 400,
      body: { code: "MISSING_DEVICE_ID" },
    },
  });
});

describe("the version gate", () => {
  const settings = { MIN_CLIENT_VERSION: "1.6.0" };
  const tooLow = {
    success: false,
    code: "CLIENT_OUTDATED",
    message: "app_version_too_low: minimum version is 1.6.0",
  };
  const asks = (headers: Record<string, string>, isLetIn: boolean): Scenario => ({
    as: "learner",
    settings,
    send: on(headers),
    ...(isLetIn ? { status: 200 } : { status: 400, body: tooLow }),
  });
  const app = (version: string) => ({ "x-device-platform": "ios", "x-app-version": version });

  scenarios(feature, {
    "refuses older versions": asks(app("1.5.9"), false),
    "refuses pre-releases of the minimum": asks(app("1.6.0-beta.9"), false),
    "admits the minimum": asks(app("1.6.0"), true),
    "admits newer versions, compared number by number": asks(app("v1.10.0"), true),
    "refuses apps without a version": asks({ "x-device-platform": "macos" }, false),
    "refuses an invalid version": asks(app("new"), false),
    "prefers the User-Agent to the headers": asks(
      { ...app("1.6.0"), ...agent("Loom-iOS/1.5.0") },
      false,
    ),
    "recognizes native apps by their User-Agent": asks(agent("Loom-Android/1.5.0"), false),
    "uses the header if the User-Agent has no version": asks(
      { ...app("1.6.0"), ...agent("Loom-iOS/new") },
      true,
    ),
    "refuses an app without a version as outdated": {
      ...asks({ ...ios, ...agent("Loom-iOS/new") }, false),
      settings: { ...settings, STRICT_MODE_ENABLED: "true" },
    },
    "does not apply to web pages": asks(
      { "x-device-platform": "web", "x-app-version": "0.1.0" },
      true,
    ),
    "does not apply to clients without app headers": asks(agent("curl/8.0"), true),
    "admits everything without a minimum": {
      ...asks(app("0.0.1"), true),
      settings: {},
    },
    "refuses before sign-in": {
      settings,
      send: on(app("1.5.9")),
      status: 400,
      body: { code: "CLIENT_OUTDATED" },
    },
    "admits requests for the status": {
      settings,
      send: on(app("1.5.9"), "/api/status"),
      status: 200,
    },
    "admits health checks": {
      settings,
      send: on(app("1.5.9"), "/api/health"),
      status: 200,
    },
    "uses an administrator's minimum if it is higher and the gate is enabled": {
      as: "learner",
      settings,
      send: on(app("1.9.9")),
      given: ({ deps }) => storeGate(deps, "2.0.0", true),
      status: 400,
      text: /minimum version is 2\.0\.0"/,
    },
    "ignores an administrator's minimum if it is lower": {
      ...asks(app("1.5.0"), false),
      given: ({ deps }) => storeGate(deps, "1.0.0", true),
    },
    "ignores an administrator's minimum while the gate is disabled": {
      ...asks(app("1.6.0"), true),
      given: ({ deps }) => storeGate(deps, "2.0.0", false),
    },
  });

  async function storeGate(deps: ScenarioApp["deps"], minimum: string, enabled: boolean) {
    await storeSetting(deps.database, "min_client_version", minimum, 1);
    await storeSetting(deps.database, "version_gate_enabled", enabled, 1);
    forgetSystemSettings(deps);
  }
});

describe("X-Upgrade-Hint", () => {
  const policy = { minVersion: "1.0.0", suggestedVersion: "2.0.0", pwaSilentUpdate: true };
  const given = ({ deps }: ScenarioApp) =>
    setUpgradePolicy(deps, someAdmin, "ios", { ...policy, grayscalePct: 100 });
  const hints = (version: string, hint: string | null, platform = "ios"): Scenario => ({
    as: "learner",
    given,
    status: 200,
    headers: { "x-upgrade-hint": hint },
    send: on({ "x-device-platform": platform, "x-app-version": version }),
  });

  scenarios(feature, {
    "reports a required update": hints("0.9.0", "required"),
    "reports a suggested update": hints("1.0.0", "suggested"),
    "reports that there is no update": hints("2.0.0", "none"),
    "is absent for a platform without a policy": hints("0.9.0", null, "android"),
    "is sent with refusals": {
      given,
      status: 401,
      headers: { "x-upgrade-hint": "required" },
      send: on({ "x-device-platform": "ios", "x-app-version": "0.9.0" }),
    },
    "is sent with the refusal of an outdated app": {
      given,
      settings: { MIN_CLIENT_VERSION: "1.0.0" },
      send: on({ "x-device-platform": "ios", "x-app-version": "0.9.0" }),
      status: 400,
      headers: { "x-upgrade-hint": "required" },
    },
    "is absent without a platform": {
      as: "learner",
      given,
      send: ["GET", me],
      status: 200,
      headers: { "x-upgrade-hint": null },
    },
  });
});

describe("a request of a learner", () => {
  const seen = async (app: ScenarioApp) => (await findDevice(app.deps, "d1")) ?? null;
  const shown = { ...ios, "x-app-version": "1.2.3", "x-device-fingerprint": "f" };

  scenarios(feature, {
    "registers its device": {
      as: "learner",
      send: on(shown),
      from: "192.0.2.1",
      status: 200,
      after: async (app) => {
        const atMs = app.clock.nowMs();
        const known = { userId: "u1", platform: "ios", appVersion: "1.2.3" };
        const times = { firstSeenAtMs: atMs, lastSeenAtMs: atMs };
        expect(await seen(app)).toMatchObject({ ...known, ...times });
        const row = await app.deps.database.selectFrom("devices").selectAll().execute();
        expect(row).toMatchObject([{ ip: "192.0.2.1", fingerprint: "f" }]);
      },
    },
    "registers its device at public endpoints": {
      as: "learner",
      send: on(shown, "/api/openapi.json"),
      status: 200,
      after: async (app) => expect(await seen(app)).toMatchObject({ userId: "u1" }),
    },
    "registers its device at endpoints without a rate limit": {
      as: "learner",
      send: on(shown, "/api/status"),
      status: 200,
      after: async (app) => expect(await seen(app)).toMatchObject({ userId: "u1" }),
    },
    "registers nothing under a malformed id": {
      as: "learner",
      send: on({ "x-device-id": "a b" }),
      status: 200,
      after: async ({ deps }) => {
        await flushTouches(deps);
        expect(await deps.database.selectFrom("devices").selectAll().execute()).toEqual([]);
      },
    },
    "registers nothing for an administrator": {
      as: "admin",
      send: on(shown, "/api/openapi.json"),
      status: 200,
      after: async (app) => expect(await seen(app)).toBeNull(),
    },
    "registers nothing without a valid token": {
      send: on(shown),
      status: 401,
      after: async (app) => expect(await seen(app)).toBeNull(),
    },
    "registers nothing at administrators' endpoints": {
      as: "learner",
      send: on(shown, "/api/admin/auth/status"),
      status: 200,
      after: async (app) => expect(await seen(app)).toBeNull(),
    },
  });

  it("is stored at shutdown, even if no worker ran", async () => {
    const app = await buildTestApp({ features: onlyFeature(feature) });
    const { headers } = await app.learner();
    const requests = Array.from({ length: 20 }, () =>
      app.send("GET", me, { headers: { ...headers, ...ios } }),
    );
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const rows = () => app.deps.database.selectFrom("devices").select("id").execute();
    expect(await rows()).toEqual([]);
    await app.close();
    expect(await rows()).toEqual([{ id: "d1" }]);
  });
});

describe("gates", () => {
  it.each([
    ["/api/words", true, true, true],
    ["/api/auth/login", true, true, true],
    ["/api/telemetry", true, false, false],
    ["/api/telemetry/app-events", true, false, false],
    ["/api/probe/results", true, true, true],
    ["/api/realtime/events", false, false, true],
    ["/api/status", false, false, true],
    ["/api/status/device-ban", false, false, true],
    ["/api/statuses", true, true, true],
    ["/api/admin/clients", false, false, false],
    ["/api/v1/words", true, false, true],
    ["/api/health", true, false, true],
    ["/api/openapi.json", true, false, true],
    ["/health", false, false, false],
    ["/metrics", false, false, false],
  ])("of %s: banned %s, strict %s, register %s", (path, banned, strict, register) => {
    expect([isClosedToBanned(path), requiresApp(path), recordsDevice(path)]).toEqual([
      ...[banned, strict, register],
    ]);
  });
});
