import { afterAll, afterEach, expect } from "vitest";
import type { Visit } from "./visits.ts";

/** What is needed to pass a test's browser on; without `leave` it is closed. */
export type TestVisit = Pick<Visit, "context" | "faults"> & Partial<Pick<Visit, "leave">>;

interface Task {
  readonly result?: { readonly state?: string } | undefined;
  /** The tests of a suite. */
  readonly tasks?: readonly Task[];
}

interface Test {
  readonly task: Task;
}

/**
 * Passes the browsers of a finished test or suite on: makes them available to later tests, or
 * closes them if a test failed. No other code passes browsers from one test to another.
 *
 * @returns whether all tests passed
 */
export async function handOn({ task }: Test, visits: readonly TestVisit[]): Promise<boolean> {
  const isWell = !hasFailed(task);
  await Promise.all(
    visits.map(({ context, leave }) => (isWell && leave !== undefined ? leave() : context.close())),
  );
  return isWell;
}

function hasFailed({ result, tasks = [] }: Task): boolean {
  return result?.state === "fail" || tasks.some(hasFailed);
}

/**
 * Passes browsers on that all tests of a suite, or of a file, use one after the other, and expects
 * that their pages had no error. Call it after the `afterAll` that stops the service: the hook
 * registered last runs first.
 */
export function handOnAfterAll(visits: () => readonly TestVisit[]): void {
  // Vitest reads which fixtures a hook wants from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, task) => {
    const all = visits();
    await handOn({ task }, all);
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  });
}

/**
 * Collects the browsers that a test opens, passes them on afterwards, and expects that none of
 * their pages had an error.
 */
export function visitsOfEachTest(): TestVisit[] {
  const visits: TestVisit[] = [];
  afterEach(async (test) => {
    const all = visits.splice(0);
    await handOn(test, all);
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  });
  return visits;
}
