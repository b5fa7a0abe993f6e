import { afterEach, expect } from "vitest";
import type { Visit } from "./visits.ts";

/** What a test needs of a browser to hand it on; without `leave` it is closed. */
export type TestVisit = Pick<Visit, "context" | "faults"> & Partial<Pick<Visit, "leave">>;

interface Test {
  readonly task: { readonly result?: { readonly state?: string } | undefined };
}

/**
 * Hands on the browsers of a test that is over: they are left to whoever comes next, or closed
 * where the test has failed. This is the only way from one test to another.
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
 * Collects the browsers that a test opens, hands them on after it, and expects that no page of
 * theirs had an error of its own.
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
