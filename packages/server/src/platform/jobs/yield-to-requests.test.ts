import { describe, expect, it } from "vitest";
import { yieldToRequests, mayContinue } from "./yield-to-requests.ts";

// How long background work waits under no, some and full load: the pure decision with given loop
// times, and once the real, idle loop.
describe("mayContinue", () => {
  it.each([
    ["at once when nobody asks for anything", { idle: 2, active: 0.1 }, 20, true],
    ["not while requests use most of the time", { idle: 2, active: 8 }, 20, false],
    ["once requests have left twice the time the work took", { idle: 40, active: 20 }, 20, true],
    ["not before that", { idle: 39, active: 21 }, 20, false],
    ["after nineteen times its own time under full load", { idle: 0, active: 380 }, 20, true],
    ["not before that under full load", { idle: 0, active: 379 }, 20, false],
  ])("%s", (_name, time, spentMs, expected) => {
    expect(mayContinue(time, spentMs)).toBe(expected);
  });
});

describe("yieldToRequests", () => {
  it("returns when the loop is idle", async () => {
    expect(await yieldToRequests(5)).toBeTypeOf("boolean");
  });
});
