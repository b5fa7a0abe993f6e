import { requireRange } from "../argument-checks.ts";
import { normalQuantile } from "../numeric/normal.ts";

/** The effect an experiment is to detect, and its error rates. */
export type SampleSizeQuestion = {
  /** Two-sided, in (0, 1). */
  alpha: number;
  /** Probability of detecting an effect of this size, in (0, 1). */
  power: number;
} & (
  { kind: "proportion"; base: number; target: number } | { kind: "mean"; sd: number; delta: number }
);

/**
 * Number of users needed per arm.
 *
 * @returns  a whole number, at least 1
 * @throws RangeError  an effect of 0, or a value out of range
 *
 * Source: Fleiss, Levin and Paik (2003), chapter 4, without continuity correction.
 */
export function sampleSize(question: SampleSizeQuestion): number {
  const { alpha, power } = question;
  requireRange("alpha", alpha, alpha > 0 && alpha < 1, "in (0, 1)");
  requireRange("power", power, power > 0 && power < 1, "in (0, 1)");
  const zAlpha = normalQuantile(1 - alpha / 2);
  const zPower = normalQuantile(power);
  const root =
    question.kind === "mean"
      ? meanRoot(question.sd, question.delta, zAlpha + zPower)
      : proportionRoot(question.base, question.target, zAlpha, zPower);
  return Math.max(1, Math.ceil(root * root));
}

function meanRoot(sd: number, delta: number, zSum: number): number {
  requireRange("sd", sd, sd >= 0, "≥ 0");
  requireRange("delta", delta, delta !== 0, "other than 0");
  return (Math.SQRT2 * zSum * sd) / delta;
}

function proportionRoot(p0: number, p1: number, zAlpha: number, zPower: number): number {
  requireRange("base", p0, p0 >= 0 && p0 <= 1, "in [0, 1]");
  requireRange("target", p1, p1 >= 0 && p1 <= 1 && p1 !== p0, "in [0, 1] and not the base");
  const pooled = (p0 + p1) / 2;
  const alphaTerm = zAlpha * Math.sqrt(2 * pooled * (1 - pooled));
  const powerTerm = zPower * Math.sqrt(p0 * (1 - p0) + p1 * (1 - p1));
  return (alphaTerm + powerTerm) / (p1 - p0);
}
