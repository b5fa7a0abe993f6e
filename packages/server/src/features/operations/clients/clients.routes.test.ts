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
import { someAdmin } from "@wordloom/testing/content/some-admin";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { setUpgradePolicy } from "../../clients/upgrades/upgrade-policies.service.ts";
import { clientsRoutes } from "./clients.routes.ts";

const at = "/api/admin/clients";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe("GET /api/admin/clients/paginated", () => {
  /** d1 of u1, d2 of u2, d3 without an owner, each last seen a minute after the previous one. */
  const given = async (app: ScenarioApp) => {
    await app.learner();
    await registerDevice(app, "d1", phone);
    app.clock.advance(MINUTE_MS);
    await registerDevice(app, "d2", {
      user_id: "u2",
      platform: "android",
      model: "Pixel_9 Édition",
    });
    app.clock.advance(MINUTE_MS);
    await registerDevice(app, "d3");
  };
  const finds = (query: string, ids: readonly string[], total = ids.length): Scenario => ({
    as: "admin",
    given,
    send: ["GET", `${at}/paginated${query}`],
    status: 200,
    after: (_app, { body }) => {
      expect(body.data.data.map((row: { deviceId: string }) => row.deviceId)).toEqual(ids);
      expect(body.data.total).toBe(total);
    },
  });

  scenarios(clientsRoutes, {
    "lists devices, most recently seen first": finds("", ["d3", "d2", "d1"]),
    "shows the stored data of devices": {
      ...finds("?q=d1", ["d1"]),
      body: { data: { data: [shownPhone], page: 1, perPage: 20, totalPages: 1 } },
    },
    "returns pages": finds("?page=2&perPage=2", ["d1"], 3),
    "orders by first use": finds("?sort=firstSeenAt", ["d1", "d2", "d3"]),
    "orders by last use, longest ago first": finds("?sort=lastSeenAt&perPage=2", ["d1", "d2"], 3),
    "refuses an unknown order": {
      as: "admin",
      send: ["GET", `${at}/paginated?sort=model`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "returns an empty page past the end": finds("?page=9&perPage=2", [], 3),
    "returns pages of at most a hundred": {
      ...finds("?perPage=101", ["d3", "d2", "d1"]),
      body: { data: { perPage: 100 } },
    },
    "returns pages of at least one": {
      ...finds("?perPage=0&page=0", ["d3"], 3),
      body: { data: { page: 1, perPage: 1, totalPages: 3 } },
    },
    "finds by part of the id": finds("?q=D2", ["d2"]),
    "finds by part of the model": finds("?q=PHONE", ["d1"]),
    "finds models ignoring case beyond ASCII": {
      ...finds(`?q=${encodeURIComponent("9 ÉDITION")}`, ["d2"]),
    },
    "finds the literal search text": finds("?q=l_9", ["d2"]),
    "treats wildcards literally": finds("?q=d%25", []),
    "finds by the owner": finds("?q=u2", ["d2"]),
    "finds by the owner's address": finds("?q=U1%40example", ["d1"]),
    "accepts a search text of 100 characters": finds(`?q=${"x".repeat(100)}`, []),
    "refuses a search text of 101 characters": {
      as: "admin",
      send: ["GET", `${at}/paginated?q=${"x".repeat(101)}`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "finds by platform": finds("?platform=Android", ["d2"]),
    "finds by the time last seen": finds("?recentMinutes=1", ["d3", "d2"]),
    "uses at least one minute": finds("?recentMinutes=0", ["d3", "d2"]),
    "refuses minutes that are not a number": {
      as: "admin",
      send: ["GET", `${at}/paginated?recentMinutes=few`],
      status: 400,
      body: { code: "INVALID_REQUEST_BODY" },
    },
    "is empty without devices": {
      as: "admin",
      send: ["GET", `${at}/paginated`],
      status: 200,
      body: { data: { data: [], total: 0, totalPages: 0 } },
    },
  });
});

describe("GET /api/admin/clients/distribution", () => {
  scenarios(clientsRoutes, {
    "counts devices by platform and version": {
      as: "admin",
      given: async (app) => {
        const nowMs = app.clock.nowMs();
        const old = { first_seen_at_ms: nowMs - 30 * DAY_MS - 1 };
        const idle = { last_seen_at_ms: nowMs - 7 * DAY_MS - 1 };
        await registerDevice(app, "d1", { platform: "ios", app_version: "1.0.0", ...old, ...idle });
        await registerDevice(app, "d2", { platform: "ios", app_version: "1.1.0", ...old });
        const sevenDays = { last_seen_at_ms: nowMs - 7 * DAY_MS };
        const newer = { platform: "ios", app_version: "1.1.0", ...old };
        await registerDevice(app, "d3", { ...newer, ...sevenDays });
        await registerDevice(app, "d4", { platform: "ios" });
        await registerDevice(app, "d5", { platform: "web", app_version: "1.1.0" });
        await setUpgradePolicy(app.deps, someAdmin, "ios", {
          minVersion: "1.0.0",
          suggestedVersion: null,
          grayscalePct: 5,
          pwaSilentUpdate: true,
        });
      },
      send: ["GET", `${at}/distribution`],
      status: 200,
      body: {
        data: {
          platforms: [
            { platform: "ios", total: 4, active7d: 3, monthOverMonthPct: 33.3, total30dAgo: 3 },
            { platform: "web", total: 1, active7d: 1, monthOverMonthPct: 100, total30dAgo: 0 },
          ],
          versions: [
            { platform: "ios", version: "1.1.0", count: 2 },
            { platform: "ios", version: "1.0.0", count: 1 },
            { platform: "web", version: "1.1.0", count: 1 },
          ],
          policies: [{ platform: "ios", minVersion: "1.0.0", grayscalePct: 5, updatedBy: "a1" }],
        },
      },
    },
    "is empty without devices": {
      as: "admin",
      send: ["GET", `${at}/distribution`],
      status: 200,
      body: { data: { platforms: [], versions: [], policies: [] } },
    },
  });
});

describe("GET /api/admin/clients/flagged", () => {
  scenarios(clientsRoutes, {
    "lists flagged devices, newest flag first": {
      as: "admin",
      given: async (app) => {
        const nowMs = app.clock.nowMs();
        await registerDevice(app, "d1", { ...phone, ...flag("d9", nowMs - 1) });
        await registerDevice(app, "d2", flag("d9", nowMs));
        await registerDevice(app, "d3");
      },
      send: ["GET", `${at}/flagged`],
      status: 200,
      after: (_app, { body }) => {
        const { deviceId, platform, userId, lastSeenAt, isBanned, appVersion } = shownPhone;
        expect(body.data.flagged[0].deviceId).toBe("d2");
        expect(body.data.flagged.slice(1)).toEqual([
          {
            deviceId,
            platform,
            userId,
            lastSeenAt,
            isBanned,
            appVersion,
            riskReason: "same_owner",
            riskFlaggedAt: "2026-05-01T11:59:59.999Z",
            riskRelatedDevice: "d9",
          },
        ]);
      },
    },
    "lists at most 200": {
      as: "admin",
      given: async (app) => {
        const { database } = app.deps;
        const seen = { platform: "web", first_seen_at_ms: 1, last_seen_at_ms: 1 };
        const rows = Array.from({ length: 201 }, (_, n) => ({ id: `d${n}`, ...seen }));
        await database.insertInto("devices").values(rows).execute();
        await database.updateTable("devices").set(flag("d9", 1)).execute();
      },
      send: ["GET", `${at}/flagged`],
      status: 200,
      after: (_app, { body }) => expect(body.data.flagged).toHaveLength(200),
    },
  });
});

describe("GET /api/admin/clients/{id}", () => {
  scenarios(clientsRoutes, {
    "returns all stored data of the device": {
      as: "admin",
      given: async (app) => {
        const ban = { banned_at_ms: app.clock.nowMs(), ban_reason: "spam" };
        await registerDevice(app, "d1", { ...phone, ...ban, ...flag("d9", app.clock.nowMs()) });
        for (const user of ["u1", "u1", "u2"]) openDeviceStream(app, user, "d1");
        await addReport(app, "d1");
      },
      send: ["GET", `${at}/d1`],
      status: 200,
      body: {
        data: {
          ...shownPhone,
          isBanned: true,
          bannedAt: "2026-05-01T12:00:00.000Z",
          banReason: "spam",
          riskReason: "same_owner",
          riskFlaggedAt: "2026-05-01T12:00:00.000Z",
          riskRelatedDevice: "d9",
          online: true,
          connectionCount: 2,
          telemetry: { total: 1, latest: { id: "report of d1", eventType: "periodic" } },
        },
      },
    },
    "finds a device whose use has not been stored": {
      as: "admin",
      given: (app) => touchDevice(app, "d1"),
      send: ["GET", `${at}/d1`],
      status: 200,
      body: {
        data: {
          userId: "u1",
          model: null,
          bannedAt: null,
          banReason: null,
          riskReason: null,
          riskFlaggedAt: null,
          riskRelatedDevice: null,
          online: false,
          connectionCount: 0,
          telemetry: { total: 0, latest: null },
        },
      },
    },
    "does not find an unregistered device": {
      as: "admin",
      send: ["GET", `${at}/d1`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("POST /api/admin/clients/{id}/request-telemetry", () => {
  const send = ["POST", `${at}/d1/request-telemetry`] as const;

  scenarios(clientsRoutes, {
    "sends the request to the device": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", phone);
        openDeviceStream(app, "u1", "d1");
      },
      send,
      status: 200,
      publishes: ["u1/d1:telemetry_request"],
      after: ({ hub }, { body }) => {
        const { requestId } = body.data;
        expect(hub.recordedEvents()).toEqual([{ type: "telemetry_request", requestId }]);
      },
    },
    "refuses for a device that is not connected": {
      as: "admin",
      given: (app) => registerDevice(app, "d1", phone),
      send,
      status: 422,
      body: { code: "DEVICE_OFFLINE" },
      publishes: [],
    },
    "ignores another learner's stream on the device": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", phone);
        openDeviceStream(app, "u2", "d1");
      },
      send,
      status: 422,
      body: { code: "DEVICE_OFFLINE" },
    },
    "refuses for a device without an owner": {
      as: "admin",
      given: (app) => registerDevice(app, "d1"),
      send,
      status: 422,
      body: { code: "DEVICE_OWNER_UNKNOWN" },
    },
    "does not find an unregistered device": {
      as: "admin",
      send,
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("GET /api/admin/users/{id}/devices", () => {
  const path = "/api/admin/users/u1/devices";
  const many = async (app: ScenarioApp) => {
    const { database } = app.deps;
    const seen = { platform: "web", user_id: "u1", first_seen_at_ms: 1, last_seen_at_ms: 1 };
    const rows = Array.from({ length: 201 }, (_, n) => ({ id: `d${n}`, ...seen }));
    await database.insertInto("devices").values(rows).execute();
  };
  const lists = (query: string, count: number): Scenario => ({
    as: "admin",
    given: many,
    send: ["GET", path + query],
    status: 200,
    after: (_app, { body }) => expect(body.data.devices).toHaveLength(count),
  });

  scenarios(clientsRoutes, {
    "lists the devices of a learner, most recently seen first": {
      as: "admin",
      given: async (app) => {
        await registerDevice(app, "d1", phone);
        await registerDevice(app, "d2", { user_id: "u2" });
        app.clock.advance(1);
        await registerDevice(app, "d3", { user_id: "u1" });
      },
      send: ["GET", path],
      status: 200,
      body: { data: { devices: [{ deviceId: "d3" }, shownPhone] } },
    },
    "lists 50 by default": lists("", 50),
    "lists at least one": lists("?limit=0", 1),
    "lists at most 200": lists("?limit=201", 200),
    "does not find an unknown learner": {
      as: "admin",
      send: ["GET", "/api/admin/users/nobody/devices"],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});
