import { describe, expect, it } from "vitest";
import { firstJsonObject } from "./first-json-object.ts";

describe("firstJsonObject", () => {
  it.each([
    ["alone", '{"a":1}', { a: 1 }],
    ["with prose around it", 'Sure! {"a":{"b":"}"}} Anything else? {"c":2}', { a: { b: "}" } }],
    ["in a code fence", '```json\n{"a": "\\"{"}\n```', { a: '"{' }],
    ["after braces that are no JSON", 'use {curly} braces: {"a":1}', { a: 1 }],
    ["inside braces that never close", '{ well, {"a":1}', { a: 1 }],
    ["after a lone quotation mark", 'a 5" screen: {"a":1}', { a: 1 }],
  ])("finds one %s", (_, text, expected) => {
    expect(firstJsonObject(text)).toEqual(expected);
  });

  it.each(["", "no", "[1]", "{", '{"a":1', '{"a":1]', "}{", "{a:1}"])(
    "finds no object in %j",
    (text) => {
      expect(firstJsonObject(text)).toBeUndefined();
    },
  );

  it("tries at most a hundred braces", () => {
    expect(firstJsonObject(`${"{".repeat(99)}{"a":1}`)).toEqual({ a: 1 });
    expect(firstJsonObject(`${"{".repeat(100)}{"a":1}`)).toBeUndefined();
  });

  it("reads only the first 64 KiB", () => {
    const text = '{"a":1}';
    expect(firstJsonObject(" ".repeat(65_536 - text.length) + text)).toEqual({ a: 1 });
    expect(firstJsonObject(" ".repeat(65_537 - text.length) + text)).toBeUndefined();
  });
});
