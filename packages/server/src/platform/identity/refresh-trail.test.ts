import { describe, expect, it } from "vitest";
import { extendTrail, RACE_WINDOW_MS, wasJustReplaced, wasReplacedLast } from "./refresh-trail.ts";

const NOW = 1_000_000;

describe("the refresh trail", () => {
  it("contains a replaced id until the last millisecond of the window", () => {
    const trail = extendTrail(null, "a", NOW);
    expect(wasJustReplaced(trail, "a", NOW)).toBe(true);
    expect(wasJustReplaced(trail, "a", NOW + RACE_WINDOW_MS)).toBe(true);
    expect(wasJustReplaced(trail, "a", NOW + RACE_WINDOW_MS + 1)).toBe(false);
    expect(wasJustReplaced(trail, "b", NOW)).toBe(false);
    expect(wasJustReplaced(null, "a", NOW)).toBe(false);
  });

  it("contains earlier ids as well", () => {
    const trail = extendTrail(extendTrail(null, "a", NOW), "b", NOW + 5_000);
    expect(wasJustReplaced(trail, "a", NOW + 10_000)).toBe(true);
    expect(wasJustReplaced(trail, "b", NOW + 10_000)).toBe(true);
    expect(wasJustReplaced(trail, "a", NOW + RACE_WINDOW_MS + 1)).toBe(false);
  });

  it("identifies the id that was replaced last", () => {
    const trail = extendTrail(extendTrail(null, "a", NOW), "b", NOW);
    expect(wasReplacedLast(trail, "b")).toBe(true);
    expect(wasReplacedLast(trail, "a")).toBe(false);
    expect(wasReplacedLast(null, "a")).toBe(false);
  });

  it("has a limited length", () => {
    let trail: string | null = null;
    for (let count = 0; count < 100; count += 1) trail = extendTrail(trail, `id${count}`, NOW);
    expect(trail?.split(" ")).toHaveLength(8);
    expect(extendTrail(trail, "late", NOW + RACE_WINDOW_MS + 1).split(" ")).toHaveLength(1);
  });
});
