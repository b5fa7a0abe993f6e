import { createLearner, defaultParameters, type LearnerState } from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { todayReason } from "./today-reason.ts";

const parameters = defaultParameters();
const latest = { answers: 20, correct: 17 };

/** A learner whom the engine knows. */
function known(
  change: Partial<LearnerState> = {},
  mood: Partial<LearnerState["mood"]> = {},
): LearnerState {
  const start = createLearner(1, 0);
  const usual = { phase: null, totalEventCount: 500, success: parameters.heuristic.targetSuccess };
  return { ...start, ...usual, ...change, mood: { ...start.mood, ...mood } };
}

const reasonFor = (learner: LearnerState, daysAway: number | null = 1) =>
  todayReason({ learner, parameters, daysAway, latest });

describe("the reason for today", () => {
  const { targetSuccess } = parameters.heuristic;
  it.each([
    ["steady", {}, {}],
    ["quick_and_sure", { success: targetSuccess + 0.06, medianSlowness: -0.1 }, {}],
    ["steady", { success: targetSuccess + 0.06, medianSlowness: 0.1 }, {}],
    ["steady", { success: targetSuccess - 0.04 }, {}],
    ["many_slips", { success: targetSuccess - 0.06 }, {}],
    ["steady", { success: null }, {}],
    ["tired_lately", {}, { fatigue: 0.71 }],
    ["tired_lately", { success: 0 }, { fatigue: 0.71 }],
    ["distracted_lately", {}, { attention: 0.29 }],
    ["many_slips", { success: 0 }, { attention: 0.29 }],
  ] as const)("is %s for a learner with %j, %j", (code, change, mood) => {
    expect(reasonFor(known(change, mood)).code).toBe(code);
  });

  it("tells of the latest day", () => {
    expect(reasonFor(known()).params).toEqual(latest);
  });

  it("is a cold start until the engine knows the learner, and says for how long", () => {
    expect(reasonFor(createLearner(1, 0), null)).toEqual({
      code: "cold_start",
      params: { answers: 0, answersNeeded: parameters.coldStart.exploreToExploitEvents },
    });
    expect(reasonFor(known({ phase: "Explore" }))).toMatchObject({ code: "cold_start" });
  });

  it("is a long break from three days on, before anything else", () => {
    const tired = known({ phase: "Explore" }, { fatigue: 0.9 });
    expect(reasonFor(tired, 2).code).toBe("cold_start");
    expect(reasonFor(tired, 3)).toEqual({ code: "long_break", params: { days: 3 } });
  });

  it("forgets tiredness and distraction after more than a day", () => {
    const worn = known({}, { fatigue: 0.9, attention: 0.1 });
    expect(reasonFor(worn, 1).code).toBe("tired_lately");
    expect(reasonFor(worn, 2).code).toBe("steady");
  });
});
