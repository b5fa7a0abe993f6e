import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { flatTexts } from "@wordloom/web/text/languages";
import { createTranslator } from "@wordloom/web/text/translator";
import type { Translator } from "../../text/use-text.ts";
import { partOfSpeechText, pronunciationText } from "./word-facts.ts";

function textIn(language: "zh" | "de"): Translator {
  const file = new URL(`../../text/${language}/word.json`, import.meta.url);
  const texts = flatTexts({ "word.json": JSON.parse(readFileSync(file, "utf8")) });
  return createTranslator(language, texts) as unknown as Translator;
}

describe("what is known about a word", () => {
  it("is said in the learner's language", () => {
    expect(pronunciationText("US /ɑn/ UK /ɒn/", textIn("zh").t)).toBe("美 /ɑn/ · 英 /ɒn/");
    expect(partOfSpeechText("interjection", textIn("zh"))).toBe("感叹词");
    expect(partOfSpeechText("verb", textIn("de"))).toBe("Verb");
  });

  it("stays as it was typed where the app does not know it", () => {
    expect(pronunciationText("/haɪ/", textIn("zh").t)).toBe("/haɪ/");
    expect(partOfSpeechText("Redewendung", textIn("de"))).toBe("Redewendung");
  });
});
