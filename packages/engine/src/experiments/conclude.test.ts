import { describe, expect, it } from "vitest";
import { concludeExperiment, type ExperimentData, type ExperimentPlan } from "./conclude.ts";

const plan: ExperimentPlan = { alpha: 0.05, mde: 0.02, minSample: 200, horizonReached: true };

const better: ExperimentData = {
  users: { control: 1000, treatment: 1000 },
  primary: {
    metric: "day7_retention",
    higherIsBetter: true,
    control: { successes: 400, n: 1000 },
    treatment: { successes: 460, n: 1000 },
  },
  guardrails: [],
};

/** Two guardrails; the first changes by `diff` reviews a day, and lower is better. */
function guarded(diff: number, n = 1000): ExperimentData {
  const unchanged = { metric: "session_completion", higherIsBetter: true } as const;
  return {
    ...better,
    guardrails: [
      {
        metric: "reviews_per_day",
        higherIsBetter: false,
        control: { n, mean: 30, variance: 100 },
        treatment: { n, mean: 30 + diff, variance: 100 },
      },
      { ...unchanged, control: { successes: 100, n }, treatment: { successes: 100, n } },
    ],
  };
}

function withPrimary(change: Partial<ExperimentData["primary"]>): ExperimentData {
  return { ...better, primary: { ...better.primary, ...change } };
}

describe("concludeExperiment adopts", () => {
  it("a clear gain with enough users", () => {
    const conclusion = concludeExperiment(better, plan);
    expect(conclusion).toMatchObject({ canAdopt: true, reasons: [] });
    expect(conclusion.primary).toMatchObject({ basis: "fixed_horizon", significant: true });
    expect(conclusion.primary.diff).toBeCloseTo(0.06, 12);
  });

  it("a fall where lower is better", () => {
    const data = withPrimary({
      metric: "reviews_per_day",
      higherIsBetter: false,
      control: { n: 500, mean: 30, variance: 100 },
      treatment: { n: 500, mean: 28, variance: 100 },
    });
    expect(concludeExperiment(data, plan).canAdopt).toBe(true);
  });

  it("a gain with an improved guardrail", () => {
    expect(concludeExperiment(guarded(-3), plan).canAdopt).toBe(true);
  });

  it("a gain of exactly the minimum effect", () => {
    expect(concludeExperiment(better, { ...plan, mde: 0.15 }).canAdopt).toBe(true);
  });
});

describe("concludeExperiment objects", () => {
  it.each([
    ["too_few_users", better, { minSample: 1001 }],
    ["effect_below_mde", better, { mde: 0.151 }],
    ["sample_ratio_mismatch", { ...better, users: { control: 1100, treatment: 900 } }, {}],
    ["not_significant", withPrimary({ treatment: { successes: 420, n: 1000 } }), {}],
    ["guardrail_worse", guarded(3), {}],
  ] as const)("%s, and nothing else", (reason, data, change) => {
    const conclusion = concludeExperiment(data, { ...plan, ...change });
    expect(conclusion).toMatchObject({ canAdopt: false, reasons: [reason] });
  });

  it("to a significant loss", () => {
    const data = withPrimary({ treatment: { successes: 340, n: 1000 } });
    const conclusion = concludeExperiment(data, plan);
    expect(conclusion.primary.significant).toBe(true);
    expect(conclusion.reasons).toEqual(["wrong_direction", "effect_below_mde"]);
  });

  it("with every applicable reason when there are no users", () => {
    const empty = { successes: 0, n: 0 };
    const data = {
      ...withPrimary({ control: empty, treatment: empty }),
      users: { control: 0, treatment: 0 },
    };
    const conclusion = concludeExperiment(data, plan);
    expect(conclusion.primary).toMatchObject({ diff: null, pValue: null, significant: false });
    expect(conclusion.reasons).toEqual(["too_few_users", "not_significant", "effect_below_mde"]);
    expect(JSON.parse(JSON.stringify(conclusion))).toEqual(conclusion);
  });
});

