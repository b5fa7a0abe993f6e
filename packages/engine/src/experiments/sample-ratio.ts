import { requireRange } from "../argument-checks.ts";
import { normalTwoSided } from "../numeric/normal.ts";

/** At or below this the arms are not what was drawn, and no figure of theirs can be trusted. */
export const SAMPLE_RATIO_P_MIN = 0.001;

/**
 * Whether the arms have the sizes they should: p value of the chi-square test with one degree of
 * freedom.
 *
 * @param treatmentShare  planned, in (0, 1)
 * @returns               null while there are no users
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
