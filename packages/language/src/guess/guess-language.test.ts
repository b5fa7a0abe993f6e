import { describe, expect, it } from "vitest";
import { guessLanguage } from "./guess-language.ts";

const regions = ["US", "FR", "JP", "CN", "RU", "IN", "GR", "IL", "TH", "EG", "KR", "DE"];
const namesIn = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return regions.map((code) => names.of(code) ?? "");
};

describe("guessing the language of a list", () => {
  it.each([
    ...["ja", "ko", "el", "he", "th", "hi", "bn", "pa", "gu", "ta", "te", "kn", "ml", "si", "km"],
    ...["lo", "my", "ka", "hy", "am", "ru", "uk", "ar", "fa", "vi", "zh"],
  ])("knows %s by its letters", (language) => {
    expect(guessLanguage(namesIn(language))).toBe(language);
  });

  it.each([
    ["Japanese words in Han by kana beside them", ["学校", "先生"], ["がっこう", "せんせい"], "ja"],
    ["Chinese ones by pinyin", ["学校", "先生"], ["xuéxiào", "xiānsheng"], "zh"],
    ["articles", ["der Baum", "die Uhr", "gehen"], [], "de"],
    ["frequent words", ["to go", "the tree", "a house"], [], "en"],
    ["nothing where nothing tells", ["Baum", "Uhr", "Haus"], [], null],
    ["nothing in numbers", ["1", "2", "…"], [], null],
  ])("tells %s", (_, texts, beside, language) => {
    expect(guessLanguage(texts, beside)).toBe(language);
  });
});
