import { describe, expect, it } from "vitest";
import { createFlushes } from "./log-flushes.ts";

/** A disk that takes until told otherwise. */
function slowDisk() {
  const begun: PromiseWithResolvers<void>[] = [];
  const flushes = createFlushes(() => {
    const flush = Promise.withResolvers<void>();
    begun.push(flush);
    return flush.promise;
  });
  const seen: string[] = [];
  const wait = (name: string) =>
    flushes.flushed().then(
      () => void seen.push(name),
      () => void seen.push(`${name} failed`),
    );
  return { begun, flushes, seen, wait };
}

describe("createFlushes", () => {
  it("shares the next flush among all who come during one", async () => {
    const { begun, seen, wait } = slowDisk();
    const first = wait("first");
    const others = [wait("second"), wait("third")];
    expect(begun).toHaveLength(1);

    begun[0]?.resolve();
    await first;
    expect([begun.length, seen]).toEqual([2, ["first"]]);

    begun[1]?.resolve();
    await Promise.all(others);
    expect([begun.length, seen]).toEqual([2, ["first", "second", "third"]]);
  });

  it("begins anew for who comes when all is done", async () => {
    const { begun, wait } = slowDisk();
    const first = wait("first");
    begun[0]?.resolve();
    await first;
    const second = wait("second");
    expect(begun).toHaveLength(2);
    begun[1]?.resolve();
    await second;
  });

  it("keeps a reader until what was committed before is on the disk", async () => {
    const { begun, flushes, seen, wait } = slowDisk();
    await flushes.caughtUp();
    const written = [wait("first"), wait("second")];
    const read = flushes.caughtUp().then(() => seen.push("reader"));
    begun[0]?.resolve();
    await written[0];
    expect(seen).toEqual(["first"]);
    begun[1]?.resolve();
    await Promise.all([...written, read]);
    expect(seen.toSorted()).toEqual(["first", "reader", "second"]);
  });

  it("promises nothing any more after a flush that failed", async () => {
    const { begun, flushes, seen, wait } = slowDisk();
    flushes.requireSound();
    const during = [wait("first"), wait("second")];
    begun[0]?.reject(new Error("I/O error"));
    await Promise.all(during);
    await wait("third");
    expect(seen).toEqual(["first failed", "second failed", "third failed"]);
    expect(begun).toHaveLength(1);
    expect(() => flushes.requireSound()).toThrow("I/O error");
    await flushes.close();
  });
});
