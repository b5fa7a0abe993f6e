import { describe, expect, it } from "vitest";
import { giveWay, mayGoOn } from "./give-way.ts";

// What we check: how long background work steps back under no, some and full load. How: the pure
// decision on made-up loop times; the real loop once, idle.
describe("mayGoOn", () => {
  it.each([
    ["at once when nobody asks for anything", { idle: 2, active: 0.1 }, 20, true],
    ["not while requests use most of the time", { idle: 2, active: 8 }, 20, false],
    ["once requests have left twice the time the work took", { idle: 40, active: 20 }, 20, true],
    ["not before that", { idle: 39, active: 21 }, 20, false],
    ["after nineteen times its own time under full load", { idle: 0, active: 380 }, 20, true],
    ["not before that under full load", { idle: 0, active: 379 }, 20, false],
  ])("%s", (_name, time, spentMs, expected) => {
    expect(mayGoOn(time, spentMs)).toBe(expected);
  });
});

describe("giveWay", () => {
  it("comes back when the loop is idle", async () => {
    expect(await giveWay(5)).toBeTypeOf("boolean");
  });
});
