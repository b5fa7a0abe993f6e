import { describe, expect, test } from "vitest";
import { nextRow } from "./list-keys.ts";
import { nothingSelected, select, selectAll, selectRange } from "./selection.ts";

test.each([
  ["j", -1, 0],
  ["j", 2, 2],
  ["ArrowDown", 0, 1],
  ["k", 0, 0],
  ["k", -1, undefined],
  ["ArrowUp", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Home", -1, undefined],
  ["x", 1, undefined],
])("%s leads from row %i to %s of three", (key, at, to) => {
  expect(nextRow(key, at, 3)).toBe(to);
});

test("no key moves anywhere in an empty list", () => {
  expect(nextRow("j", -1, 0)).toBeUndefined();
});

describe("selecting rows", () => {
  const order = ["a", "b", "c", "d", "e"];
  const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted().join("");

  test("adds and removes one", () => {
    const one = select<string>(nothingSelected, "b", true);
    expect([ids(one), ids(select(one, "b", false))]).toEqual(["b", ""]);
  });

  test("extends from the last selected row with Shift, in both directions", () => {
    const from = select<string>(nothingSelected, "b", true);
    expect(ids(selectRange(from, "d", true, order))).toBe("bcd");
    const back = select<string>(nothingSelected, "d", true);
    expect(ids(selectRange(back, "b", true, order))).toBe("bcd");
  });

  test("deselects a range again", () => {
    const all = selectAll<string>(nothingSelected, order, true);
    const from = select(all, "b", false);
    expect(ids(selectRange(from, "d", false, order))).toBe("ae");
  });

  test("affects only this row if the last one is no longer on the page", () => {
    const from = select<string>(nothingSelected, "z", true);
    expect(ids(selectRange(from, "c", true, order))).toBe("cz");
  });
});
