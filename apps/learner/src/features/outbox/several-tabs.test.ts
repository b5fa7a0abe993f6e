import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  withStandIn,
  type BrowserStore,
  type StoreTables,
  type StoreTransaction,
} from "../../platform/browser-store.ts";
import { memoryTables } from "../../platform/memory-tables.ts";
import { openOutbox, type Outbox } from "./outbox.ts";
import { answerTo, fakeService, settled, type RequestOutcome } from "./testing/fake-service.ts";

const never = new Promise<never>(() => {});

/**
 * A browser whose tabs can die between any two steps. A dead tab starts nothing new; what it had
 * started completes without the tab noticing.
 */
function browser(service: ReturnType<typeof fakeService>, hasLocks: boolean) {
  const disk = memoryTables();
  /** The effects that were committed, in the order in which they were stored. */
  const given: string[] = [];
  let holder: Tab | undefined;
  const queue: (() => void)[] = [];
  const letNextIn = () => {
    holder = undefined;
    queue.shift()?.();
  };

  interface Tab {
    readonly outbox: Outbox;
    readonly store: BrowserStore;
    isDead: boolean;
    /** Steps until the tab dies. */
    left: number;
  }

  const open = async (): Promise<Tab> => {
    const tab = { isDead: false, left: Infinity } as Tab;
    const lives = () => {
      if (tab.isDead) return false;
      tab.left -= 1;
      if (tab.left >= 0) return true;
      kill(tab);
      return false;
    };
    const step = <T>(work: () => Promise<T>): Promise<T> => {
      if (!lives()) return never;
      const done = work();
      return done.then((result) => (lives() ? result : never));
    };
    const tables: StoreTables = {
      get: (table, key) => step(() => disk.get(table, key)),
      all: (table) => step(() => disk.all(table)),
      values: (table) => step(() => disk.values(table)),
      write: (changes) => step(() => disk.write(changes)),
      transact: (used, work) => step(() => disk.transact(used, work)),
      close: () => {},
    };
    const store = withStandIn(tables, memoryTables());
    const outbox = await openOutbox({
      store,
      send: (entries) => step(() => service.send(entries)),
      exclusively: async (work) => {
        if (tab.isDead) return never;
        if (!hasLocks) return work();
        if (holder !== undefined) await new Promise<void>((resolve) => queue.push(resolve));
        if (tab.isDead) {
          letNextIn();
          return never;
        }
        holder = tab;
        try {
          return await work();
        } finally {
          if (holder === tab) letNextIn();
        }
      },
      after: () => () => {},
    });
    return Object.assign(tab, { outbox, store });
  };
  const kill = (tab: Tab) => {
    tab.isDead = true;
    if (holder === tab) letNextIn();
  };
  /** Calls `note` exactly when the disk has the change. */
  const within = (
    { store }: Tab,
    work: (at: StoreTransaction) => Promise<boolean>,
    note: () => void,
  ) => {
    void store.transact(["outbox"], async (at) => {
      // Nothing comes between this and the commit, because the disk runs one transaction at a time.
      if (await work(at)) note();
    });
    return settled();
  };
  return { disk, given, open, kill, within };
}

const doing = fc.record({
  tab: fc.nat(1),
  what: fc.constantFrom("answer", "answer", "undo", "flush", "release", "close", "crash soon"),
  /** Steps until the crash. */
  soon: fc.nat(6),
});
const outcomes = fc.array(
  fc.constantFrom<RequestOutcome>("ok", "lose request", "lose reply", "busy"),
  {
    maxLength: 30,
  },
);

interface Course {
  readonly doings: readonly (typeof doing extends fc.Arbitrary<infer D> ? D : never)[];
  readonly plan: readonly RequestOutcome[];
  readonly hasLocks: boolean;
}

/** Runs all actions, then opens one more tab that sends everything left. */
async function live({ doings, plan, hasLocks }: Course) {
  const service = fakeService();
  service.plan.push(...plan);
  const { disk, given, open, kill, within } = browser(service, hasLocks);
  const tabs = [await open(), await open()];
  for (const [at, { tab: index, what, soon }] of doings.entries()) {
    let tab = tabs[index] ?? (await open());
    if (tab.isDead) tab = tabs[index] = await open();
    const { outbox } = tab;
    if (what === "answer") {
      const item = { kind: "answer", answer: answerTo(`a${at}`) } as const;
      const add = (on: StoreTransaction) => outbox.add(on, item).then(() => true);
      await within(tab, add, () => given.push(`a${at}`));
    } else if (what === "undo") {
      const takeBack = async (on: StoreTransaction) =>
        (await outbox.takeBack(on, given.at(-1) ?? "")) !== undefined;
      await within(tab, takeBack, () => given.pop());
    } else if (what === "flush") void outbox.flush();
    else if (what === "release") void outbox.release();
    else if (what === "close") kill(tab);
    else tab.left = soon;
    // Sometimes the next action starts before the last one has ended.
    if (soon > 1) await settled();
  }
  for (const tab of tabs) kill(tab);
  service.plan.length = 0;
  const { outbox } = await open();
  await outbox.release();
  expect(await outbox.flush()).toBe(true);
  expect(await disk.all("outbox")).toEqual([]);
  return { taken: service.taken, given };
}

describe("answers given in two tabs that may die at any moment", () => {
  it("reach the service once each and in order, except undone ones", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { maxLength: 50 }), outcomes, async (doings, plan) => {
        const { taken, given } = await live({ doings, plan, hasLocks: true });
        expect(taken).toEqual(given);
      }),
      { numRuns: 200 },
    );
  });

  it("reach it once each even if tabs cannot take turns", async () => {
    const without = doing.filter(({ what }) => what !== "undo");
    await fc.assert(
      fc.asyncProperty(fc.array(without, { maxLength: 50 }), outcomes, async (doings, plan) => {
        const { taken, given } = await live({ doings, plan, hasLocks: false });
        expect(taken.toSorted()).toEqual(given.toSorted());
      }),
      { numRuns: 200 },
    );
  });
});
