import { expect, it } from "vitest";
import { rowsBetween } from "./row-choice.ts";

const rows = ["a", "b", undefined, "d", "e"];

it.each([
  { from: 1, to: 3, between: ["b", "d"] },
  { from: 4, to: 3, between: ["d", "e"] },
  { from: 0, to: 0, between: ["a"] },
  { from: 2, to: 2, between: [] },
])("the rows from $from to $to are $between", ({ from, to, between }) => {
  expect(rowsBetween((at) => rows[at], from, to)).toEqual(between);
});
