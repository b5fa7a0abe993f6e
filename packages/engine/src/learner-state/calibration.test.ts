import { describe, expect, it } from "vitest";
import { hash32 } from "../numeric/random.ts";
import { defaultParameters } from "../parameters/parameters.ts";
import { calibrationError, checkAnomalies, nextCalibration } from "./calibration.ts";
import { createLearner } from "./create-learner.ts";

// What we check: that calibrated predictions rarely raise anomalies, and that wrong predictions, a
// sudden change and guessing are each detected once, after which the statistic is reset.
const rules = defaultParameters().monitoring;
const start = createLearner(1, 0).calibration;

function watch(answers: number, trueRecall: (p: number, i: number) => number, rapid = false) {
  let calibration = start;
  const anomalies: string[] = [];
  for (let i = 0; i < answers; i++) {
    const p = 0.6 + 0.35 * hash32(1, i, 0, "p");
    const outcome = hash32(2, i, 0, "y") < trueRecall(p, i) ? 1 : 0;
    const next = nextCalibration(calibration, p, outcome, rapid, rules);
    const checked = checkAnomalies(next, calibrationError(next), rules);
    anomalies.push(...checked.anomalies);
    calibration = checked.calibration;
  }
  return { anomalies, calibration };
}

describe("the statistics of a learner's predictions", () => {
  it("rarely find an anomaly in calibrated predictions", () => {
    const { anomalies } = watch(2000, (p) => p);
    expect(anomalies.length).toBeLessThan(6);
  });

  it("find predictions that are too high", () => {
    expect(watch(300, (p) => p - 0.3).anomalies).toContain("calibration_error");
  });

  it("find a learner who suddenly knows much less", () => {
    const { anomalies } = watch(400, (p, i) => (i < 200 ? p : 0.2));
    expect(anomalies).toContain("prediction_drift");
  });

  it("find guessing, and are reset once it was reported", () => {
    const { anomalies, calibration } = watch(139, () => 0.3, true);
    expect(anomalies.filter((name) => name === "rapid_guessing")).toHaveLength(1);
    expect(calibration.rapidShare).toBeLessThan(0.5);
  });
});
