import fc from "fast-check";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AccountGoneError } from "./account-gone.ts";
import { createGroupCommit } from "./group-commit.ts";

describe("createGroupCommit", () => {
  it("fails only items of an erased account, and stores the others in order", async () => {
    const stored: string[] = [];
    const group = createGroupCommit<string>(async (items) => {
      if (items.includes("gone")) throw new AccountGoneError();
      stored.push(...items);
    });
    const items = ["a", "b", "gone", "c", "d", "e", "f"];
    const outcomes = await Promise.allSettled(items.map((item) => group.submit(item)));
    const failed = outcomes.flatMap(({ status }, n) => (status === "rejected" ? items[n] : []));
    expect([failed, stored]).toEqual([["gone"], ["a", "b", "c", "d", "e", "f"]]);
  });

  it("flushes items that are submitted together in one batch", async () => {
    const flushed: (readonly number[])[] = [];
    const group = createGroupCommit<number>(async (items) => void flushed.push(items));
    await Promise.all([1, 2, 3].map((item) => group.submit(item)));
    expect(flushed).toEqual([[1, 2, 3]]);
  });

  it("collects items that arrive during a flush for the next one", async () => {
    const flushed: (readonly string[])[] = [];
    const slow = Promise.withResolvers<void>();
    const group = createGroupCommit<string>(async (items) => {
      flushed.push(items);
      if (items.includes("slow")) await slow.promise;
    });
    const first = group.submit("slow");
    await nextTurn();
    const others = Promise.all([group.submit("a"), group.submit("b")]);
    await nextTurn();
    expect(flushed).toEqual([["slow"]]);

    slow.resolve();
    await Promise.all([first, others]);
    expect(flushed).toEqual([["slow"], ["a", "b"]]);
  });

  it("pauses after a flush of several items, never after a single one", async () => {
    const { flushed, group, elapsed } = resting(10);
    await group.submit(1);
    await Promise.all([2, 3, 4].map((item) => group.submit(item)));
    const later = [5, 6].map((item) => group.submit(item));
    await turns(3);
    expect(flushed).toEqual([[1], [2, 3, 4]]);

    elapsed();
    await Promise.all(later);
    expect(flushed).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  it("ends the pause once enough items wait", async () => {
    const { flushed, group } = resting(2);
    await Promise.all([1, 2, 3].map((item) => group.submit(item)));
    const first = group.submit(4);
    await turns(3);
    expect(flushed).toEqual([[1, 2, 3]]);

    await Promise.all([first, group.submit(5)]);
    expect(flushed).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it("rejects only the item that fails, and flushes the others in order", async () => {
    const flushed: (readonly number[])[] = [];
    const group = createGroupCommit<number>(async (items) => {
      if (items.includes(5)) throw new Error("damaged");
      flushed.push(items);
    });
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6, 7].map((item) => group.submit(item)),
    );
    expect(outcomes.flatMap(({ status }, n) => (status === "rejected" ? n + 1 : []))).toEqual([5]);
    expect(flushed.flat()).toEqual([1, 2, 3, 4, 6, 7]);
    await expect(group.submit(8)).resolves.toBeUndefined();
  });

  it("tries once while the database is unavailable, rejects all items, and continues", async () => {
    let attempts = 0;
    const isFull = Object.assign(new Error("disk full"), { code: "53100" });
    const group = createGroupCommit<number>(async () => {
      attempts += 1;
      if (attempts === 1) throw isFull;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ status: "rejected", reason: isFull })));
    expect(attempts).toBe(1);
    await expect(group.submit(4)).resolves.toBeUndefined();
  });

  it("preserves order, limit and outcomes, however items arrive and flushes fail", async () => {
    const schedule = fc.array(
      fc.record({ fails: fc.boolean(), turnsBefore: fc.nat(2), flushTurns: fc.nat(2) }),
      { maxLength: 40 },
    );
    const max = fc.integer({ min: 1, max: 5 });
    await fc.assert(fc.asyncProperty(schedule, max, obeysTheRules), { numRuns: 60 });
  });
});

/** A group commit whose pause lasts until the test ends it. */
function resting(enough: number) {
  const flushed: (readonly number[])[] = [];
  const rested = Promise.withResolvers<void>();
  const group = createGroupCommit<number>(async (items) => void flushed.push(items), {
    gatherPause: { elapsed: () => rested.promise, enough },
  });
  return { flushed, group, elapsed: rested.resolve };
}

interface Step {
  readonly fails: boolean;
  readonly turnsBefore: number;
  readonly flushTurns: number;
}

/** Every item is in exactly one successful flush, unless the item itself is faulty. */
async function obeysTheRules(steps: readonly Step[], max: number): Promise<void> {
  const flushed: number[] = [];
  let running = 0;
  const group = createGroupCommit<number, string>(
    async (items) => {
      running += 1;
      expect(running).toBe(1);
      expect(items.length).toBeLessThanOrEqual(max);
      const inFlush = items.flatMap((item) => steps[item] ?? []);
      for (const { flushTurns } of inFlush) await turns(flushTurns);
      running -= 1;
      if (inFlush.some(({ fails }) => fails)) throw new Error("refused");
      flushed.push(...items);
      return items.map((item) => `outcome ${item}`);
    },
    { max },
  );
  const submitted: Promise<string>[] = [];
  for (const [index, step] of steps.entries()) {
    await turns(step.turnsBefore);
    submitted.push(group.submit(index).catch((cause: unknown) => String(cause)));
  }
  const outcomes = await Promise.all(submitted);
  expect(flushed).toEqual([...steps.keys()].filter((item) => !steps[item]?.fails));
  const expected = steps.map(({ fails }, n) => (fails ? "Error: refused" : `outcome ${n}`));
  expect(outcomes).toEqual(expected);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}
