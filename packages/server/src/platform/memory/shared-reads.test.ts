import { describe, expect, it } from "vitest";
import { createSharedReads } from "./shared-reads.ts";

describe("createSharedReads", () => {
  it("looks up once for all callers before it starts", async () => {
    const { read, begun } = counted();
    const shared = createSharedReads<number>();
    expect(await Promise.all([shared("a", read), shared("a", read)])).toEqual([1, 1]);
    expect(begun()).toBe(1);
  });

  it("looks up different keys separately", async () => {
    const { read, begun } = counted();
    const shared = createSharedReads<number>();
    await Promise.all([shared("a", read), shared("b", read)]);
    expect(begun()).toBe(2);
  });

  it("never returns a value that was read before the call", async () => {
    const shared = createSharedReads<string>();
    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<string>();
    const early = shared("a", () => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    const late = shared("a", async () => "after the change");
    expect(await late).toBe("after the change");
    slow.resolve("before the change");
    expect(await early).toBe("before the change");
  });

  it("rejects all waiting callers on failure, and starts over", async () => {
    const shared = createSharedReads<string>();
    const fail = async () => Promise.reject(new Error("no answer"));
    const outcomes = await Promise.allSettled([shared("a", fail), shared("a", fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await shared("a", async () => "there again")).toBe("there again");
  });
});

function counted() {
  let begun = 0;
  const read = async () => {
    begun += 1;
    return begun;
  };
  return { read, begun: () => begun };
}
