import { requireRange } from "../argument-checks.ts";
import { USUAL_ALPHA } from "./comparison.ts";

/** A look at a running experiment. */
export interface Look {
  diff: number;
  /** Of `diff`; 0 only when nothing varies yet. */
  standardError: number;
  /**
   * Spread of the effects thought possible, in the unit of `diff`, > 0. Any fixed value keeps the
   * promise; one near the true effect stops soonest.
   */
  mixingSd: number;
  alpha?: number;
  /** From the look before: evidence once gathered is not taken back. */
  previousPValue?: number;
}

export interface SequentialBound {
  /** Always valid: below alpha at any look, however many, in at most alpha of all A/A runs. */
  pValue: number;
  /** Interval that holds at all looks together; null while nothing varies. */
  low: number | null;
  high: number | null;
}

/**
 * What may be concluded before the planned end, by the mixture sequential probability ratio test
 * with normal mixing:
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
  // Equal answers from everyone are no evidence yet, whatever their difference.
  if (standardError === 0) return { pValue: previousPValue, low: null, high: null };
  const v = standardError * standardError;
  const mixing = mixingSd * mixingSd;
  const shrink = Math.log1p(mixing / v) / 2;
  const lnRatio = (mixing * diff * diff) / (2 * v * (v + mixing)) - shrink;
  const reach = Math.sqrt(((2 * v * (v + mixing)) / mixing) * (shrink - Math.log(alpha)));
  const pValue = Math.min(previousPValue, Math.exp(-Math.max(0, lnRatio)));
  return { pValue, low: diff - reach, high: diff + reach };
}
