import { describe, expect } from "vitest";
import {
  addReport,
  flag,
  openDeviceStream,
  phone,
  registerDevice,
  shownPhone,
  touchDevice,
} from "../../../testing/rows/client-devices.ts";
import { scenarios } from "../../../testing/app/scenarios.ts";
import { clientsRoutes } from "./clients.routes.ts";

const at = "/api/admin/clients";
const MINUTE_MS = 60_000;

describe("GET /api/admin/clients", () => {
  const quiet = { amas: false, learning: false, telemetry: false };

  scenarios(clientsRoutes, {
    "lists devices with a stream": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", phone);
        await registerDevice(app, "d2", { ...phone, platform: "unknown", banned_at_ms: 1 });
        openDeviceStream(app, "u1", "d1", "web");
        app.clock.advance(90_500);
        openDeviceStream(app, "u1", "d1");
        openDeviceStream(app, "u1", "d2", "android");
        openDeviceStream(app, "u1", "new");
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        const known = { userId: "u1", isBanned: false, dataChannels: quiet, appVersion: "1.2.3" };
        expect(body.data.sseLive).toEqual([
          {
            ...known,
            deviceId: "d1",
            platform: "ios",
            connectedSecs: 90,
            connectionCount: 2,
          },
          {
            ...known,
            deviceId: "d2",
            platform: "android",
            isBanned: true,
            connectedSecs: 0,
            connectionCount: 1,
          },
          {
            ...known,
            deviceId: "new",
            platform: "unknown",
            appVersion: null,
            connectedSecs: 0,
            connectionCount: 1,
          },
        ]);
      },
    },
    "lists devices seen in the last 15 minutes, not earlier": {
      as: "admin",
      given: async (app) => {
        const nowMs = app.clock.nowMs();
        await registerDevice(app, "d1", { ...phone, last_seen_at_ms: nowMs - 15 * MINUTE_MS });
        await registerDevice(app, "d2", { last_seen_at_ms: nowMs - 15 * MINUTE_MS - 1 });
        await registerDevice(app, "d3", flag("d9", 1));
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        const { deviceId, platform, userId, isBanned, appVersion } = shownPhone;
        const d1 = { deviceId, platform, userId, isBanned, appVersion, dataChannels: quiet };
        expect(body.data.recentlyActive).toMatchObject([
          { deviceId: "d3", userId: null, riskFlag: true, riskRelatedDevice: "d9" },
          {
            ...d1,
            lastSeenAt: "2026-05-01T11:45:00.000Z",
            riskFlag: false,
            riskRelatedDevice: null,
          },
        ]);
      },
    },
    "lists devices whose use has not been stored yet": {
      as: "admin",
      given: (app) => touchDevice(app, "d1"),
      send: ["GET", at],
      status: 200,
      body: { data: { recentlyActive: [{ deviceId: "d1", userId: "u1", platform: "ios" }] } },
    },
    "reports the data received from a device or its learner within the window": {
      as: "admin",
      given: async (app) => {
        const nowMs = app.clock.nowMs();
        for (const id of ["u2", "u3", "u4"]) await registerDevice(app, `of ${id}`, { user_id: id });
        const { database } = app.deps;
        const state = { state_json: "{}", revision: 1 };
        const sinceMs = nowMs - 15 * MINUTE_MS;
        await database
          .insertInto("engine_states")
          .values([
            { ...state, user_id: "u2", updated_at_ms: sinceMs },
            { ...state, user_id: "u3", updated_at_ms: sinceMs - 1 },
          ])
          .execute();
        await database
          .insertInto("learning_sessions")
          .values({
            id: "s1",
            user_id: "u3",
            status: "active",
            target_mastery_count: 1,
            last_event_at_ms: sinceMs,
            summary_json: null,
            created_at_ms: 1,
            updated_at_ms: 1,
            completed_at_ms: null,
          })
          .execute();
        await addReport(app, "of u4");
      },
      send: ["GET", at],
      status: 200,
      after: (_app, { body }) => {
        const found = body.data.recentlyActive.map((one: Record<string, object>) => [
          ...[one["deviceId"], one["dataChannels"]],
        ]);
        expect(found).toEqual([
          ["of u4", { ...quiet, telemetry: true }],
          ["of u3", { ...quiet, learning: true }],
          ["of u2", { ...quiet, amas: true }],
        ]);
      },
    },
  });
});
