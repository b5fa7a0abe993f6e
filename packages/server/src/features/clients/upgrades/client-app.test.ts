import { describe, expect, it } from "vitest";
import { clientAppOf, namesApp } from "./client-app.ts";

const appOf = (headers: Record<string, string>) => clientAppOf((name) => headers[name]);
const platform = (name: string) => ({ "x-device-platform": name });

describe("clientAppOf", () => {
  it.each([
    ["Loom-iOS/1.2.3", "ios", "named", "1.2.3"],
    ["Mozilla/5.0 Loom-Android/2.0.0-rc.1 (Pixel)", "android", "named", "2.0.0-rc.1"],
    ["Loom-iOS/1.2", "ios", "without version", undefined],
    ["Loom-iOS/", "ios", "without version", undefined],
    ["Loom-iPad/1.2.3", undefined, "unnamed", undefined],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)", undefined, "unnamed", undefined],
  ])("reads the User-Agent %s", (agent, name, form, version) => {
    const isNative = name !== undefined;
    expect(appOf({ "user-agent": agent })).toMatchObject({
      platform: name,
      agent: form,
      version,
      isNative,
      namesPlatform: false,
    });
  });

  it("treats every platform except the web as native", () => {
    expect(appOf(platform("web")).isNative).toBe(false);
    expect(appOf(platform("Windows"))).toMatchObject({ platform: "windows", isNative: true });
    expect(appOf(platform("unknown"))).toMatchObject({ platform: undefined, isNative: false });
    const both = { ...platform("web"), "user-agent": "Loom-iOS/1.2.3" };
    expect(appOf(both)).toMatchObject({ platform: "web", isNative: true });
  });

  it("reads a version of two numbers from its header", () => {
    expect(appOf({ "x-app-version": " 1.2 " }).version).toBe("1.2");
    expect(appOf({ "x-app-version": "nightly" }).version).toBeUndefined();
  });
});

describe("namesApp", () => {
  it("detects headers that identify an app", () => {
    const names = (headers: Record<string, string>) => namesApp((name) => headers[name]);
    expect(names({})).toBe(false);
    expect(names({ "user-agent": "curl/8.0" })).toBe(false);
    expect(names({ "user-agent": "Loom-Android/1.0.0" })).toBe(true);
    expect(names(platform("web"))).toBe(true);
  });
});
