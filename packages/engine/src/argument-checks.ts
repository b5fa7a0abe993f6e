/**
 * Checks an argument of the engine. A failure is a bug in the caller, because user input has
 * already been validated.
 *
 * @param name    the argument's name for the message
 * @param holds   whether the value is in range; a value that is not finite is always refused
 * @param range   the allowed range in words, for the message
 * @throws RangeError  naming argument, range and value
 */
export function requireRange(name: string, value: number, holds: boolean, range: string): void {
  if (holds && Number.isFinite(value)) return;
  throw new RangeError(`${name} must be ${range}, got ${String(value)}`);
}

/** The same for an argument that may be any finite number. */
export function requireFinite(name: string, value: number): void {
  requireRange(name, value, true, "finite");
}

/** The same for an optional argument that is ≥ 0 when present. */
export function requireAmount(name: string, value: number | undefined): void {
  if (value !== undefined) requireRange(name, value, value >= 0, "≥ 0");
}

/** The same for every number of a record. */
export function requireEach(name: string, values: Readonly<Record<string, number>>): void {
  for (const [key, value] of Object.entries(values)) requireFinite(`${name}.${key}`, value);
}

/** The same for a value of any type that must be one of a few. */
export function requireOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  throw new RangeError(`${name} must be one of ${allowed.join(", ")}, got ${String(value)}`);
}

/** Number of weights of the long-term model (FSRS-6). */
export const WEIGHT_COUNT = 21;

/** The same for weights of the long-term model. */
export function requireWeights(name: string, weights: readonly number[]): void {
  if (!Array.isArray(weights)) {
    throw new RangeError(`${name} must be a list, got ${String(weights)}`);
  }
  requireRange(
    `${name}.length`,
    weights.length,
    weights.length === WEIGHT_COUNT,
    String(WEIGHT_COUNT),
  );
  requireEach(name, Object.fromEntries(weights.entries()));
}
