import { describe, expect, it } from "vitest";
import { publicLink } from "./public-link.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";

describe("publicLink", () => {
  it.each([
    ["https://words.example.org", "/", "https://words.example.org/study"],
    ["https://words.example.org/", "/", "https://words.example.org/study"],
    ["https://example.org", "/words", "https://example.org/words/study"],
    ["https://example.org/words", "/words", "https://example.org/words/study"],
    ["https://example.org/keywords", "/words", "https://example.org/keywords/words/study"],
  ])("of %s and BASE_PATH %s is %s", (PUBLIC_URL, BASE_PATH, link) => {
    expect(publicLink(testSettings({ PUBLIC_URL, BASE_PATH }), "/study")).toBe(link);
  });

  it("is undefined without PUBLIC_URL", () => {
    expect(publicLink(testSettings(), "/study")).toBeUndefined();
  });
});
