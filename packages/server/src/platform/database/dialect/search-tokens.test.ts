import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryTokens, searchTokens } from "./search-tokens.ts";

describe("searchTokens", () => {
  it("returns the distinct adjacent pairs of each word in lower case", () => {
    expect(searchTokens("Banana B").toSorted()).toEqual(["an", "ba", "na"]);
  });

  it("adds single non-ASCII characters", () => {
    expect(searchTokens("学x")).toEqual(["u5b66", "u5b66u78"]);
  });

  it("does not pair characters across words", () => {
    expect(searchTokens("ab-cd")).toEqual(["ab", "cd"]);
  });

  it("returns ASCII for every script", () => {
    for (const token of searchTokens("学习 café がく Ünï 𠮷")) expect(token).toMatch(/^[0-9a-z]+$/);
  });

  it("does not confuse encoded tokens with plain text", () => {
    expect(searchTokens("习")).toEqual(["u4e60"]);
    expect(searchTokens("u4e60")).not.toContain("u4e60");
  });
});

describe("queryTokens", () => {
  it.each([
    ["one character", "习", ["u4e60"]],
    ["nothing by a lone letter", "a", []],
    ["a word by its pairs alone", "abc", ["ab", "bc"]],
    ["several words", "ab c de", ["ab", "de"]],
    ["nothing in punctuation", "-- !", []],
  ])("asks for %s", (_name, query, tokens) => {
    expect(queryTokens(query)).toEqual(tokens);
  });

  it("returns only tokens that every text containing the query has", () => {
    const alphabet = fc.constantFrom(..."abcÄéß 学习がく한글-'.1२ा𠮷");
    const piece = fc.array(alphabet, { maxLength: 8 }).map((characters) => characters.join(""));
    fc.assert(
      fc.property(piece, piece, piece, (before, query, after) => {
        const found = new Set(searchTokens(before + query + after));
        expect(queryTokens(query).filter((token) => !found.has(token))).toEqual([]);
      }),
    );
  });
});
