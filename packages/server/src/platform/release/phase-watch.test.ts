import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { orAborted, watchPhase } from "./phase-watch.ts";

function start() {
  const clock = createTestClock();
  let look = (): void => undefined;
  const every = (_ms: number, tick: () => void) => {
    look = tick;
    return () => undefined;
  };
  const watch = watchPhase("downloading", clock, every);
  const wait = (ms: number) => {
    clock.advance(ms);
    look();
  };
  return { ...watch, wait };
}

describe("watchPhase", () => {
  it("ends a phase after five minutes without progress", () => {
    const { signal, progress, wait } = start();
    wait(299_999);
    progress();
    wait(299_999);
    expect(signal.aborted).toBe(false);
    wait(1);
    expect(signal.reason).toMatchObject({
      failure: "PhaseTimeout",
      message: '{"phase":"downloading","timeout_secs":300}',
    });
  });

  it("ends a phase after thirty minutes, even if it makes progress", () => {
    const { signal, progress, wait } = start();
    for (let minute = 1; minute < 30; minute += 1) {
      wait(60_000);
      progress();
    }
    expect(signal.aborted).toBe(false);
    wait(60_000);
    expect(signal.reason).toMatchObject({ message: expect.stringContaining("1800") });
  });
});

describe("orAborted", () => {
  it("does not wait for work that does not stop", async () => {
    const controller = new AbortController();
    const work = orAborted(new Promise<void>(() => undefined), controller.signal);
    controller.abort(new Error("over"));
    await expect(work).rejects.toThrow("over");
  });

  it("returns the result of work that ends in time", async () => {
    expect(await orAborted(Promise.resolve(5), new AbortController().signal)).toBe(5);
  });
});
