import { describe, expect, it } from "vitest";
import { removeInSteps } from "./remove-in-steps.ts";

/** A table with so many old rows, and how many each step took away. */
function tableOf(rows: number) {
  const steps: number[] = [];
  const removeSome = async (limit: number) => {
    const some = Math.min(limit, rows);
    rows -= some;
    steps.push(some);
    return some;
  };
  return { steps, removeSome };
}

describe("removeInSteps", () => {
  it("goes on until a step finds fewer rows than it may take", async () => {
    const { steps, removeSome } = tableOf(2_500);
    expect(await removeInSteps(removeSome, new AbortController().signal)).toBe(2_500);
    expect(steps).toEqual([1_000, 1_000, 500]);
  });

  it("looks once where there is nothing", async () => {
    const { steps, removeSome } = tableOf(0);
    expect(await removeInSteps(removeSome, new AbortController().signal)).toBe(0);
    expect(steps).toEqual([0]);
  });

  it("stops between two steps when it is called off", async () => {
    const { steps, removeSome } = tableOf(5_000);
    const aborter = new AbortController();
    const removing = removeInSteps(async (limit) => {
      aborter.abort(new Error("called off"));
      return removeSome(limit);
    }, aborter.signal);
    await expect(removing).rejects.toThrow("called off");
    expect(steps).toEqual([1_000]);
  });
});
