/**
 * Guards an argument of the engine. A failure is a bug of the caller: what users send has been
 * checked before it gets here.
 *
 * @param name    the argument as the caller wrote it
 * @param holds   whether the value is allowed; a value that is not finite never is
 * @param range   the allowed range in words, for the message
 * @throws RangeError  naming argument, range and value
 */
export function requireRange(name: string, value: number, holds: boolean, range: string): void {
  if (holds && Number.isFinite(value)) return;
  throw new RangeError(`${name} must be ${range}, got ${String(value)}`);
}
