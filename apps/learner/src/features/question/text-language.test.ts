import { expect, test } from "vitest";
import { languageOfText } from "./text-language.ts";

test.each([
  ["不情愿的；勉强的", "zh"],
  ["気が進まない", "ja"],
  ["꺼리는, 마지못한 (不)", "ko"],
  ["unwilling", "en"],
  ["", "en"],
])("the script of %o means %s", (text, language) => {
  expect(languageOfText(text)).toBe(language);
});
