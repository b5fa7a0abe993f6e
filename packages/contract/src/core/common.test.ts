import { describe, expect, it } from "vitest";
import { PageQuery, measurement, queryInteger, trimmed } from "./common.ts";

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

describe("PageQuery", () => {
  it.each([
    [{}, { page: 1 }],
    [
      { page: "0", perPage: "7" },
      { page: 1, perPage: 7 },
    ],
    [{ page: "2.9" }, { page: 2 }],
    [
      { page: "-3", perPage: "0" },
      { page: 1, perPage: 0 },
    ],
  ])("reads %j as %j", (query, read) => {
    expect(PageQuery.parse(query)).toEqual(read);
  });

  it.each([{ page: "x" }, { page: "" }, { perPage: "" }, { perPage: " " }])(
    "refuses %j, which is not a number",
    (query) => {
      expect(PageQuery.safeParse(query).success).toBe(false);
    },
  );
});

describe("queryInteger", () => {
  it.each([
    ["-7", 0],
    ["2.9", 2],
    ["1e30", 100],
  ])("reads %j as %j", (text, number) => {
    expect(queryInteger(0, 100).parse(text)).toBe(number);
  });
});

describe("measurement", () => {
  const Minutes = measurement(60);

  it.each([
    [0, 0],
    [0.5, 0.5],
    [60, 60],
    [1e300, 60],
  ])("reads %j as %j", (sent, read) => {
    expect(Minutes.parse(sent)).toBe(read);
  });

  it.each([-1, "5", null, Number.POSITIVE_INFINITY])("refuses %j", (sent) => {
    expect(Minutes.safeParse(sent).success).toBe(false);
  });
});
