import { describe, expect, it } from "vitest";
import { assetsFor, compareUrl, newestRelease, parseReleaseList } from "./release-list.ts";

const entry = (tag_name: string, more: object = {}) => ({ tag_name, ...more });
const tags = (...entries: object[]) => parseReleaseList(entries)?.map(({ tag }) => tag);

describe("parseReleaseList", () => {
  it("leaves out drafts and tags of other forms", () => {
    const others = ["1.4.0", "v1.4", "v1.4.0-rc.1", "v1.4.0-alpha.1", "v01.4.0", "v1.4.0+5", "x"];
    const entries = others.map((tag) => entry(tag));
    expect(tags(...entries, entry("v1.4.0"), entry("v1.5.0", { draft: true }))).toEqual(["v1.4.0"]);
  });

  it.each([
    [{}],
    ["text"],
    [null],
    [[{ tag_name: 5 }]],
    [["v1.4.0"]],
    [[entry("v1", { assets: 1 })]],
  ])("is undefined for %j", (body) => expect(parseReleaseList(body)).toBeUndefined());

  it("accepts no page that is a script", () => {
    const [release] = parseReleaseList([entry("v1.0.0", { html_url: "javascript:alert(1)" })])!;
    expect(release?.pageUrl).toBe("");
  });
});

describe("newestRelease", () => {
  const list = parseReleaseList([
    entry("v1.9.0"),
    entry("v1.10.0-beta.10", { prerelease: true }),
    entry("v1.10.0-beta.9", { prerelease: true }),
    entry("v1.9.1", { prerelease: true }),
    entry("v1.8.0"),
  ])!;

  it("compares numbers, not letters", () => {
    expect(newestRelease(list, "stable")?.tag).toBe("v1.9.0");
    expect(newestRelease(list, "beta")?.tag).toBe("v1.10.0-beta.10");
  });

  it("prefers a release to its own betas", () => {
    const more = [...list, ...parseReleaseList([entry("v1.10.0")])!];
    expect(newestRelease(more, "beta")?.tag).toBe("v1.10.0");
  });

  it("is undefined if there are none", () => expect(newestRelease([], "stable")).toBeUndefined());
});

describe("assetsFor", () => {
  const asset = (name: string) => ({ name, browser_download_url: `https://x/${name}`, size: 7 });
  const tarball = "wordloom-v1.0.0-linux-x86_64.tar.gz";
  const release = (...names: string[]) =>
    parseReleaseList([entry("v1.0.0", { assets: names.map(asset) })])![0]!;
  const find = (...names: string[]) => assetsFor(release(...names), "linux-x86_64");

  it("finds tarball, checksum and signature", () => {
    const other = "wordloom-v1.0.0-linux-aarch64.tar.gz";
    expect(find(other, tarball, `${tarball}.minisig`, `${tarball}.sha256`)).toEqual({
      name: tarball,
      tarballUrl: `https://x/${tarball}`,
      sizeBytes: 7,
      checksumUrl: `https://x/${tarball}.sha256`,
      signatureUrl: `https://x/${tarball}.minisig`,
    });
  });

  it("accepts a missing signature, but not a missing checksum", () => {
    expect(find(tarball, `${tarball}.sha256`)?.signatureUrl).toBeUndefined();
    expect(find(tarball, `${tarball}.minisig`)).toBeUndefined();
    expect(find(`${tarball}.sha256`)).toBeUndefined();
  });

  it("returns nothing if there are two tarballs", () => {
    expect(find(tarball, `other-${tarball}`, `${tarball}.sha256`)).toBeUndefined();
  });
});

describe("compareUrl", () => {
  it.each([
    ["https://g/o/w/releases/tag/v2.0.0", "https://g/o/w/compare/v1.0.0...v2.0.0"],
    ["https://g/o/w/other", null],
    ["", null],
  ])("%s: %s", (page, expected) => {
    expect(compareUrl(page, "v1.0.0", "v2.0.0")).toBe(expected);
  });
});
