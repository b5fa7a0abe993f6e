import { afterEach, expect } from "vitest";
import type { AdminVisit } from "./admins.ts";

type Visit = Pick<AdminVisit, "context" | "faults"> & Partial<Pick<AdminVisit, "leave">>;

/**
 * Collects the browsers that a test opens. After each test they are left to whoever comes next, or
 * closed where a test has failed or gives no `leave`; and no page of theirs may have had an error
 * of its own.
 */
export function visitsOfEachTest(): Visit[] {
  const visits: Visit[] = [];
  afterEach(async ({ task }) => {
    const isWell = task.result?.state !== "fail";
    const all = visits.splice(0);
    await Promise.all(
      all.map(({ context, leave }) => (isWell && leave !== undefined ? leave() : context.close())),
    );
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  });
  return visits;
}
