import { describe, expect, it } from "vitest";
import { gaussian, hash32 } from "../numeric/random.ts";
import { meanStats, ratioStats, welchTest } from "./mean.ts";
import { type Proportion, twoProportionTest } from "./proportion.ts";
import { sampleSize } from "./sample-size.ts";
import { sequentialBound } from "./sequential.ts";

// What we check: the error rates of the tests on simulated users. How: fixed seeds, and enough
// runs that the bands of 4 to 6 % and of 3 points of power are several standard errors wide.
const ALPHA = 0.05;
const POWER = 0.8;

/** Share of runs in which `happens` is true. */
function share(runs: number, happens: (run: number) => boolean): number {
  return Array.from({ length: runs }, (_, run) => happens(run)).filter(Boolean).length / runs;
}

function proportionArm(run: number, arm: number, n: number, rate: number): Proportion {
  let successes = 0;
  for (let user = 0; user < n; user++) {
    if (hash32(run, arm, user, "returns") < rate) successes += 1;
  }
  return { successes, n };
}

function meanArm(run: number, arm: number, n: number, mean: number, sd = 1) {
  const draw = (_: unknown, user: number): number => mean + sd * gaussian(run, arm, user, "mean");
  return meanStats(Array.from({ length: n }, draw));
}

describe("a run without any difference", () => {
  it("is called significant in 4 to 6 % of proportion tests", () => {
    const alarms = share(4000, (run) => {
      const [a, b] = [proportionArm(run, 0, 150, 0.4), proportionArm(run, 1, 150, 0.4)];
      return twoProportionTest(a, b)!.pValue < ALPHA;
    });
    expect(alarms).toBeGreaterThan(0.04);
    expect(alarms).toBeLessThan(0.06);
  });

  it("is called significant in 4 to 6 % of tests with unequal arms", () => {
    const alarms = share(4000, (run) => {
      const [a, b] = [meanArm(run, 0, 20, 3, 1), meanArm(run, 1, 60, 3, 4)];
      return welchTest(a, b)!.pValue < ALPHA;
    });
    expect(alarms).toBeGreaterThan(0.04);
    expect(alarms).toBeLessThan(0.06);
  });

  it("is called significant in 4 to 6 % of tests of ratios with unequal denominators", () => {
    const alarms = share(3000, (run) => {
      const [a, b] = [ratioArm(run, 0, 80), ratioArm(run, 1, 80)];
      return welchTest(a, b)!.pValue < ALPHA;
    });
    expect(alarms).toBeGreaterThan(0.04);
    expect(alarms).toBeLessThan(0.06);
  });
});

/** Users with 1 to 30 words each and an individual success rate. */
function ratioArm(run: number, arm: number, n: number) {
  const users = Array.from({ length: n }, (_, user) => {
    const denominator = 1 + Math.floor(30 * hash32(run, arm, user, "words"));
    const rate = 0.5 + 0.1 * gaussian(run, arm, user, "habit");
    return { numerator: rate * denominator, denominator };
  });
  return ratioStats(users)!;
}

describe("a run with the planned difference", () => {
  it("is found as often as planned, for proportions", () => {
    const question = { kind: "proportion", base: 0.4, target: 0.5 } as const;
    const n = sampleSize({ ...question, alpha: ALPHA, power: POWER });
    const found = share(2000, (run) => {
      const [a, b] = [proportionArm(run, 0, n, 0.4), proportionArm(run, 1, n, 0.5)];
      return twoProportionTest(a, b)!.pValue < ALPHA;
    });
    expect(Math.abs(found - POWER)).toBeLessThan(0.03);
  });

  it("is found as often as planned, for means", () => {
    const n = sampleSize({ kind: "mean", sd: 1, delta: 0.4, alpha: ALPHA, power: POWER });
    const found = share(2000, (run) => {
      return welchTest(meanArm(run, 0, n, 0), meanArm(run, 1, n, 0.4))!.pValue < ALPHA;
    });
    expect(Math.abs(found - POWER)).toBeLessThan(0.03);
  });
});

describe("looking thirty times", () => {
  const looks = Array.from({ length: 30 }, (_, look) => (look + 1) * 20);

  /** Whether any look at a growing experiment is significant, by either rule. */
  function alarms(run: number, effect: number): { fixed: boolean; valid: boolean } {
    const significant = { fixed: false, valid: false };
    let [control, treatment] = [0, 0];
    let users = 0;
    for (const n of looks) {
      for (; users < n; users++) {
        control += gaussian(run, 0, users, "look");
        treatment += effect + gaussian(run, 1, users, "look");
      }
      const look = { diff: (treatment - control) / n, standardError: Math.sqrt(2 / n) };
      significant.fixed ||= Math.abs(look.diff) > 1.96 * look.standardError;
      significant.valid ||=
        sequentialBound({ ...look, mixingSd: 0.3, alpha: ALPHA }).pValue < ALPHA;
    }
    return significant;
  }

  it("inflates the errors of a fixed-horizon test but not of the always-valid bound", () => {
    const runs = Array.from({ length: 600 }, (_, run) => alarms(run, 0));
    expect(runs.filter((run) => run.fixed).length / 600).toBeGreaterThan(0.15);
    expect(runs.filter((run) => run.valid).length / 600).toBeLessThan(ALPHA);
  });

  it("still finds a true effect early", () => {
    expect(share(200, (run) => alarms(run, 0.3).valid)).toBeGreaterThan(0.9);
  });
});
