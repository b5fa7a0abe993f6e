import { describe, expect, it } from "vitest";
import { createLogRing } from "./log-ring.ts";

describe("the log ring", () => {
  it("keeps the last lines in order", () => {
    const ring = createLogRing(3);
    expect(ring.lines()).toEqual([]);
    for (const n of [1, 2]) ring.write(`{"n":${n}}\n`);
    expect(ring.lines()).toEqual(['{"n":1}\n', '{"n":2}\n']);
    for (const n of [3, 4, 5]) ring.write(`{"n":${n}}\n`);
    expect(ring.lines()).toEqual(['{"n":3}\n', '{"n":4}\n', '{"n":5}\n']);
  });

  it("keeps the message and the origin of a long line, without its details", () => {
    const ring = createLogRing();
    const common = { level: "warn", time: "t", stack: "x".repeat(9_000), msg: "m" };
    ring.write(JSON.stringify({ ...common, requestId: "r1" }));
    ring.write(JSON.stringify({ ...common, worker: "daily" }));
    const kept = { level: "warn", time: "t", msg: "m (details too long to keep)" };
    expect(ring.lines().map((line) => JSON.parse(line))).toEqual([
      { ...kept, requestId: "r1" },
      { ...kept, worker: "daily" },
    ]);
  });
});
