import { expect, it } from "vitest";
import { labelled } from "./labelled.ts";

it("labels some points, evenly and away from the ends", () => {
  expect(labelled([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([2, 5, 8]);
  expect(labelled([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([2, 5]);
  expect(labelled([1, 2], 5)).toEqual([1, 2]);
  expect(labelled([], 5)).toEqual([]);
});
