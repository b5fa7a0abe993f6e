import { describe, expect } from "vitest";
import { addDevice } from "@wordloom/testing/content/devices";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { clearFlagsOf, flagDevicesOf } from "./device-bans.service.ts";
import { findDevice, isBanned } from "./devices.service.ts";
import { devicesRoutes } from "./devices.routes.ts";

const at = "/api/admin/clients";

/**
 * d1 and others: same fingerprint; same coarse one with the same and another IP; same owner;
 * unlinked.
 */
async function linkedDevices(app: ScenarioApp): Promise<void> {
  for (const [id, owner] of Object.entries({ d1: "u1", d2: "u2", d3: "u3", d4: "u4", d5: "u1" })) {
    await addDevice(app, id, { owner });
  }
  await addDevice(app, "d6");
  const { database } = app.deps;
  const look = (id: string, hints: object) =>
    database.updateTable("devices").set(hints).where("id", "=", id).execute();
  await look("d1", { fingerprint: "f", fingerprint_coarse: "c", ip: "192.0.2.1" });
  await look("d2", { fingerprint: "f" });
  await look("d3", { fingerprint_coarse: "c", ip: "192.0.2.1" });
  await look("d4", { fingerprint_coarse: "c", ip: "192.0.2.2" });
}

async function flags({ deps }: ScenarioApp) {
  const rows = await deps.database
    .selectFrom("devices")
    .select(["id", "risk_reason", "risk_related_device"])
    .where("risk_flagged_at_ms", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => [row.id, row.risk_reason, row.risk_related_device]);
}

async function audit({ deps }: ScenarioApp) {
  const rows = await deps.database.selectFrom("audit_log").selectAll().execute();
  return rows.map(({ action, admin_id, target_type, target_id }) => [
    ...[action, admin_id, target_type, target_id],
  ]);
}

describe("POST /api/admin/clients/{id}/ban", () => {
  scenarios(devicesRoutes, {
    "bans the device, flags linked ones, and notifies the device": {
      as: "admin",
      given: linkedDevices,
      send: ["POST", `${at}/d1/ban`, { reason: " spam " }],
      status: 200,
      body: {
        data: {
          banned: true,
          deviceId: "d1",
          flaggedRelated: 3,
          flaggedDeviceIds: ["d2", "d3", "d5"],
        },
      },
      publishes: ["u1/d1:banned"],
      after: async (app) => {
        expect(await flags(app)).toEqual([
          ["d2", "same_fingerprint", "d1"],
          ["d3", "same_coarse_fingerprint", "d1"],
          ["d5", "same_owner", "d1"],
        ]);
        const device = await findDevice(app.deps, "d1");
        expect(device).toMatchObject({ bannedAtMs: app.clock.nowMs(), banReason: "spam" });
        expect(await audit(app)).toEqual([["client.device.ban", "a1", "device", "d1"]]);
      },
    },
    "takes effect at once": {
      as: "admin",
      given: async (app) => {
        await addDevice(app, "d1", { owner: "u1" });
        expect(await isBanned(app.deps, "d1")).toBe(false);
      },
      send: ["POST", `${at}/d1/ban`, {}],
      status: 200,
      after: async (app) => expect(await isBanned(app.deps, "d1")).toBe(true),
    },
    "works without an owner, and then notifies nobody": {
      as: "admin",
      given: (app) => addDevice(app, "d1"),
      send: ["POST", `${at}/d1/ban`, { reason: null }],
      status: 200,
      body: { data: { flaggedRelated: 0, flaggedDeviceIds: [] } },
      publishes: [],
    },
    "keeps the time of an earlier ban, and existing flags": {
      as: "admin",
      given: async (app) => {
        await linkedDevices(app);
        await app.send("POST", `${at}/d1/ban`, { headers: app.a1.headers, body: {} });
        app.clock.advance(5_000);
      },
      send: ["POST", `${at}/d1/ban`, { reason: "again" }],
      status: 200,
      body: { data: { flaggedRelated: 0 } },
      after: async (app) => {
        const device = await findDevice(app.deps, "d1");
        const bannedAtMs = app.clock.nowMs() - 5_000;
        expect(device).toMatchObject({ bannedAtMs, banReason: "again" });
      },
    },
    "accepts a reason of 500 characters": {
      as: "admin",
      given: (app) => addDevice(app, "d1"),
      send: ["POST", `${at}/d1/ban`, { reason: "r".repeat(500) }],
      status: 200,
    },
    "refuses a reason of 501 characters": {
      as: "admin",
      given: (app) => addDevice(app, "d1"),
      send: ["POST", `${at}/d1/ban`, { reason: "r".repeat(501) }],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
      after: async (app) => expect(await isBanned(app.deps, "d1")).toBe(false),
    },
    "does not find an unregistered device": {
      as: "admin",
      send: ["POST", `${at}/d1/ban`, {}],
      status: 404,
      body: { code: "NOT_FOUND" },
      after: async (app) => expect(await audit(app)).toEqual([]),
    },
  });
});

