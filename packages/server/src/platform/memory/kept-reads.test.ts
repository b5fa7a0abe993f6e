import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import type { Database } from "../database/tables.ts";
import { dropReads, keptRead } from "./kept-reads.ts";

const ada = { userId: "ada", name: "due" };

/** A new app, with a value that changes with each load. */
function openReads() {
  const clock = createTestClock();
  const needs = { clock, database: {} as Database };
  let loads = 0;
  const read = (of = ada) => keptRead(needs, of, async () => ({ load: (loads += 1) }));
  return { needs, clock, read };
}

describe("a kept read", () => {
  it("is loaded once within a second", async () => {
    const { read } = openReads();
    expect(await read()).toBe(await read());
  });

  it("is loaded again after a second", async () => {
    const { clock, read } = openReads();
    const first = await read();
    clock.advance(1_001);
    expect(await read()).not.toBe(first);
  });

  it("is loaded again after a change by the learner", async () => {
    const { needs, read } = openReads();
    const first = await read();
    dropReads(needs, "ada");
    expect(await read()).not.toBe(first);
  });

  it("is not cached if the learner changes something while it loads", async () => {
    const { needs, read } = openReads();
    const early = keptRead(needs, ada, async () => {
      dropReads(needs, "ada");
      return { load: 0 };
    });
    expect(await early).toEqual({ load: 0 });
    expect(await read()).toEqual({ load: 1 });
  });

  it("belongs to one learner and one query", async () => {
    const { read } = openReads();
    const first = await read();
    expect(await read({ userId: "ben", name: "due" })).not.toBe(first);
    expect(await read({ userId: "ada", name: "other" })).not.toBe(first);
  });
});
