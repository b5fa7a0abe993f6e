import { describe, expect, it } from "vitest";
import { clientAppOf } from "./client-app.ts";
import { upgradeHint } from "./upgrade-hint.ts";

const policy = {
  platform: "ios",
  minVersion: "1.0.0",
  suggestedVersion: "2.0.0",
  grayscalePct: 100,
  pwaSilentUpdate: true,
  updatedAtMs: 0,
  updatedBy: "a1",
};

const appOf = (version: string, deviceId = "d1") =>
  clientAppOf((name) => ({ "x-app-version": version, "x-device-id": deviceId })[name]);

describe("upgradeHint", () => {
  it.each([
    ["0.9.9", "required"],
    ["1.0.0", "suggested"],
    ["1.9.9", "suggested"],
    ["2.0.0", "none"],
    ["nightly", "none"],
  ])("for version %s is %s", (version, hint) => {
    expect(upgradeHint(policy, appOf(version))).toBe(hint);
  });

  it("is undefined without versions in the policy", () => {
    const empty = { ...policy, minVersion: null, suggestedVersion: null };
    expect(upgradeHint(empty, appOf("0.0.1"))).toBe("none");
  });

  it("suggests to a stable share of devices, included in every larger share", () => {
    const devices = Array.from({ length: 2_000 }, (_, n) => `device-${n}`);
    const suggestedAt = (grayscalePct: number) =>
      devices.filter(
        (id) => upgradeHint({ ...policy, grayscalePct }, appOf("1.5.0", id)) === "suggested",
      );
    const [none, some, more] = [suggestedAt(0), suggestedAt(20), suggestedAt(60)];
    expect(none).toEqual([]);
    expect(some.length / devices.length).toBeCloseTo(0.2, 1);
    expect(more.length / devices.length).toBeCloseTo(0.6, 1);
    expect(some.filter((id) => !more.includes(id))).toEqual([]);
  });

  it("suggests to a device without an id only at 100 %", () => {
    const withoutId = clientAppOf((name) => ({ "x-app-version": "1.5.0" })[name]);
    expect(upgradeHint({ ...policy, grayscalePct: 99 }, withoutId)).toBe("none");
    expect(upgradeHint(policy, withoutId)).toBe("suggested");
  });
});
