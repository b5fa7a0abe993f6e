import { describe } from "vitest";
import { scenarios } from "../../testing/scenarios.ts";
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

describe("GET /api/status/device-ban", () => {
  scenarios(statusRoutes, {
    "knows no ban": {
      send: ["GET", "/api/status/device-ban?deviceId=d1"],
      status: 200,
      body: { success: true, data: { banned: false } },
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
