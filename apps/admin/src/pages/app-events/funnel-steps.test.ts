import { describe, expect, it } from "vitest";
import { movedUp, stepsIn, wrongSteps } from "./funnel-steps.ts";

describe("the steps of a funnel", () => {
  it("are kept in the address", () => {
    expect(stepsIn("a,screen_view:stats,b")).toEqual(["a", "screen_view:stats", "b"]);
    expect(stepsIn("")).toEqual([]);
  });

  it("are names of events or of screens", () => {
    expect(wrongSteps(["study_start", "", "Study", "screen_view:/a/b", "screen_view:"])).toEqual([
      1, 2, 4,
    ]);
  });

  it("can change places", () => {
    expect(movedUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
    expect(movedUp(["a", "b"], 0)).toEqual(["a", "b"]);
  });
});
