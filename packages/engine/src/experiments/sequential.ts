import { requireRange } from "../argument-checks.ts";
import { USUAL_ALPHA } from "./comparison.ts";

/** An interim look at a running experiment. */
export interface Look {
  diff: number;
  /** Of `diff`; 0 only if there is no variation yet. */
  standardError: number;
  /**
   * Standard deviation of the mixing distribution of effects, in the unit of `diff`, > 0. Any fixed
   * value is valid; one near the true effect stops earliest.
   */
  mixingSd: number;
  alpha?: number;
  /** From the previous look; the p value never rises. */
  previousPValue?: number;
}

export interface SequentialBound {
  /** Always valid: over any number of looks, at most alpha of all A/A runs fall below alpha. */
  pValue: number;
  /** Interval valid at all looks simultaneously; null while there is no variation. */
  low: number | null;
  high: number | null;
}

/**
 * Always-valid p value and interval, by the mixture sequential probability ratio test with normal
 * mixing:
 *
 *     Λ = √(V / (V + τ²)) · exp(τ² θ² / (2 V (V + τ²)))      p = min(1, 1 / Λ)
 *
 * Source: Johari, Koomen, Pekelis and Walsh (2017), equations for p and for the interval.
 */
export function sequentialBound(look: Look): SequentialBound {
  const { diff, standardError, mixingSd, alpha = USUAL_ALPHA, previousPValue = 1 } = look;
  requireRange("diff", diff, true, "finite");
  requireRange("standardError", standardError, standardError >= 0, "≥ 0");
  requireRange("mixingSd", mixingSd, mixingSd > 0, "> 0");
  requireRange("alpha", alpha, alpha > 0 && alpha < 1, "in (0, 1)");
  // Without variation within the arms a difference is no evidence yet.
  if (standardError === 0) return { pValue: previousPValue, low: null, high: null };
  const v = standardError * standardError;
  const mixing = mixingSd * mixingSd;
  const shrink = Math.log1p(mixing / v) / 2;
  const lnRatio = (mixing * diff * diff) / (2 * v * (v + mixing)) - shrink;
  const margin = Math.sqrt(((2 * v * (v + mixing)) / mixing) * (shrink - Math.log(alpha)));
  const pValue = Math.min(previousPValue, Math.exp(-Math.max(0, lnRatio)));
  return { pValue, low: diff - margin, high: diff + margin };
}
