import type { Badge } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { badgesWereShown, freshBadges } from "./badges-shown.ts";

const NOW_MS = Date.parse("2026-11-29T12:00:00Z");
const MINUTE_MS = 60_000;
const earned = (id: string, ageMs: number | null) =>
  ({ id, unlockedAt: ageMs === null ? null : new Date(NOW_MS - ageMs).toISOString() }) as Badge;

describe("badges that were just earned", () => {
  const badges = [earned("first", MINUTE_MS), earned("week", null), earned("old", 9 * MINUTE_MS)];
  const idsAt = (pageAgeMs: number) => freshBadges(badges, NOW_MS, pageAgeMs).map(({ id }) => id);

  it("appear for five minutes on the page on which they were earned", () => {
    expect(idsAt(60 * MINUTE_MS)).toEqual(["first"]);
  });

  it("do not appear again on a page that is loaded since", () => {
    expect(idsAt(10_000)).toEqual([]);
  });

  it("appear once", () => {
    badgesWereShown(badges.slice(0, 1));
    expect(idsAt(60 * MINUTE_MS)).toEqual([]);
  });
});
