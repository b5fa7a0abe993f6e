import { describe, expect, it } from "vitest";
import { compareVersions, formatVersion, isOlder, newestOf, parseVersion } from "./app-version.ts";

describe("parseVersion", () => {
  it.each([
    ["1.2.3", "1.2.3"],
    ["v1.2.3", "1.2.3"],
    ["1.2", "1.2.0"],
    ["2024.01.15", "2024.1.15"],
    ["1.2.3-beta.4+build.5", "1.2.3-beta.4"],
  ])("reads %s as %s", (text, expected) => {
    const version = parseVersion(text);
    expect(version && formatVersion(version)).toBe(expected);
  });

  it.each(["", "1", "1.2.3.4", "1.2.x", "one", "1.2.3-", "1.2.3 ", "-1.2.3", "1..3"])(
    "does not read %j as a version",
    (text) => expect(parseVersion(text)).toBeUndefined(),
  );

  it("requires three numbers on request", () => {
    expect(parseVersion("1.2", "three")).toBeUndefined();
    expect(parseVersion("v1.2.3", "three")).toBeDefined();
  });
});

describe("compareVersions", () => {
  it("orders by number, with pre-releases before their release", () => {
    const ordered = [
      "0.9.9",
      "1.0.0-1",
      "1.0.0-2",
      "1.0.0-10",
      "1.0.0-9007199254740992",
      "1.0.0-9007199254740993",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-beta",
      "1.0.0",
      "1.0.1",
      "1.9.0",
      "1.10.0",
      "2.0.0",
    ];
    const versions = ordered.toReversed().map((text) => parseVersion(text));
    const sorted = versions.flatMap((one) => one ?? []).toSorted(compareVersions);
    expect(sorted.map(formatVersion)).toEqual(ordered);
  });

  it("ignores build metadata", () => {
    expect(isOlder("1.2.3+5", "1.2.3+9")).toBe(false);
    expect(isOlder("1.2.3+9", "1.2.3+5")).toBe(false);
  });
});

describe("isOlder", () => {
  it("is undefined if either text is not a version", () => {
    expect(isOlder("new", "1.2.3")).toBeUndefined();
    expect(isOlder(null, "1.2.3")).toBeUndefined();
    expect(isOlder("1.2.3", "new")).toBeUndefined();
  });
});

describe("newestOf", () => {
  it("returns the newest as it was written", () => {
    expect(newestOf([null, "1.9.0", "v1.10", "soon", undefined])).toBe("v1.10");
    expect(newestOf(["", undefined])).toBeUndefined();
  });
});
