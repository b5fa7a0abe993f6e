import { describe, expect, it } from "vitest";
import { createFlushes } from "./log-flushes.ts";

/** A disk whose flushes end when the test says so. */
function slowDisk() {
  const started: PromiseWithResolvers<void>[] = [];
  const flushes = createFlushes(() => {
    const flush = Promise.withResolvers<void>();
    started.push(flush);
    return flush.promise;
  });
  const outcomes: string[] = [];
  const wait = (name: string) =>
    flushes.flushed().then(
      () => void outcomes.push(name),
      () => void outcomes.push(`${name} failed`),
    );
  return { started, flushes, outcomes, wait };
}

describe("createFlushes", () => {
  it("shares the next flush among all calls during one", async () => {
    const { started, outcomes, wait } = slowDisk();
    const first = wait("first");
    const others = [wait("second"), wait("third")];
    expect(started).toHaveLength(1);

    started[0]?.resolve();
    await first;
    expect([started.length, outcomes]).toEqual([2, ["first"]]);

    started[1]?.resolve();
    await Promise.all(others);
    expect([started.length, outcomes]).toEqual([2, ["first", "second", "third"]]);
  });

  it("starts a new flush when none is running", async () => {
    const { started, wait } = slowDisk();
    const first = wait("first");
    started[0]?.resolve();
    await first;
    const second = wait("second");
    expect(started).toHaveLength(2);
    started[1]?.resolve();
    await second;
  });

  it("makes a reader wait for earlier commits to be on disk", async () => {
    const { started, flushes, outcomes, wait } = slowDisk();
    await flushes.caughtUp();
    const written = [wait("first"), wait("second")];
    const read = flushes.caughtUp().then(() => outcomes.push("reader"));
    started[0]?.resolve();
    await written[0];
    expect(outcomes).toEqual(["first"]);
    started[1]?.resolve();
    await Promise.all([...written, read]);
    expect(outcomes.toSorted()).toEqual(["first", "reader", "second"]);
  });

  it("fails all calls after a failed flush", async () => {
    const { started, flushes, outcomes, wait } = slowDisk();
    flushes.requireSound();
    const during = [wait("first"), wait("second")];
    started[0]?.reject(new Error("I/O error"));
    await Promise.all(during);
    await wait("third");
    expect(outcomes).toEqual(["first failed", "second failed", "third failed"]);
    expect(started).toHaveLength(1);
    expect(() => flushes.requireSound()).toThrow("I/O error");
    await flushes.close();
  });
});
