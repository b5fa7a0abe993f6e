import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  archOfMachine,
  channelOfTag,
  parseReleaseInfo,
  readReleaseInfo,
  type ReleaseInfo,
} from "./release-info.ts";

const info: ReleaseInfo = {
  version: "v1.4.0",
  schema: 45,
  minReaderSchema: 38,
  arch: "linux-x86_64",
  commit: "0123456789abcdef0123456789abcdef01234567",
  minisignPublicKey: "",
  releaseListUrl: "",
  versions: [{ version: "v1.3.0", schema: 38, minReaderSchema: 1 }],
  files: [{ path: "lib/v1.4.0/bin/node", sha256: "0".repeat(64), mode: "0755" }],
};

describe("channelOfTag", () => {
  it.each([
    ["v1.4.0", "stable"],
    ["v0.0.0", "stable"],
    ["v10.20.30", "stable"],
    ["v1.4.0-beta.1", "beta"],
    ["v1.4.0-beta.0", "beta"],
    ...["1.4.0", "v1.4", "v1.4.0-beta", "v1.4.0-beta.01", "v01.4.0", "v1.4.0-alpha.1"].map(
      (tag) => [tag, undefined],
    ),
    ...["v1.4.0-rc.1", "v1.4.0+5", "V1.4.0", "v1.4.0\n", " v1.4.0", "v1.4.0-beta.1.2", ""].map(
      (tag) => [tag, undefined],
    ),
  ])("of %j is %s", (tag, channel) => {
    expect(channelOfTag(tag!)).toBe(channel);
  });
});

describe("archOfMachine", () => {
  it.each([
    ["linux", "x64", "linux-x86_64"],
    ["linux", "arm64", "linux-aarch64"],
    ["linux", "riscv64", undefined],
    ["darwin", "arm64", undefined],
  ] as const)("of %s on %s is %s", (platform, arch, name) => {
    expect(archOfMachine({ platform, arch })).toBe(name);
  });
});

describe("RELEASE.json", () => {
  it("is read from the folder of the program", () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-release-info-"));
    expect(readReleaseInfo(folder.path)).toBeUndefined();
    writeFileSync(join(folder.path, "RELEASE.json"), JSON.stringify(info));
    expect(readReleaseInfo(folder.path)).toEqual(info);
    writeFileSync(join(folder.path, "RELEASE.json"), "{}");
    expect(() => readReleaseInfo(folder.path)).toThrow("RELEASE.json");
  });

  it("does not exist in a checkout", () => {
    expect(readReleaseInfo()).toBeUndefined();
  });

  it.each([
    { version: "v1.4.0-rc.1" },
    { arch: "linux-armv7" },
    { commit: "HEAD" },
    { schema: -1 },
    { schema: 1.5 },
    { versions: [{ version: "1.3.0", schema: 1, minReaderSchema: 1 }] },
  ])("is refused with %j", (change) => {
    expect(() => parseReleaseInfo(JSON.stringify({ ...info, ...change }))).toThrow("RELEASE.json");
  });

  it.each(["/etc/passwd", "../x", "a/../b", "a/./b", "a//b", "a/", "..", ".", "", "a\\b", "a\0b"])(
    "is refused with the path %j",
    (path) => {
      const files = [{ ...info.files[0], path }];
      expect(() => parseReleaseInfo(JSON.stringify({ ...info, files }))).toThrow("path");
    },
  );

  it.each(["..a", "a..", "a/..b/c", ".built", "a/...", "pages/[id].ts"])(
    "accepts the path %j",
    (path) => {
      const files = [{ ...info.files[0], path }];
      expect(parseReleaseInfo(JSON.stringify({ ...info, files })).files[0]?.path).toBe(path);
    },
  );
});
