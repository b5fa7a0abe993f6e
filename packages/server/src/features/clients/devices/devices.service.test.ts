import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import type { Deps } from "../../../deps.ts";
import {
  findDevice,
  isDeviceId,
  saveDeviceProfile,
  requireOwnDevice,
  deviceHintsOf,
} from "./devices.service.ts";

let needs: Pick<Deps, "clock" | "database">;
beforeEach(async () => {
  needs = { clock: createTestClock(), database: await openCleanDatabase() };
});
afterAll(closeCleanDatabase);

async function register(id: string, owner: string | null): Promise<void> {
  const row = { id, user_id: owner, platform: "web", first_seen_at_ms: 1, last_seen_at_ms: 1 };
  await needs.database.insertInto("devices").values(row).execute();
}

const own = (userId: string, deviceId: string, claim = true) =>
  requireOwnDevice(needs, { id: userId }, deviceId, { claim });

describe("requireOwnDevice", () => {
  it("returns the caller's own device", async () => {
    await register("d1", "u1");
    expect(await own("u1", "d1", false)).toMatchObject({ deviceId: "d1", userId: "u1" });
  });

  it("refuses an unregistered device and another learner's", async () => {
    await register("d2", "u2");
    await expect(own("u1", "d1")).rejects.toMatchObject({ code: "DEVICE_NOT_REGISTERED" });
    await expect(own("u1", "d2")).rejects.toMatchObject({ code: "DEVICE_OWNERSHIP_MISMATCH" });
  });

  it("claims a device without an owner only with claim", async () => {
    await register("d1", null);
    await expect(own("u1", "d1", false)).rejects.toMatchObject({ code: "DEVICE_NOT_REGISTERED" });
    expect(await own("u1", "d1")).toMatchObject({ userId: "u1" });
    expect(await findDevice(needs, "d1")).toMatchObject({ userId: "u1" });
  });

  it("assigns the device to one of two concurrent learners", async () => {
    await register("d1", null);
    const tries = await Promise.allSettled([own("u1", "d1"), own("u2", "d1"), own("u1", "d1")]);
    const owner = (await findDevice(needs, "d1"))?.userId;
    const expected = ["u1", "u2", "u1"].map((id) => (id === owner ? "fulfilled" : "rejected"));
    expect(tries.map(({ status }) => status)).toEqual(expected);
    const refused = tries.filter((attempt) => attempt.status === "rejected");
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: "DEVICE_OWNERSHIP_MISMATCH" });
    }
  });
});

describe("saveDeviceProfile", () => {
  it("keeps values that are not repeated", async () => {
    await register("d1", "u1");
    const profile = {
      model: "Pixel 9",
      timeZone: "Europe/Rome",
      language: "it",
      profileJson: "{}",
    };
    await saveDeviceProfile(needs.database, "d1", { ...profile, platform: "android" });
    await saveDeviceProfile(needs.database, "d1", { appVersion: "1.2.3", model: null });
    expect(await findDevice(needs, "d1")).toMatchObject({
      ...profile,
      platform: "android",
      appVersion: "1.2.3",
    });
  });
});

describe("isDeviceId", () => {
  it.each(["d", "A.b_c:d-9", "x".repeat(128)])("accepts %j", (id) => {
    expect(isDeviceId(id)).toBe(true);
  });

  it.each(["", "a b", "é", "a/b", "x".repeat(129), "a\n"])("refuses %j", (id) => {
    expect(isDeviceId(id)).toBe(false);
  });
});

describe("deviceHintsOf", () => {
  const hints = (headers: Record<string, string>) => deviceHintsOf((name) => headers[name]);

  it("reads the platform in lower case, and unknown as null", () => {
    expect(hints({ "x-device-platform": " iOS " }).platform).toBe("ios");
    for (const platform of ["", "unknown", "a b", "x".repeat(33)]) {
      expect(hints({ "x-device-platform": platform }).platform).toBeNull();
    }
  });

  it("truncates a version to 64 characters, and ignores a fingerprint of more than 128", () => {
    expect(hints({ "x-app-version": "1".repeat(65) }).appVersion).toBe("1".repeat(64));
    const lengths = [128, 129].map((length) => "f".repeat(length));
    const read = lengths.map((text) => hints({ "x-device-fingerprint": text }).fingerprint);
    expect(read).toEqual([lengths[0], null]);
    const coarse = hints({ "x-device-fingerprint-coarse": "c" }).fingerprintCoarse;
    expect(coarse).toBe("c");
  });
});
