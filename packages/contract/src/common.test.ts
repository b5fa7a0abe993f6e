import { describe, expect, it } from "vitest";
import { IdList, PageQuery, trimmed } from "./common.ts";

describe("trimmed", () => {
  const Text = trimmed(1, 3);

  it.each([
    ["a", "a"],
    ["  abc\n", "abc"],
    ["\u{1F600}\u{1F601}\u{1F602}", "\u{1F600}\u{1F601}\u{1F602}"],
  ])("takes %j as %j", (text, kept) => {
    expect(Text.parse(text)).toBe(kept);
  });

  it.each(["", " \t ", "abcd", "\u{1F600}".repeat(4), "a".repeat(1000), 5, null])(
    "refuses %j",
    (text) => {
      expect(Text.safeParse(text).success).toBe(false);
    },
  );
});

describe("IdList", () => {
  it.each([
    ["a,b", ["a", "b"]],
    [" b , a,b", ["b", "a", "b"]],
    [",, ,", []],
    ["", []],
  ])("reads %j as %j", (text, ids) => {
    expect(IdList.parse(text)).toEqual(ids);
  });
});

describe("PageQuery", () => {
  it.each([
    [{}, { page: 1 }],
    [{ page: "0", perPage: "7" }, { page: 1, perPage: 7 }],
    [{ page: "2.9" }, { page: 2 }],
    [{ page: "-3", perPage: "0" }, { page: 1, perPage: 0 }],
  ])("reads %j as %j", (query, read) => {
    expect(PageQuery.parse(query)).toEqual(read);
  });

  it("refuses what is no number", () => {
    expect(PageQuery.safeParse({ page: "x" }).success).toBe(false);
  });
});
