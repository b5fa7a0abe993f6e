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
