import { describe } from "vitest";
import { addDevice } from "@wordloom/testing/content/devices";
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { broadcastUpgrade } from "../upgrades/upgrade-broadcasts.service.ts";
import { setUpgradePolicy } from "../upgrades/upgrade-policies.service.ts";
import { statusRoutes } from "./status.routes.ts";

describe("GET /api/status", () => {
  scenarios(statusRoutes, {
    "answers without sign-in": {
      send: ["GET", "/api/status"],
      status: 200,
      body: {
        success: true,
        data: {
          maintenanceMode: false,
          webTargetVersion: null,
          webPwaSilentUpdate: false,
          forceUpgrade: false,
          latestVersion: null,
        },
      },
    },
    "names the release tag": {
      send: ["GET", "/api/status"],
      status: 200,
      text: /"version":"v\d+\.\d+\.\d+/,
    },
    "stays open during maintenance and reports it": {
      given: (app) => app.deps.maintenance.set(true),
      send: ["GET", "/api/status"],
      status: 200,
      body: { data: { maintenanceMode: true } },
    },
    "is not rate-limited": {
      settings: { RATE_LIMIT_ANONYMOUS_MAX: "1" },
      twice: true,
      send: ["GET", "/api/status"],
      status: 200,
      headers: { "ratelimit-limit": null },
    },
  });
});

describe("GET /api/status, for versions", () => {
  const gate = { MIN_CLIENT_VERSION: "1.2.0" };
  const policy = { minVersion: "1.1.0", suggestedVersion: "2.0.0", grayscalePct: 0 };
  const policies = async ({ deps }: ScenarioApp) => {
    await setUpgradePolicy(deps, someAdmin, "ios", { ...policy, pwaSilentUpdate: true });
    const web = { ...policy, minVersion: "3.0.0", suggestedVersion: null, pwaSilentUpdate: true };
    await setUpgradePolicy(deps, someAdmin, "web", web);
  };
  const reports = (platform: string, version: string, data: object): Scenario => ({
    send: ["GET", "/api/status", undefined, from(platform, version)],
    status: 200,
    body: { data },
  });
  const from = (platform: string, version: string) => ({
    "x-device-platform": platform,
    "x-app-version": version,
  });

  scenarios(statusRoutes, {
    "reports only on the web app without a platform": {
      given: policies,
      settings: gate,
      send: ["GET", "/api/status"],
      status: 200,
      body: {
        data: {
          webTargetVersion: "3.0.0",
          webPwaSilentUpdate: true,
          forceUpgrade: false,
          latestVersion: null,
        },
      },
    },
    "forces an upgrade below the policy's minimum": {
      ...reports("ios", "1.0.9", { forceUpgrade: true, latestVersion: "2.0.0" }),
      given: policies,
    },
    "forces no upgrade from the minimum on": {
      ...reports("ios", "1.1.0", { forceUpgrade: false, latestVersion: "2.0.0" }),
      given: policies,
    },
    "forces an upgrade of a web page below its policy": {
      ...reports("web", "2.9.9", { forceUpgrade: true, latestVersion: "3.0.0" }),
      given: policies,
    },
    "forces an upgrade of an app that the gate would refuse": {
      ...reports("android", "1.1.9", { forceUpgrade: true, latestVersion: "1.2.0" }),
      settings: gate,
    },
    "forces an upgrade of an app with an unreadable version": {
      ...reports("android", "new", { forceUpgrade: true }),
      settings: gate,
    },
    "does not apply the gate to web pages": {
      ...reports("web", "1.0.0", { forceUpgrade: false, latestVersion: null }),
      settings: gate,
    },
    "reports the version of the last upgrade broadcast": {
      ...reports("ios", "1.1.0", { forceUpgrade: false, latestVersion: "2.2.0" }),
      given: async (app) => {
        await policies(app);
        const draft = { belowVersion: "2.0.0", latestVersion: "2.2.0", message: null };
        await broadcastUpgrade(app.deps, someAdmin, "ios", draft);
      },
    },
  });
});

describe("GET /api/status/device-ban", () => {
  scenarios(statusRoutes, {
    "reports that a device is not banned": {
      send: ["GET", "/api/status/device-ban?deviceId=d1"],
      status: 200,
      body: { success: true, data: { banned: false } },
    },
    "reports a ban": {
      given: async (app) => {
        await addDevice(app, "d1");
        await app.deps.database.updateTable("devices").set({ banned_at_ms: 1 }).execute();
      },
      send: ["GET", "/api/status/device-ban?deviceId=d1"],
      status: 200,
      body: { success: true, data: { banned: true } },
    },
    "refuses a missing device id": {
      send: ["GET", "/api/status/device-ban"],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses a device id of 129 characters": {
      send: ["GET", `/api/status/device-ban?deviceId=${"d".repeat(129)}`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});
