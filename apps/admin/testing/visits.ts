import { afterEach, expect } from "vitest";
import type { AdminVisit } from "./admins.ts";

type Visit = Pick<AdminVisit, "context" | "faults">;

/**
 * Collects the browsers that a test opens. After each test they are closed, and no page of theirs
 * may have had an error of its own.
 */
export function visitsOfEachTest(): Visit[] {
  const visits: Visit[] = [];
  afterEach(async () => {
    for (const { context, faults } of visits.splice(0)) {
      await context.close();
      expect(faults).toEqual([]);
    }
  });
  return visits;
}
