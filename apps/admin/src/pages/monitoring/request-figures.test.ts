import type { RequestPoint } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { runsOf, slowestOf, sumsOf } from "./request-figures.ts";

const point = (ts: number, p95Ms: number | null, total = 10): RequestPoint => ({
  ts,
  total,
  errors4xx: 2,
  errors5xx: 1,
  p50Ms: p95Ms,
  p95Ms,
  p99Ms: p95Ms,
});
const points = [point(1, 20), point(2, null, 0), point(3, 80), point(4, 30)];

describe("the figures of requests", () => {
  it("are summed over the window", () => {
    expect(sumsOf(points)).toEqual({ total: 30, refused: 8, failed: 4 });
    expect(sumsOf([])).toEqual({ total: 0, refused: 0, failed: 0 });
  });

  it("make a line with gaps for times without requests", () => {
    expect(runsOf(points, ({ p95Ms }) => p95Ms)).toEqual([
      [[1, 20]],
      [
        [3, 80],
        [4, 30],
      ],
    ]);
  });

  it("show when the service was slowest", () => {
    expect(slowestOf(points)?.ts).toBe(3);
    expect(slowestOf([point(2, null)])).toBeUndefined();
  });
});
