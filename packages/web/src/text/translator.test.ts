import { describe, expect, it } from "vitest";
import { createTranslator } from "./translator.ts";

const { t } = createTranslator("en", { chosen: "{name} is chosen.", words: "{count} words" });

describe("a text with a value", () => {
  it("isolates right-to-left values, so that the full stop stays at the end", () => {
    expect(t("chosen", { name: "דנה" })).toBe("\u2068דנה\u2069 is chosen.");
    expect(t("chosen", { name: "مُحَمَّد" })).toBe("\u2068مُحَمَّد\u2069 is chosen.");
  });

  it.each(["Ada", "李娜", "प्रिया", "Ångström"])("leaves %s as it is", (name) => {
    expect(t("chosen", { name })).toBe(`${name} is chosen.`);
  });

  it("leaves numbers unchanged", () => {
    expect(t("words", { count: 3 })).toBe("3 words");
  });
});

describe("a duration", () => {
  it.each([
    ["en", "5 seconds", "5 seconds ago"],
    ["zh", "5秒", "5秒前"],
    ["ja", "5秒", "5秒前"],
  ] as const)("is written as people write it in %s", (language, long, ago) => {
    const { duration, relative } = createTranslator(language, {});
    expect([duration(5), relative(0, 5_000)]).toEqual([long, ago]);
  });
});
