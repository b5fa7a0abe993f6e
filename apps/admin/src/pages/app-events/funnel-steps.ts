/** What a funnel can have; the service refuses others. */
export const STEPS_MIN = 2;
export const STEPS_MAX = 8;

/** The steps in an address, "a,b,c"; none for the usual ones. */
export function stepsIn(address: string): string[] {
  return address.split(",").filter((step) => step !== "");
}

/** Which of the typed steps are no names of events: by their places. */
export function wrongSteps(steps: readonly string[]): number[] {
  return steps.flatMap((step, at) => (isName(step) ? [] : [at]));
}

function isName(step: string): boolean {
  return /^screen_view:[^,]+$/.test(step) || /^[a-z0-9_]+$/.test(step);
}

/** With the step at this place moved one up. */
export function movedUp(steps: readonly string[], at: number): string[] {
  if (at <= 0) return [...steps];
  return steps.with(at - 1, steps[at]!).with(at, steps[at - 1]!);
}
