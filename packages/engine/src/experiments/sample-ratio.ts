import { requireRange } from "../argument-checks.ts";
import { normalTwoSided } from "../numeric/normal.ts";

/** A p value up to this shows a broken assignment; the experiment's results are then invalid. */
export const SAMPLE_RATIO_P_MIN = 0.001;

/**
 * Sample ratio mismatch: p value of the chi-square test of the arm sizes, one degree of freedom.
 *
 * @param treatmentShare  planned, in (0, 1)
 * @returns               null without users
 */
export function sampleRatioPValue(
  users: { control: number; treatment: number },
  treatmentShare = 0.5,
): number | null {
  const { control, treatment } = users;
  requireRange("control", control, control >= 0, "≥ 0");
  requireRange("treatment", treatment, treatment >= 0, "≥ 0");
  const isShare = treatmentShare > 0 && treatmentShare < 1;
  requireRange("treatmentShare", treatmentShare, isShare, "in (0, 1)");
  const all = control + treatment;
  if (all === 0) return null;
  // With one degree of freedom chi-square is the square of a z score.
  const spread = Math.sqrt(all * treatmentShare * (1 - treatmentShare));
  return normalTwoSided((treatment - all * treatmentShare) / spread);
}
