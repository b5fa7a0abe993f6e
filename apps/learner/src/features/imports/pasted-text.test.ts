import { describe, expect, it } from "vitest";
import { fileOfText, isLongText } from "./pasted-text.ts";

const lines = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`).join("\n");

describe("a pasted text", () => {
  it("is long from the line on that the service's lists refuse; blank lines do not count", () => {
    expect(isLongText(lines(2_000))).toBe(false);
    expect(isLongText(`# heading\n\n${lines(2_000)}\r\n  \n`)).toBe(false);
    expect(isLongText(lines(2_001))).toBe(true);
  });

  it("is long from the character on that the service's lists refuse", () => {
    expect(isLongText("x".repeat(262_144))).toBe(false);
    expect(isLongText("x".repeat(262_145))).toBe(true);
  });

  it("becomes a file with its name and characters", async () => {
    const file = fileOfText("Käse\tcheese", "Deutsch");
    expect(file.name).toBe("Deutsch.txt");
    expect(await file.text()).toBe("Käse\tcheese");
  });
});
