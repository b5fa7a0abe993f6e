import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { channelOfTag } from "@wordloom/server/platform/release/release-info";
import { packArchive, type ReleaseFile } from "./release-archive.ts";
import { releasedVersions, schemaOfProgram } from "./release-parts.ts";

const file = (path: string, text = path, mode: ReleaseFile["mode"] = "0644"): ReleaseFile => ({
  path,
  mode,
  content: Buffer.from(text),
});

describe("packArchive", () => {
  it("does not depend on the order of the files", () => {
    const files = [file("b/c"), file("a"), file("b-d"), file("b/a/z", "", "0755")];
    const packed = packArchive("top", files, 9);
    expect(packArchive("top", files.toReversed(), 9).equals(packed)).toBe(true);
    const list = spawnSync("tar", ["-tz"], { input: packed, encoding: "utf8" });
    expect(list.stdout.split("\n")).toEqual([
      "top/",
      "top/a",
      "top/b-d",
      "top/b/",
      "top/b/a/",
      "top/b/a/z",
      "top/b/c",
      "",
    ]);
  });

  it("preserves long paths and any content through tar", () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "wordloom-archive-"));
    const long = `${"folder-of-some-length/".repeat(9)}file`;
    const bytes = Buffer.from(Array.from({ length: 1025 }, (_, at) => at & 255));
    const files = [file("empty", ""), file(long, "far down"), { ...file("bytes"), content: bytes }];
    const archive = join(folder.path, "a.tar.gz");
    writeFileSync(archive, packArchive("top", files, 1));
    const { status, stderr } = spawnSync("tar", ["-xzf", archive, "-C", folder.path]);
    expect([status, stderr.toString()]).toEqual([0, ""]);
    expect(readFileSync(join(folder.path, "top", long), "utf8")).toBe("far down");
    expect(readFileSync(join(folder.path, "top/bytes")).equals(bytes)).toBe(true);
    expect(gunzipSync(readFileSync(archive)).length % 512).toBe(0);
  });

  it.each(["../a", "a/../b", "/a", "a//b", "a/", "a\\b", "C:/a", "a\nb", "ä", "a.", " a", ""])(
    "refuses the path %j",
    (path) => {
      expect(() => packArchive("top", [file(path)], 1)).toThrow("no path for a release");
    },
  );

  it("refuses paths that are too long, and two that differ only by case", () => {
    expect(() => packArchive("top", [file("a".repeat(101))], 1)).toThrow("too long a path");
    expect(() => packArchive("top", [file("a/".repeat(120) + "a")], 1)).toThrow("no path");
    expect(() => packArchive("top", [file("a/B"), file("A/b")], 1)).toThrow("twice");
  });
});

describe("versions.json", () => {
  it("lists releases oldest first, none with a newer schema than this program", () => {
    const versions = releasedVersions();
    const { schema } = schemaOfProgram();
    expect(schema).toBeGreaterThan(30);
    expect(versions.map(({ version }) => channelOfTag(version))).not.toContain(undefined);
    const schemas = versions.map((each) => each.schema);
    expect(schemas).toEqual(schemas.toSorted((one, other) => one - other));
    expect(versions.filter((each) => each.minReaderSchema > each.schema)).toEqual([]);
    expect(Math.max(0, ...schemas)).toBeLessThanOrEqual(schema);
  });
});
