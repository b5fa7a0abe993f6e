import { describe, expect, it } from "vitest";
import {
  addStoredTally,
  addTally,
  countRequest,
  emptyTally,
  latencyAt,
  latencyBucket,
  storedTally,
} from "./request-tally.ts";

/** A tally of requests with these latencies, all with the same status. */
function tallyOf(latenciesMs: readonly number[], status = 200, deliberate = false) {
  const tally = emptyTally();
  for (const ms of latenciesMs) countRequest(tally, latencyBucket(ms), status, deliberate);
  return tally;
}

describe("a request tally", () => {
  it("reproduces each latency to within a tenth, from 0.25 ms to a minute", () => {
    for (let ms = 0.26; ms < 60_000; ms *= 1.07) {
      const told = latencyAt(tallyOf([ms]), 0.5) ?? 0;
      expect(Math.abs(told / ms - 1), `${ms} ms told as ${told}`).toBeLessThan(0.1);
    }
  });

  it("gives quantiles", () => {
    const tally = tallyOf(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect((latencyAt(tally, 0.5) ?? 0) / 500).toBeCloseTo(1, 0.9);
    expect((latencyAt(tally, 0.95) ?? 0) / 950).toBeCloseTo(1, 0.9);
    expect((latencyAt(tally, 0.99) ?? 0) / 990).toBeCloseTo(1, 0.9);
    expect(latencyAt(emptyTally(), 0.5)).toBeNull();
  });

  it.each([0, -1, 1e9])("also counts a latency of %s ms", (ms) => {
    expect(latencyAt(tallyOf([ms]), 1)).toBeGreaterThan(0);
  });

  it("counts refusals by kind, and an operator's refusals in no kind", () => {
    const all = tallyOf([1], 404);
    addTally(all, tallyOf([1], 500));
    addTally(all, tallyOf([1], 503, true));
    addTally(all, tallyOf([1], 302));
    expect(all).toMatchObject({ total: 4, errors4xx: 1, errors5xx: 1 });
  });

  it("survives being stored, and adds up", () => {
    const [one, other] = [tallyOf([1, 20, 300]), tallyOf([20], 500)];
    const sum = emptyTally();
    for (const tally of [one, other]) {
      addStoredTally(sum, JSON.parse(JSON.stringify(storedTally(tally))) as number[]);
    }
    addTally(one, other);
    expect(sum).toEqual(one);
  });
});
