import { requireRange } from "../argument-checks.ts";

/**
 * P values adjusted for multiple comparisons: an adjusted value is below alpha exactly if Holm's
 * step-down procedure rejects its hypothesis.
 *
 * @param pValues  in [0, 1], any order
 * @returns        in the same order, each at least the original and at most 1
 * @throws RangeError  a p value is outside [0, 1]
 *
 * Source: Holm (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  for (const pValue of pValues) {
    requireRange("pValues", pValue, pValue >= 0 && pValue <= 1, "in [0, 1]");
  }
  const corrected = new Array<number>(pValues.length).fill(1);
  let worst = 0;
  pValues
    .map((pValue, place) => ({ pValue, place }))
    .toSorted((a, b) => a.pValue - b.pValue)
    .forEach(({ pValue, place }, rank) => {
      worst = Math.max(worst, Math.min(1, pValue * (pValues.length - rank)));
      corrected[place] = worst;
    });
  return corrected;
}
