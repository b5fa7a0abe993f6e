import { describe, expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import { fadeTrust, TRUST_AT_START } from "./fade-trust.ts";

// What we check: trust moves toward its initial value by the given share; nothing else changes.
const start = createLearner(1, 0);
const learner = { ...start, strategy: { ...start.strategy, trust: [0.9, 0.5, 0.1] } };

describe("fadeTrust", () => {
  it("moves part of the way back to the initial value", () => {
    const { trust } = fadeTrust(learner, 0.5).strategy;
    [0.7, 0.5, 0.3].forEach((value, at) => expect(trust[at]).toBeCloseTo(value, 12));
    expect(fadeTrust(learner, 1).strategy.trust).toEqual(start.strategy.trust);
    expect(start.strategy.trust).toEqual([TRUST_AT_START, TRUST_AT_START, TRUST_AT_START]);
  });

  it("changes nothing else, and nothing at all with a share of 0", () => {
    expect(fadeTrust(learner, 0)).toEqual(learner);
    const { trust, ...rest } = fadeTrust(learner, 0.3).strategy;
    expect({ ...rest, trust: learner.strategy.trust }).toEqual(learner.strategy);
  });

  it.each([-0.1, 1.1, Number.NaN])("refuses a share of %s", (share) => {
    expect(() => fadeTrust(learner, share)).toThrow(RangeError);
  });
});
