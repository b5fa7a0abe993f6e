import type { Badge } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { earnedSince, nextBadge } from "./next-badge.ts";

const badge = (id: string, progress: number, unlockedAt: string | null = null): Badge => ({
  id,
  name: id,
  description: "",
  unlocked: unlockedAt !== null,
  progress,
  unlockedAt,
});

const list = [
  badge("first_word", 1, "2026-11-01T10:00:00.000Z"),
  badge("words_100", 0.2),
  badge("streak_7", 0.6),
  badge("mastered_10", 0.6),
];

describe("of the badges", () => {
  it("the nearest is next: not an earned one, and of equal ones the first", () => {
    expect(nextBadge(list)?.id).toBe("streak_7");
    expect(nextBadge(list.slice(0, 1))).toBeUndefined();
  });

  it("those of a session are the ones earned since its start", () => {
    expect(earnedSince(list, Date.parse("2026-11-01T10:00:00.000Z")).map(({ id }) => id)).toEqual([
      "first_word",
    ]);
    expect(earnedSince(list, Date.parse("2026-11-01T10:00:00.001Z"))).toEqual([]);
  });
});
