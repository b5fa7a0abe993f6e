/** The service's limits on a funnel's steps. */
export const STEPS_MIN = 2;
export const STEPS_MAX = 8;

/** The steps in an address, "a,b,c"; empty for the default ones. */
export function stepsIn(address: string): string[] {
  return address.split(",").filter((step) => step !== "");
}

/** Indexes of the typed steps that are not valid event names. */
export function wrongSteps(steps: readonly string[]): number[] {
  return steps.flatMap((step, at) => (isName(step) ? [] : [at]));
}

function isName(step: string): boolean {
  return /^screen_view:[^,]+$/.test(step) || /^[a-z0-9_]+$/.test(step);
}

/** The steps after moving the one at this index up. */
export function movedUp(steps: readonly string[], at: number): string[] {
  if (at <= 0) return [...steps];
  return steps.with(at - 1, steps[at]!).with(at, steps[at - 1]!);
}
