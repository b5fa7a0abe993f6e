import { describe } from "vitest";
import { addDevice } from "../../testing/devices.ts";
import { scenarios, type Scenario, type ScenarioApp } from "../../testing/scenarios.ts";
import { broadcastUpgrade } from "../upgrades/upgrade-broadcasts.service.ts";
import { setUpgradePolicy } from "../upgrades/upgrade-policies.service.ts";
import { statusRoutes } from "./status.routes.ts";

describe("GET /api/status", () => {
  scenarios(statusRoutes, {
    "tells anybody what there is to know": {
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
    "stays open during maintenance and says so": {
      given: (app) => app.deps.maintenance.set(true),
      send: ["GET", "/api/status"],
      status: 200,
      body: { data: { maintenanceMode: true } },
    },
    "is not counted": {
      settings: { RATE_LIMIT_ANONYMOUS_MAX: "1" },
      twice: true,
      send: ["GET", "/api/status"],
      status: 200,
      headers: { "ratelimit-limit": null },
    },
  });
});

describe("GET /api/status, of versions", () => {
  const gate = { MIN_CLIENT_VERSION: "1.2.0" };
  const policy = { minVersion: "1.1.0", suggestedVersion: "2.0.0", grayscalePct: 0 };
  const policies = async ({ deps }: ScenarioApp) => {
    await setUpgradePolicy(deps, "a1", "ios", { ...policy, pwaSilentUpdate: true });
    const web = { ...policy, minVersion: "3.0.0", suggestedVersion: null, pwaSilentUpdate: true };
    await setUpgradePolicy(deps, "a1", "web", web);
  };
  const tells = (platform: string, version: string, data: object): Scenario => ({
    send: ["GET", "/api/status", undefined, from(platform, version)],
    ...{ status: 200, body: { data } },
  });
  const from = (platform: string, version: string) => ({
    ...{ "x-device-platform": platform, "x-app-version": version },
  });

  scenarios(statusRoutes, {
    "tells a stranger about the web app only": {
      ...{ given: policies, settings: gate, send: ["GET", "/api/status"], status: 200 },
      body: {
        data: {
          ...{ webTargetVersion: "3.0.0", webPwaSilentUpdate: true },
          ...{ forceUpgrade: false, latestVersion: null },
        },
      },
    },
    "makes an app move that is below its policy": {
      ...tells("ios", "1.0.9", { forceUpgrade: true, latestVersion: "2.0.0" }),
      given: policies,
    },
    "lets one stay that is not": {
      ...tells("ios", "1.1.0", { forceUpgrade: false, latestVersion: "2.0.0" }),
      given: policies,
    },
    "makes a web page move that is below its policy": {
      ...tells("web", "2.9.9", { forceUpgrade: true, latestVersion: "3.0.0" }),
      given: policies,
    },
    "makes an app move that the gate would keep out": {
      ...tells("android", "1.1.9", { forceUpgrade: true, latestVersion: "1.2.0" }),
      settings: gate,
    },
    "makes an app move that does not say its version": {
      ...tells("android", "new", { forceUpgrade: true }),
      settings: gate,
    },
    "does not hold the gate against web pages": {
      ...tells("web", "1.0.0", { forceUpgrade: false, latestVersion: null }),
      settings: gate,
    },
    "names the version devices were last asked to have": {
      ...tells("ios", "1.1.0", { forceUpgrade: false, latestVersion: "2.2.0" }),
      given: async (app) => {
        await policies(app);
        const draft = { belowVersion: "2.0.0", latestVersion: "2.2.0", message: null };
        await broadcastUpgrade(app.deps, "a1", "ios", draft);
      },
    },
  });
});

describe("GET /api/status/device-ban", () => {
  scenarios(statusRoutes, {
    "knows no ban": {
      send: ["GET", "/api/status/device-ban?deviceId=d1"],
      status: 200,
      body: { success: true, data: { banned: false } },
    },
    "knows of a ban": {
      given: async (app) => {
        await addDevice(app, "d1");
        await app.deps.database.updateTable("devices").set({ banned_at_ms: 1 }).execute();
      },
      send: ["GET", "/api/status/device-ban?deviceId=d1"],
      ...{ status: 200, body: { success: true, data: { banned: true } } },
    },
    "asks for the device": {
      send: ["GET", "/api/status/device-ban"],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "refuses a device id without end": {
      send: ["GET", `/api/status/device-ban?deviceId=${"d".repeat(129)}`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
  });
});
