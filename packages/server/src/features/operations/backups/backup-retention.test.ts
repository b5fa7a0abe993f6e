import { describe, expect, it } from "vitest";
import { backupsToRemove } from "./backup-retention.ts";

type Kind = Parameters<typeof backupsToRemove>[0][number]["kind"];

const backup = (name: string, kind: Kind, day: number, verified = true) => ({
  name,
  kind,
  verified,
  createdAtMs: day * 86_400_000,
  sequence: 0,
});

const removed = (all: readonly ReturnType<typeof backup>[], keep: number) =>
  backupsToRemove(all, keep).map(({ name }) => name);

describe("backupsToRemove", () => {
  it("counts daily and manual ones together, and removes the oldest", () => {
    const all = [backup("a", "daily", 1), backup("b", "manual", 2), backup("c", "daily", 3)];
    expect(removed(all, 2)).toEqual(["a"]);
    expect(removed(all, 3)).toEqual([]);
  });

  it("uses the sequence if known, not a clock that was ahead", () => {
    const ahead = { ...backup("ahead", "daily", 9_000), sequence: 1 };
    const later = [2, 3].map((n) => ({ ...backup(`n${n}`, "daily", n), sequence: n }));
    expect(removed([ahead, ...later], 2)).toEqual(["ahead"]);
    expect(removed([backup("old release", "daily", 8_000), ahead, ...later], 3)).toEqual([
      "old release",
    ]);
  });

  it("keeps three made before an update", () => {
    const all = [1, 2, 3, 4, 5].map((day) => backup(`u${day}`, "upgrade", day));
    expect(removed(all, 1)).toEqual(["u2", "u1"]);
  });

  it("never removes a backup made before something dangerous", () => {
    const kinds = ["pre_restore", "pre_rollback", "pre_migration"] as const;
    const all = kinds.flatMap((kind) => [1, 2, 3, 4].map((day) => backup(kind, kind, day)));
    expect(removed([...all, backup("new", "daily", 9)], 1)).toEqual([]);
  });

  it("never removes the newest good one, although younger ones were found damaged", () => {
    const all = [
      backup("old", "daily", 1),
      backup("good", "daily", 2),
      backup("bad", "daily", 3, false),
      backup("worse", "daily", 4, false),
    ];
    expect(removed(all, 1)).toEqual(["bad", "old"]);
  });
});
