/**
 * P values corrected for having asked several questions: each stays below alpha only if it would
 * under Holm's step-down rule.
 *
 * @param pValues  in [0, 1], any order
 * @returns        in the same order, never smaller than given, at most 1
 *
 * Source: Holm (1979).
 */
export function holm(pValues: readonly number[]): number[] {
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
