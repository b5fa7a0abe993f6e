/** The nearest value in [low, high]. NaN stays NaN. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * Logistic function 1 / (1 + e^−x), in [0, 1]. Uses exp of a negative argument only, which avoids
 * overflow and keeps small probabilities precise.
 */
export function sigmoid(x: number): number {
  const power = Math.exp(-Math.abs(x));
  return (x >= 0 ? 1 : power) / (1 + power);
}

/** Log odds ln(p / (1 − p)), inverse of {@link sigmoid}. Infinite at 0 and 1; callers clip. */
export function logit(p: number): number {
  return Math.log(p / (1 - p));
}

/**
 * One step of an exponential moving average: m + a (x − m).
 *
 * @param mean   m, the average so far
 * @param value  x, the new observation
 * @param step   a in [0, 1]; 0 keeps the average, 1 forgets it
 */
export function ema(mean: number, value: number, step: number): number {
  return mean + step * (value - mean);
}

/** Nearest integer; halves go up, also below zero (−2.5 becomes −2). Never −0. */
export function roundHalfUp(value: number): number {
  // Math.round gives −0 for −0.5…0, which JSON does not preserve.
  return Math.round(value) + 0;
}

/** Whether x is a number other than NaN and the infinities. */
export function isFiniteNumber(x: unknown): x is number {
  return typeof x === "number" && Number.isFinite(x);
}
