import { describe, expect, it } from "vitest";
import { ratioToFrontier } from "./frontier.ts";

// The comparison with fixed policies, on numbers that can be checked by hand.
const fixed = [
  { minutes: 1000, known: 1000, started: 2000 },
  { minutes: 4000, known: 2000, started: 2000 },
];

describe("a policy against fixed ones", () => {
  it("has ratio 1 if it is one of them", () => {
    for (const one of fixed) expect(ratioToFrontier(fixed, one)).toBeCloseTo(1, 12);
  });

  it("is compared at equal knowledge, minutes per word interpolated", () => {
    // Halfway between 1 and 2 minutes a word.
    const policy = { minutes: 1500, known: 1500, started: 2000 };
    expect(ratioToFrontier(fixed, policy)).toBeCloseTo(1.5, 12);
  });

  it("ignores a fixed policy that another one beats", () => {
    const bad = { minutes: 9000, known: 1400, started: 2000 };
    const policy = { minutes: 1500, known: 1500, started: 2000 };
    expect(ratioToFrontier([...fixed, bad], policy)).toBeCloseTo(1.5, 12);
  });

  it("is compared at equal mean recall if all used the whole time", () => {
    const full = [
      { minutes: 1000, known: 800, started: 1000 },
      { minutes: 1000, known: 450, started: 500 },
    ];
    // Halfway between 1.25 and 2.22 minutes a word.
    const policy = { minutes: 1000, known: 680, started: 800 };
    const price = (1000 / 800 + 1000 / 450) / 2;
    expect(ratioToFrontier(full, policy)).toBeCloseTo(price / (1000 / 680), 12);
  });
});
