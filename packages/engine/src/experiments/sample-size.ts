import { requireRange } from "../argument-checks.ts";
import { normalQuantile } from "../numeric/normal.ts";

/** What an experiment is to find, and how surely. */
export type SampleSizeQuestion = {
  /** Two-sided, in (0, 1). */
  alpha: number;
  /** Chance of finding an effect of this size, in (0, 1). */
  power: number;
} & (
  { kind: "proportion"; base: number; target: number } | { kind: "mean"; sd: number; delta: number }
);

/**
 * Users that each arm needs.
 *
 * @returns  a whole number, at least 1
 * @throws RangeError  no difference to find, or a share outside [0, 1]
 *
 * Source: Fleiss, Levin and Paik (2003), chapter 4, without continuity correction.
 */
export function sampleSize(question: SampleSizeQuestion): number {
  const { alpha, power } = question;
  requireRange("alpha", alpha, alpha > 0 && alpha < 1, "in (0, 1)");
  requireRange("power", power, power > 0 && power < 1, "in (0, 1)");
  const doubt = normalQuantile(1 - alpha / 2);
  const strength = normalQuantile(power);
  const root =
    question.kind === "mean"
      ? meanRoot(question.sd, question.delta, doubt + strength)
      : proportionRoot(question.base, question.target, doubt, strength);
  return Math.max(1, Math.ceil(root * root));
}

function meanRoot(sd: number, delta: number, reach: number): number {
  requireRange("sd", sd, sd >= 0, "≥ 0");
  requireRange("delta", delta, delta !== 0, "other than 0");
  return (Math.SQRT2 * reach * sd) / delta;
}

function proportionRoot(p0: number, p1: number, doubt: number, strength: number): number {
  requireRange("base", p0, p0 >= 0 && p0 <= 1, "in [0, 1]");
  requireRange("target", p1, p1 >= 0 && p1 <= 1 && p1 !== p0, "in [0, 1] and not the base");
  const middle = (p0 + p1) / 2;
  const under = doubt * Math.sqrt(2 * middle * (1 - middle));
  const over = strength * Math.sqrt(p0 * (1 - p0) + p1 * (1 - p1));
  return (under + over) / (p1 - p0);
}
