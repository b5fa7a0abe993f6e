import { describe, expect, it } from "vitest";
import { DeviceCount, DeviceMs, IdList, PageQuery, trimmed } from "./common.ts";

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

describe("DeviceCount and DeviceMs", () => {
  it("cut what is past belief", () => {
    expect(DeviceCount.parse(2_000_000)).toBe(1_000_000);
    expect(DeviceMs.parse(3 * 86_400_000)).toBe(86_400_000);
    expect(DeviceCount.parse(7)).toBe(7);
    expect(DeviceMs.parse(0.5)).toBe(0.5);
    expect(DeviceMs.parse(null)).toBeNull();
  });

  it.each([-1, 0.5, "3"])("refuse the count %j", (count) => {
    expect(DeviceCount.safeParse(count).success).toBe(false);
  });
});

describe("PageQuery", () => {
  it.each([
    [{}, { page: 1 }],
    [{ page: "0", perPage: "7" }, { page: 1, perPage: 7 }],
    [{ page: "2.9" }, { page: 2 }],
    [{ page: "", perPage: "" }, { page: 1 }],
    [{ page: "-3", perPage: "0" }, { page: 1, perPage: 0 }],
  ])("reads %j as %j", (query, read) => {
    expect(PageQuery.parse(query)).toEqual(read);
  });

  it("refuses what is no number", () => {
    expect(PageQuery.safeParse({ page: "x" }).success).toBe(false);
  });
});
