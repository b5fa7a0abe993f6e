import type { MonitoredWorker } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { inOrder, isAiling, stateOf } from "./worker-order.ts";

const worker = (workerName: string, about: Partial<MonitoredWorker> = {}): MonitoredWorker => ({
  workerName,
  schedule: "every 10 s",
  enabled: true,
  lastRunAt: "2026-11-23T15:00:00Z",
  lastDurationMs: 3,
  lastOutcome: "ok",
  lastError: null,
  missCount: 0,
  nextRunAt: null,
  ...about,
});

describe("workers", () => {
  it.each([
    ["well", {}],
    ["well", { missCount: 2 }],
    ["late", { missCount: 3 }],
    ["bad", { lastOutcome: "failed", missCount: 9 }],
    ["bad", { lastOutcome: "timeout", enabled: false }],
    ["off", { enabled: false, missCount: 7 }],
    ["new", { lastRunAt: null, lastOutcome: null }],
  ] as const)("are %s with %o", (state, about) => {
    expect(stateOf(worker("a", about))).toBe(state);
    expect(isAiling(worker("a", about))).toBe(state === "bad" || state === "late");
  });

  it("are sorted with the worst first, then by name", () => {
    const some = [
      worker("d", { enabled: false }),
      worker("c"),
      worker("b", { missCount: 5 }),
      worker("a"),
      worker("e", { lastOutcome: "failed" }),
    ];
    expect(inOrder(some).map(({ workerName }) => workerName)).toEqual(["e", "b", "a", "c", "d"]);
  });
});