describe("the minimum effect", () => {
  it("is absolute when the control arm is at 0", () => {
    const data = withPrimary({
      control: { successes: 0, n: 1000 },
      treatment: { successes: 30, n: 1000 },
    });
    expect(concludeExperiment(data, { ...plan, mde: 0.03 }).canAdopt).toBe(true);
    expect(concludeExperiment(data, { ...plan, mde: 0.031 }).reasons).toEqual(["effect_below_mde"]);
  });
});

describe("before the planned end", () => {
  const early = { ...plan, horizonReached: false, mixingSd: 0.05 };

  it("a fixed-horizon p value is marked as such and does not decide", () => {
    const data = withPrimary({ treatment: { successes: 450, n: 1000 } });
    const { primary, reasons } = concludeExperiment(data, early);
    expect(primary.pValue).toBeLessThan(0.05);
    expect(primary).toMatchObject({ basis: "shown_early", significant: false });
    expect(reasons).toEqual(["not_significant"]);
  });

  it("overwhelming evidence can stop the experiment", () => {
    const data = withPrimary({ treatment: { successes: 520, n: 1000 } });
    const { primary, canAdopt } = concludeExperiment(data, early);
    expect(primary.alwaysValidPValue).toBeLessThan(0.05);
    // Holding at every look costs width on both sides, and leaves 0 outside as the p value does.
    expect(primary.alwaysValidLow).toBeGreaterThan(0);
    expect(primary.alwaysValidLow).toBeLessThan(primary.low!);
    expect(primary.alwaysValidHigh).toBeGreaterThan(primary.high!);
    expect(canAdopt).toBe(true);
  });

  it("nothing stops the experiment without a planned effect", () => {
    const open = { alpha: 0.05, mde: 0, minSample: 200, horizonReached: false };
    const data = withPrimary({ treatment: { successes: 900, n: 1000 } });
    expect(concludeExperiment(data, open).reasons).toEqual(["not_significant"]);
  });
});

describe("guardrails", () => {
  it("are corrected for their number", () => {
    // Uncorrected, this p value is about 0.036; doubled it is no longer significant.
    const [first] = concludeExperiment(guarded(0.94), plan).guardrails;
    expect(first!.pValue).toBeGreaterThan(0.05);
    expect(first!.pValue).toBeLessThan(0.1);
    expect(first!.worse).toBe(false);
    // Its own interval is not: that leaves 0 outside.
    expect(first!.low).toBeGreaterThan(0);
    expect(first!.high).toBeGreaterThan(first!.diff!);
  });

  it("are not called worse with too few users", () => {
    const [first] = concludeExperiment(guarded(9, 199), plan).guardrails;
    expect(first!.pValue).toBeLessThan(0.001);
    expect(first!.worse).toBe(false);
  });

  it("without users have no result and do not count for the correction", () => {
    const data = guarded(1);
    const noUsers = { n: 0, mean: 0, variance: 0 };
    const empty = { ...data.guardrails[1]!, control: noUsers, treatment: noUsers };
    const guardrails = [data.guardrails[0]!, empty];
    const conclusion = concludeExperiment({ ...data, guardrails }, plan);
    expect(conclusion.guardrails[0]!.worse).toBe(true);
    expect(conclusion.guardrails[1]).toMatchObject({ diff: null, pValue: null, worse: false });
  });
});

describe("concludeExperiment refuses", () => {
  it.each([{ alpha: 0 }, { mde: -1 }, { minSample: Number.NaN }])("%j", (change) => {
    expect(() => concludeExperiment(better, { ...plan, ...change })).toThrow(RangeError);
  });

  it("arms measured differently", () => {
    const data = withPrimary({ control: { n: 300, mean: 1, variance: 1 } });
    expect(() => concludeExperiment(data, plan)).toThrow(RangeError);
  });
});
