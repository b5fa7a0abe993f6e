import { expect, test } from "vitest";
import { browserLocale } from "./languages.ts";

test.each([
  ["en", ["en-GB", "en"], "en-GB"],
  ["en", ["de-DE", "en-US"], "en-US"],
  ["en", ["de-DE"], "en"],
  ["zh", ["zh-SG"], "zh-SG"],
  ["en", ["en-US@posix", "en-IE"], "en-IE"],
  // Written in a different script than our texts.
  ["zh", ["zh-TW", "zh-CN"], "zh-CN"],
] as const)("%s for somebody who reads %j is written as in %s", (language, wanted, locale) => {
  expect(browserLocale(language, wanted)).toBe(locale);
});
