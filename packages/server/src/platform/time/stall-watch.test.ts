import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { watchStall } from "./stall-watch.ts";

function start() {
  const clock = createTestClock();
  let look: (() => void) | undefined;
  const watch = watchStall(60_000, clock, (_ms, tick) => {
    look = tick;
    return () => void (look = undefined);
  });
  const wait = (ms: number) => {
    clock.advance(ms);
    look?.();
  };
  return { ...watch, wait };
}

describe("watchStall", () => {
  it("continues while there is progress", () => {
    const { signal, moves, wait } = start();
    for (let minute = 0; minute < 100; minute += 1) {
      wait(59_999);
      moves();
    }
    expect(signal.aborted).toBe(false);
    wait(60_000);
    expect(signal.reason).toMatchObject({ message: "it has not moved for 60 s" });
  });

  it("stays silent once it is stopped", () => {
    const { signal, stop, wait } = start();
    stop();
    wait(60_000);
    expect(signal.aborted).toBe(false);
  });
});
