import { describe, expect, it } from "vitest";
import { preferredLanguage } from "./accept-language.ts";

describe("preferredLanguage", () => {
  it.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    ["en;q=0.5, zh-Hans-CN", "zh"],
    ["EN-us", "en"],
    ["fr; q=0.3, de;q=0.7", "de"],
    ["zh;q=0, en;q=0.1", "en"],
    ["*", undefined],
    ["zh';--, ,;q=", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j gives %s", (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
