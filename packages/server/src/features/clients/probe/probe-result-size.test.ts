import { describe, expect, it } from "vitest";
import { keepResult, keepText, RESULT_MAX_BYTES } from "./probe-result-size.ts";

describe("keepResult", () => {
  it.each([
    [undefined, null],
    [null, null],
    ['{"a":1}', '{"a":1}'],
    [{ a: [1, "</script>"] }, '{"a":[1,"</script>"]}'],
    [0, "0"],
    [false, "false"],
    ["", ""],
  ])("writes %j as %j", (result, text) => {
    expect(keepResult(result)).toEqual({ text, truncated: false });
  });

  it("keeps 256 KB and reports truncation", () => {
    expect(keepResult("x".repeat(RESULT_MAX_BYTES)).truncated).toBe(false);
    const cut = keepResult("x".repeat(RESULT_MAX_BYTES + 1));
    expect(cut).toEqual({ text: "x".repeat(RESULT_MAX_BYTES), truncated: true });
  });
});

describe("keepText", () => {
  it.each([
    ["abc", 3, "abc", false],
    ["abcd", 3, "abc", true],
    ["ab词", 5, "ab词", false],
    ["ab词", 4, "ab", true],
    ["𝄞𝄞", 7, "𝄞", true],
    ["词", 0, "", true],
  ])("cuts %j to %d bytes without splitting a character", (text, maxBytes, kept, truncated) => {
    expect(keepText(text, maxBytes)).toEqual({ text: kept, truncated });
  });
});
