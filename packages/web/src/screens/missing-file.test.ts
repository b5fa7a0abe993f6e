import { describe, expect, it } from "vitest";
import { isMissingFile, mayReload } from "./missing-file.ts";

describe("a file of the app that could not be loaded", () => {
  it.each([
    "Failed to fetch dynamically imported module: https://words.example/assets/words-page.js",
    "error loading dynamically imported module: https://words.example/assets/words-page.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/words-page.css",
  ])("is told by %j", (message) => {
    expect(isMissingFile(new TypeError(message))).toBe(true);
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'words')"),
    new TypeError("Failed to fetch"),
    "Importing a module script failed.",
    undefined,
  ])("is not %s", (error) => {
    expect(isMissingFile(error)).toBe(false);
  });
});

describe("a page that lacks a file", () => {
  it("loads itself again, but not again and again", () => {
    expect(mayReload({ type: "navigate", ageMs: 10 })).toBe(true);
    expect(mayReload({ type: "back_forward", ageMs: 10 })).toBe(true);
    expect(mayReload({ type: "reload", ageMs: 59_999 })).toBe(false);
    expect(mayReload({ type: "reload", ageMs: 60_000 })).toBe(true);
  });
});
