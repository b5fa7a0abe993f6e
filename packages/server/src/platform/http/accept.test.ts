import { describe, expect, it } from "vitest";
import { bestEncoding, prefersPage } from "./accept.ts";

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8";

describe("prefersPage", () => {
  it.each([
    ["nothing", undefined, false],
    ["an empty header", "", false],
    ["the wildcard", "*/*", false],
    ["JSON", "application/json", false],
    ["a browser", browser, true],
    ["a page only", "TEXT/HTML", true],
    ["any text", "text/*", true],
    ["both equally", "text/html, application/json", false],
    ["JSON first by weight", "text/html;q=0.5, application/json", false],
    ["the page first by weight", "application/json;q=0.5, text/html;q=0.6", true],
    ["a page excluded", "text/html;q=0", false],
    ["an invalid weight", "text/html;q=high", false],
  ])("for %s", (_name, accept, expected) => {
    expect(prefersPage(accept)).toBe(expected);
  });
});

describe("bestEncoding", () => {
  it.each([
    ["no header", undefined, "identity"],
    ["an empty header", "", "identity"],
    ["a browser", "gzip, deflate, br, zstd", "br"],
    ["an older browser", "gzip, deflate", "gzip"],
    ["any case and spaces", " GZIP ; q=0.5 ,  BR;q=0.4", "gzip"],
    ["the wildcard", "*", "br"],
    ["the wildcard without the best", "br;q=0, *", "gzip"],
    ["only others", "deflate, zstd", "identity"],
    ["lower qualities than the file itself", "br;q=0.5, gzip;q=0.4, identity", "identity"],
    ["equal qualities", "identity;q=0.5, gzip;q=0.5, br;q=0.5", "br"],
    ["any quality, when the file itself is not mentioned", "gzip;q=0.001", "gzip"],
    ["everything excluded by name", "br;q=0, gzip;q=0", "identity"],
    ["everything excluded", "*;q=0", "identity"],
    ["the file itself excluded", "identity;q=0, gzip;q=0.1", "gzip"],
    ["an invalid quality", "br;q=high, gzip", "gzip"],
    ["a name that only begins alike", "brotli, gzipped", "identity"],
  ])("for %s", (_name, accept, expected) => {
    expect(bestEncoding(accept, ["br", "gzip"])).toBe(expected);
  });

  it("is the file itself if nothing else exists", () => {
    expect(bestEncoding("br, gzip", [])).toBe("identity");
  });
});
