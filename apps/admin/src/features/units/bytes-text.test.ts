import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import { bytesText } from "./bytes-text.ts";

const { number } = createTranslator("en", {});

describe("bytesText", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [12_345_678, "12 MB"],
    [3_420_000_000, "3.4 GB"],
    [250_000_000_000, "250 GB"],
  ])("says %i as %s", (bytes, text) => {
    expect(bytesText(bytes, number)).toBe(text);
  });
});
