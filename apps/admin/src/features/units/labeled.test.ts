import { expect, it } from "vitest";
import { labeled } from "./labeled.ts";

it("labels some points, evenly and away from the ends", () => {
  expect(labeled([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([2, 5, 8]);
  expect(labeled([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([2, 5]);
  expect(labeled([1, 2], 5)).toEqual([1, 2]);
  expect(labeled([], 5)).toEqual([]);
});
