import { describe, expect, it } from "vitest";
import { partsOfQuery } from "./query-parts.ts";

const texts = (query: string) => partsOfQuery(query).map(({ text }) => text);

describe("partsOfQuery", () => {
  it.each([
    ["happy", []],
    ["快", []],
    ["快乐", []],
    ["a feeling of great joy", ["feeling", "great", "joy"]],
    ["happy happy", ["happy"]],
    ["非常快乐", ["非常", "常快", "快乐"]],
    ["快乐 happy", ["快乐", "happy"]],
    ["one two three four five six seven eight", ["one", "two", "three", "four", "five", "six"]],
    ["!?", []],
    ["the of a", []],
  ])("of %j are %j", (query, parts) => expect(texts(query)).toEqual(parts));
});
