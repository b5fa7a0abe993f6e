import { describe, expect, it } from "vitest";
import { removeInSteps } from "./remove-in-steps.ts";

/** A table with this many old rows, and the number removed by each step. */
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
  it("continues until a step removes fewer rows than its limit", async () => {
    const { steps, removeSome } = tableOf(2_500);
    expect(await removeInSteps(removeSome, new AbortController().signal)).toBe(2_500);
    expect(steps).toEqual([1_000, 1_000, 500]);
  });

  it("lets others run between two steps, however quick they are", async () => {
    const { removeSome } = tableOf(5_000);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await removeInSteps(removeSome, new AbortController().signal);
    clearInterval(counting);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it("makes one step if there are no rows", async () => {
    const { steps, removeSome } = tableOf(0);
    expect(await removeInSteps(removeSome, new AbortController().signal)).toBe(0);
    expect(steps).toEqual([0]);
  });

  it("stops between two steps when aborted", async () => {
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
