import { describe, expect, it } from "vitest";
import { isMissingFile } from "./missing-file.ts";

describe("a file of the app that could not be loaded", () => {
  it.each([
    "Failed to fetch dynamically imported module: https://words.example/assets/words-page.js",
    "error loading dynamically imported module: https://words.example/assets/words-page.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/words-page.css",
  ])("is recognized by %j", (message) => {
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