describe("POST /api/admin/clients/{id}/unban", () => {
  scenarios(devicesRoutes, {
    "ends the ban, removes its flags and no others, and notifies the device": {
      as: "admin",
      given: async (app) => {
        await linkedDevices(app);
        await app.send("POST", `${at}/d1/ban`, { headers: app.a1.headers, body: {} });
        await addDevice(app, "d7", { owner: "u6" });
        await addDevice(app, "d8", { owner: "u6" });
        await app.send("POST", `${at}/d7/ban`, { headers: app.a1.headers, body: {} });
      },
      send: ["POST", `${at}/d1/unban`],
      status: 200,
      body: { data: { banned: false, deviceId: "d1", clearedRelated: 3 } },
      publishes: ["u1/d1:unbanned"],
      after: async (app) => {
        expect(await flags(app)).toEqual([["d8", "same_owner", "d7"]]);
        expect(await isBanned(app.deps, "d1")).toBe(false);
        expect(await findDevice(app.deps, "d1")).toMatchObject({ banReason: null });
        expect((await audit(app)).at(-1)).toEqual(["client.device.unban", "a1", "device", "d1"]);
      },
    },
    "does not find an unregistered device": {
      as: "admin",
      send: ["POST", `${at}/d1/unban`],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
  });
});

describe("POST /api/admin/clients/{id}/clear-flag", () => {
  scenarios(devicesRoutes, {
    "removes the flag of this device only": {
      as: "admin",
      given: async (app) => {
        await linkedDevices(app);
        await app.send("POST", `${at}/d1/ban`, { headers: app.a1.headers, body: {} });
      },
      send: ["POST", `${at}/d2/clear-flag`],
      status: 200,
      body: { data: { cleared: true, deviceId: "d2" } },
      after: async (app) => {
        expect((await flags(app)).map(([id]) => id)).toEqual(["d3", "d5"]);
        const entry = ["client.device.clear_flag", "a1", "device", "d2"];
        expect((await audit(app)).at(-1)).toEqual(entry);
      },
    },
    "succeeds for a device without a flag": {
      as: "admin",
      given: (app) => addDevice(app, "d1"),
      send: ["POST", `${at}/d1/clear-flag`],
      status: 200,
    },
    "does not find an unregistered device": {
      as: "admin",
      send: ["POST", `${at}/d1/clear-flag`],
      status: 404,
      body: { code: "NOT_FOUND" },
      after: async (app) => expect(await audit(app)).toEqual([]),
    },
  });
});

describe("POST /api/admin/users/{id}/devices/{deviceId}/ban", () => {
  scenarios(devicesRoutes, {
    "bans a device of that learner": {
      as: "admin",
      given: (app) => addDevice(app, "d1", { owner: "u1" }),
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", { reason: "spam" }],
      status: 200,
      body: { data: { banned: true, deviceId: "d1", flaggedRelated: 0, flaggedDeviceIds: [] } },
      publishes: ["u1/d1:banned"],
      after: async (app) => {
        expect(await audit(app)).toEqual([["user.device_ban", "a1", "device", "d1"]]);
      },
    },
    "refuses another learner's device": {
      as: "admin",
      given: (app) => addDevice(app, "d1", { owner: "u2" }),
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", {}],
      status: 400,
      body: { code: "DEVICE_USER_MISMATCH" },
      after: async (app) => expect(await isBanned(app.deps, "d1")).toBe(false),
    },
    "refuses a device without an owner": {
      as: "admin",
      given: (app) => addDevice(app, "d1"),
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", {}],
      status: 400,
      body: { code: "DEVICE_USER_MISMATCH" },
    },
    "does not find an unregistered device": {
      as: "admin",
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", {}],
      status: 404,
      body: { code: "NOT_FOUND" },
    },
    "accepts a reason of 500 characters": {
      as: "admin",
      given: (app) => addDevice(app, "d1", { owner: "u1" }),
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", { reason: "r".repeat(500) }],
      status: 200,
    },
    "refuses a reason of 501 characters": {
      as: "admin",
      send: ["POST", "/api/admin/users/u1/devices/d1/ban", { reason: "r".repeat(501) }],
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    },
  });
});

describe("the ban of a learner", () => {
  scenarios(devicesRoutes, {
    "flags the learner's devices until it ends, and keeps other flags": {
      as: "admin",
      given: async (app) => {
        await linkedDevices(app);
        await app.send("POST", `${at}/d1/ban`, { headers: app.a1.headers, body: {} });
        const { database } = app.deps;
        expect(await flagDevicesOf(database, "u1", app.clock.nowMs())).toBe(1);
        expect(await flags(app)).toContainEqual(["d1", "user_ban", null]);
        expect(await clearFlagsOf(database, "u1")).toBe(1);
        expect((await flags(app)).map(([id]) => id)).toEqual(["d2", "d3", "d5"]);
      },
      send: ["POST", `${at}/d1/unban`],
      status: 200,
      body: { data: { clearedRelated: 3 } },
    },
  });
});
