import { describe, expect, it } from "vitest";
import { prefersPage } from "./accept.ts";

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
