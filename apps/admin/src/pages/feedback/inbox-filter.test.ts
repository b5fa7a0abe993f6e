import { describe, expect, it } from "vitest";
import { addressOf, beside, givenFilters, usualInbox } from "./inbox-filter.ts";

describe("filters of the inbox", () => {
  it("ask for open messages, unless another status or all are chosen", () => {
    expect(givenFilters(usualInbox)).toEqual({ status: "open" });
    expect(givenFilters({ ...usualInbox, status: "all", priority: "high" })).toEqual({
      priority: "high",
    });
  });

  it("appear in the address if they differ from the defaults", () => {
    expect(addressOf(usualInbox)).toBe("/feedback");
    const filter = { ...usualInbox, category: "a & b", page: "2" };
    expect(addressOf(filter, "17")).toBe("/feedback/17?category=a+%26+b&page=2");
  });
});

describe("the neighbor of a message", () => {
  const ids = ["a", "b", "c"];

  it.each([
    [undefined, 1, "a"],
    [undefined, -1, undefined],
    ["a", 1, "b"],
    ["c", -1, "b"],
    ["c", 1, undefined],
    ["a", -1, undefined],
  ] as const)("of %s by %i is %s", (open, step, expected) => {
    expect(beside(ids, open, step)).toBe(expected);
  });

  it("is the first one if the open one is not in the list", () => {
    expect(beside(ids, "elsewhere", 1)).toBe("a");
  });
});
