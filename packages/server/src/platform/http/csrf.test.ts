import { describe, expect, it } from "vitest";
import { AppError } from "../basics/app-error.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import { pageOriginOf, requireOwnPage } from "./csrf.ts";

const settings = testSettings({
  CORS_ORIGIN: "https://app.example.org,http://localhost:5173",
  PUBLIC_URL: "https://words.example.org/base",
});

function pass(headers: Record<string, string>, secure = true, of = settings): boolean {
  const all: Record<string, string> = { host: "own.example.org", ...headers };
  try {
    requireOwnPage(of, { secure, header: (name) => all[name] });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "CSRF_ORIGIN" });
    return false;
  }
}

describe("requireOwnPage accepts", () => {
  it.each([
    ["the own origin", { origin: "https://own.example.org" }],
    ["the own origin with its port", { origin: "https://own.org:8443", host: "own.org:8443" }],
    ["the default port left out", { origin: "https://own.org", host: "own.org:443" }],
    ["the public address", { origin: "https://words.example.org" }],
    ["a listed origin", { origin: "https://app.example.org" }],
    ["another listed origin", { origin: "http://localhost:5173" }],
    ["a caller that is no browser", {}],
    ["a navigation", { "sec-fetch-site": "none" }],
    ["our page without Origin", { "sec-fetch-site": "same-origin" }],
    ["a referer of our own", { referer: "https://own.example.org/study?x=1" }],
    ["both signs", { "sec-fetch-site": "same-origin", referer: "https://app.example.org/" }],
  ])("%s", (_name, headers) => {
    expect(pass(headers)).toBe(true);
  });
});

describe("requireOwnPage refuses", () => {
  it.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["an empty origin", { origin: "" }],
    ["another scheme", { origin: "http://own.example.org" }],
    ["another port", { origin: "https://own.example.org:8443" }],
    ["a subdomain", { origin: "https://x.own.example.org" }],
    ["a longer name", { origin: "https://own.example.org.evil.example" }],
    ["a parent domain", { origin: "https://example.org" }],
    ["a list of origins", { origin: "https://own.example.org, https://evil.example" }],
    ["a foreign page without Origin", { "sec-fetch-site": "cross-site" }],
    ["a sibling domain without Origin", { "sec-fetch-site": "same-site" }],
    ["a foreign referer", { referer: "https://evil.example/own.example.org" }],
    ["a referer that is no address", { referer: "own" }],
    ["a foreign referer of a navigation", { "sec-fetch-site": "none", referer: "https://e.vil/" }],
    ["a foreign origin, our referer", { origin: "https://e.vil", referer: "https://own.org/" }],
  ])("%s", (_name, headers) => {
    expect(pass(headers)).toBe(false);
  });

  it("other sites, even if CORS allows all origins", () => {
    const open = testSettings({ CORS_ORIGIN: "*" });
    expect(pass({ origin: "https://evil.example" }, true, open)).toBe(false);
    expect(pass({ origin: "*" }, true, open)).toBe(false);
  });

  it("the https origin of a plain http server", () => {
    expect(pass({ origin: "https://own.example.org" }, false)).toBe(false);
    expect(pass({ origin: "http://own.example.org" }, false)).toBe(true);
  });
});

describe("pageOriginOf", () => {
  const of = (headers: Record<string, string>) => pageOriginOf({ header: (name) => headers[name] });

  it.each([
    [{ origin: "https://App.example.org:443" }, "https://app.example.org"],
    [{ referer: "https://app.example.org/study?x=1" }, "https://app.example.org"],
    [{ origin: "null", referer: "https://app.example.org/" }, undefined],
    [{ origin: "no address" }, undefined],
    [{}, undefined],
  ])("of %j is %j", (headers, origin) => {
    expect(of(headers)).toBe(origin);
  });
});
