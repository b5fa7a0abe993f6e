import { describe, expect, it } from "vitest";
import { type ArmStats, judgeCanary } from "./canary.ts";

const limits = { rewardDrop: 0.05, anomalyRise: 0.05, minSample: 50 };
const stable: ArmStats = { n: 900, rewardMean: 0.3, rewardVariance: 0.04, anomalies: 9 };
const equal: ArmStats = { n: 100, rewardMean: 0.3, rewardVariance: 0.04, anomalies: 1 };

describe("judgeCanary", () => {
  it("accepts a canary without a difference", () => {
    const verdict = judgeCanary(stable, equal, limits);
    expect(verdict).toMatchObject({ verdict: "healthy", reasons: [] });
    expect(verdict.reward).toMatchObject({ diff: 0 });
    expect(verdict.reward!.low).toBeCloseTo(-verdict.reward!.high, 12);
  });

  it("rolls back when mean reward fell by exactly the limit", () => {
    const lower = { ...equal, rewardMean: 0.25 };
    expect(judgeCanary(stable, lower, limits)).toMatchObject({
      verdict: "roll_back",
      reasons: ["reward_fell"],
    });
    const nearly = { ...equal, rewardMean: 0.2501 };
    expect(judgeCanary(stable, nearly, limits).verdict).toBe("healthy");
  });

  it("rolls back when the anomaly rate rose by the limit", () => {
    const anomalous = { ...equal, anomalies: 6 };
    expect(judgeCanary(stable, anomalous, limits)).toMatchObject({
      verdict: "roll_back",
      reasons: ["anomalies_rose"],
    });
    expect(judgeCanary(stable, { ...equal, anomalies: 5 }, limits).verdict).toBe("healthy");
  });

  it("names both reasons", () => {
    const bad = { ...equal, rewardMean: -0.2, anomalies: 60 };
    expect(judgeCanary(stable, bad, limits).reasons).toEqual(["reward_fell", "anomalies_rose"]);
  });

  it("accepts a better canary", () => {
    const good = { ...equal, rewardMean: 0.9, anomalies: 0 };
    expect(judgeCanary({ ...stable, anomalies: 400 }, good, limits).verdict).toBe("healthy");
  });

  it("accepts equal arms when the limits are 0", () => {
    const strict = { ...limits, rewardDrop: 0, anomalyRise: 0 };
    expect(judgeCanary(stable, equal, strict).verdict).toBe("healthy");
    const worse = { ...equal, rewardMean: 0.2999 };
    expect(judgeCanary(stable, worse, strict).verdict).toBe("roll_back");
  });

  it("waits for enough answers in both arms, and returns the bounds meanwhile", () => {
    const bad = { ...equal, n: 49, rewardMean: -1 };
    const verdict = judgeCanary(stable, bad, limits);
    expect(verdict).toMatchObject({ verdict: "waiting", reasons: [] });
    expect(verdict.reward!.high).toBeLessThan(0);
    expect(judgeCanary({ ...stable, n: 49 }, equal, limits).verdict).toBe("waiting");
    expect(judgeCanary(stable, { ...bad, n: 50 }, limits).verdict).toBe("roll_back");
  });

  it("has no bounds for an arm without answers", () => {
    const empty = { n: 0, rewardMean: 0, rewardVariance: 0, anomalies: 0 };
    expect(judgeCanary(stable, empty, { ...limits, minSample: 0 })).toEqual({
      verdict: "waiting",
      reasons: [],
      reward: null,
      anomalyRate: null,
    });
  });

  it.each([
    ["a mean that is not a number", { ...equal, rewardMean: Number.NaN }],
    ["more anomalies than answers", { ...equal, anomalies: 101 }],
  ])("refuses %s", (_name, canary) => {
    expect(() => judgeCanary(stable, canary, limits)).toThrow(RangeError);
  });
});
