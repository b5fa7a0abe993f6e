import type { LogLine } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { followed, sinceOf } from "./log-lines.ts";

const line = (tsMs: number, message: string): LogLine => ({
  tsMs,
  message,
  level: "info",
  target: "service",
  instance: "i1",
});

describe("the followed log", () => {
  it("has every line once, including those of the last millisecond read", () => {
    const kept = [line(20, "b"), line(10, "a")];
    const sinceMs = sinceOf(kept)!;
    const came = [line(30, "d"), line(20, "c"), line(20, "b")];
    expect(
      followed(kept, came, sinceMs)
        .map(({ message }) => message)
        .join(""),
    ).toBe("dcba");
  });

  it("asks for everything while it is empty", () => {
    expect(sinceOf([])).toBeUndefined();
  });

  it("drops the oldest lines when there are too many", () => {
    const kept = Array.from({ length: 5_000 }, (_, at) => line(5_000 - at, "old"));
    const all = followed(kept, [line(5_001, "new"), line(5_000, "old")], 4_999);
    expect([all.length, all[0]?.message, all.at(-1)?.tsMs]).toEqual([5_000, "new", 2]);
  });
});
