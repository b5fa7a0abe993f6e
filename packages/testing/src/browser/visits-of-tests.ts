import { afterEach, expect } from "vitest";
import type { Visit } from "./visits.ts";

/** What is needed to pass a test's browser on; without `leave` it is closed. */
export type TestVisit = Pick<Visit, "context" | "faults"> & Partial<Pick<Visit, "leave">>;

interface Test {
  readonly task: { readonly result?: { readonly state?: string } | undefined };
}

/**
 * Passes the browsers of a finished test on: makes them available to later tests, or closes them if
 * the test failed. No other code passes browsers from one test to another.
 *
 * @returns whether the test passed
 */
export async function handOn({ task }: Test, visits: readonly TestVisit[]): Promise<boolean> {
  const isWell = task.result?.state !== "fail";
  await Promise.all(
    visits.map(({ context, leave }) => (isWell && leave !== undefined ? leave() : context.close())),
  );
  return isWell;
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
