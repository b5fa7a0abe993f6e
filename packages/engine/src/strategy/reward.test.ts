import { describe, expect, it } from "vitest";
import { hash32 } from "../numeric/random.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { objectiveOf, type RewardInput, rewardOf } from "./reward.ts";

// What we check: the values at simple inputs, and the two promises about wrong answers.
const parameters = defaultParameters();
const plain: RewardInput = {
  isCorrect: true,
  hintUsed: false,
  rapid: false,
  slowness: 0,
  fatigue: 0.2,
  motivation: 0.3,
  meanRecall: 0.95,
};
const reward = (change: Partial<RewardInput>) => rewardOf({ ...plain, ...change }, parameters);

describe("rewardOf", () => {
  it("adds its components up", () => {
    const { value, components } = reward({ fatigue: 0.9, motivation: -0.65 });
    const { accuracyReward, speedReward, fatiguePenalty, frustrationPenalty } = components;
    expect(accuracyReward).toBe(0.5);
    expect(speedReward).toBeCloseTo(0.25, 6);
    expect(fatiguePenalty).toBeCloseTo(-0.2, 12);
    expect(frustrationPenalty).toBeCloseTo(-0.1, 12);
    expect(components.expectedForgetCost).toBeCloseTo(-0.015, 12);
    expect(value).toBeCloseTo(0.5 + 0.25 - 0.2 - 0.1 - 0.015, 6);
  });

  it("reduces the reward for a hint and gives none for speed", () => {
    expect(reward({ hintUsed: true }).components).toMatchObject({
      accuracyReward: 0.35,
      speedReward: 0,
    });
  });

  it("gives a fast wrong guess −0.4 or less, and less than a slow honest error", () => {
    const guessed = reward({ isCorrect: false, rapid: true, slowness: -4 }).value;
    expect(guessed).toBeLessThanOrEqual(-0.4);
    expect(guessed).toBeLessThan(reward({ isCorrect: false, slowness: 4 }).value);
  });

  it("never rewards a wrong answer more than a right one in the same state", () => {
    for (let i = 0; i < 1000; i++) {
      const draw = (tag: string) => hash32(4, i, 0, tag);
      const state = {
        fatigue: draw("f"),
        motivation: 2 * draw("m") - 1,
        slowness: 8 * draw("z") - 4,
        rapid: draw("r") < 0.3,
        hintUsed: draw("h") < 0.3,
      };
      const wrong = reward({ ...state, isCorrect: false, meanRecall: draw("w") }).value;
      const right = reward({ ...state, isCorrect: true, meanRecall: draw("c") }).value;
      expect(right).toBeGreaterThan(wrong);
    }
  });

  it("needs the lower clamp only when everything is at its worst", () => {
    const best = reward({ slowness: -4, meanRecall: 1, fatigue: 0 }).value;
    const worst = reward({
      isCorrect: false,
      rapid: true,
      meanRecall: 0,
      fatigue: 1,
      motivation: -1,
    });
    expect(best).toBeLessThanOrEqual(1);
    expect(worst.value).toBeCloseTo(-1.2, 12);
  });
});

describe("objectiveOf", () => {
  it("counts a wrong answer as wrong where it costs nothing", () => {
    const free = withParameters(parameters, { "reward.wrongPenalty": 0 });
    const objective = (isCorrect: boolean) => {
      const earned = rewardOf({ ...plain, hintUsed: true, isCorrect }, free);
      return objectiveOf(earned, isCorrect, 0.95, free, 1);
    };
    const { accuracy } = free.objectiveWeights;
    expect(objective(true) - objective(false)).toBeCloseTo(2 * accuracy, 12);
  });
});
