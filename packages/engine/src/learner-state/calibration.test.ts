import { describe, expect, it } from "vitest";
import { hash32 } from "../numeric/random.ts";
import { defaultParameters } from "../parameters/parameters.ts";
import { calibrationError, checkAnomalies, nextCalibration } from "./calibration.ts";
import { createLearner } from "./create-learner.ts";

// What we check: that honest predictions stay quiet for long, and that dishonest ones, a sudden
// change and guessing are each found, once, and then watched anew.
const rules = defaultParameters().monitoring;
const start = createLearner(1, 0).calibration;

function watch(answers: number, real: (p: number, i: number) => number, rapid = false) {
  let calibration = start;
  const found: string[] = [];
  for (let i = 0; i < answers; i++) {
    const p = 0.6 + 0.35 * hash32(1, i, 0, "p");
    const outcome = hash32(2, i, 0, "y") < real(p, i) ? 1 : 0;
    const next = nextCalibration(calibration, p, outcome, rapid, rules);
    const checked = checkAnomalies(next, calibrationError(next), rules);
    found.push(...checked.anomalies);
    calibration = checked.calibration;
  }
  return { found, calibration };
}

describe("the statistics of a learner's predictions", () => {
  it("find little when the predictions are honest", () => {
    const { found } = watch(2000, (p) => p);
    expect(found.length).toBeLessThan(6);
  });

  it("find predictions that are too high", () => {
    expect(watch(300, (p) => p - 0.3).found).toContain("calibration_error");
  });

  it("find a learner who suddenly knows much less", () => {
    const { found } = watch(400, (p, i) => (i < 200 ? p : 0.2));
    expect(found).toContain("prediction_drift");
  });

  it("find guessing, and start anew once it was reported", () => {
    const { found, calibration } = watch(139, () => 0.3, true);
    expect(found.filter((name) => name === "rapid_guessing")).toHaveLength(1);
    expect(calibration.rapidShare).toBeLessThan(0.5);
  });
});
