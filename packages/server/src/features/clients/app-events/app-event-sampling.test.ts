import { describe, expect, it } from "vitest";
import { isSampled } from "./app-event-sampling.ts";

const events = Array.from({ length: 2_000 }, (_, n) => ({
  clientEventId: `e${n}`,
  category: n % 2 === 0 ? ("behavior" as const) : ("perf" as const),
}));

describe("isSampled", () => {
  it("keeps about the requested share; a smaller share is a subset of a larger one", () => {
    const kept = (rate: number) => events.filter((event) => isSampled(event, "d1", rate));
    expect(kept(0.3).length / events.length).toBeCloseTo(0.3, 1);
    const more = new Set(kept(0.6));
    expect(kept(0.3).filter((event) => !more.has(event))).toEqual([]);
    expect([kept(0).length, kept(1).length]).toEqual([0, events.length]);
  });

  it("keeps every error", () => {
    expect(isSampled({ clientEventId: "e", category: "error" }, "d1", 0)).toBe(true);
  });

  it("decides the same for the same event, independently by device", () => {
    const fates = (device: string) => events.map((event) => isSampled(event, device, 0.5));
    expect(fates("d1")).toEqual(fates("d1"));
    expect(fates("d1")).not.toEqual(fates("d2"));
  });
});
