import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { openBrowserStore, removeBrowserStore, removeOtherStores } from "./browser-database.ts";
import { withStandIn, type BrowserStore, type StoreTables } from "./browser-store.ts";
import { createTurns } from "./in-turn.ts";
import { memoryTables } from "./memory-tables.ts";

let accounts = 0;
const kinds = [
  ["on disk", () => openBrowserStore(`u${(accounts += 1)}`), "kept"],
  ["in memory", async () => withStandIn(undefined, memoryTables()), "memory"],
] as const;

describe.each(kinds)("a store %s", (_name, open, kind) => {
  it("reports its kind", async () => {
    expect((await open()).storage.get()).toBe(kind);
  });

  it("returns the written entries in key order", async () => {
    const store = await open();
    await store.write([
      { table: "outbox", key: "002", value: { b: 2 } },
      { table: "outbox", key: "001", value: { a: 1 } },
      { table: "meta", key: "000", value: 0 },
    ]);
    expect(await store.all("outbox")).toEqual([
      { key: "001", value: { a: 1 } },
      { key: "002", value: { b: 2 } },
    ]);
    await store.write([{ table: "outbox", key: "001", remove: true }]);
    expect(await store.get("outbox", "001")).toBeUndefined();
  });

  it("finds the last row in a transaction", async () => {
    const store = await open();
    const last = () => store.transact(["outbox"], (at) => at.last("outbox"));
    expect(await last()).toBeUndefined();
    await store.write([
      { table: "outbox", key: "009", value: "nine" },
      { table: "outbox", key: "010", value: "ten" },
      { table: "session", key: "999", value: "other" },
    ]);
    expect(await last()).toEqual({ key: "010", value: "ten" });
  });

  it("changes nothing when the work of a transaction throws", async () => {
    const store = await open();
    const work = store.transact(["session", "outbox"], async (at) => {
      at.put("session", "s", 1);
      await at.get("outbox", "x");
      at.put("outbox", "x", 1);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await store.get("session", "s")).toBeUndefined();
    expect(await store.get("outbox", "x")).toBeUndefined();
    expect(store.storage.get()).toBe(kind);
  });

  it("runs transactions one at a time", async () => {
    const store = await open();
    const add = () =>
      store.transact(["meta"], async (at) => {
        at.put("meta", "n", (((await at.get("meta", "n")) as number | undefined) ?? 0) + 1);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await store.get("meta", "n")).toBe(20);
  });

  it("stores copies, not the values themselves", async () => {
    const store = await open();
    const value = { list: [1] };
    await store.write([{ table: "meta", key: "v", value }]);
    value.list.push(2);
    expect(await store.get("meta", "v")).toEqual({ list: [1] });
  });
});

/** A disk that fills up at some point; its contents may or may not stay readable. */
function failing({ readable }: { readonly readable: boolean }) {
  const disk = memoryTables();
  let isFull = false;
  const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const tables: StoreTables = {
    ...disk,
    get: (table, key) => (isFull && !readable ? full() : disk.get(table, key)),
    all: (table) => (isFull && !readable ? full() : disk.all(table)),
    values: (table) => (isFull && !readable ? full() : disk.values(table)),
    write: (changes) => (isFull ? full() : disk.write(changes)),
    transact: (used, work) => (isFull ? full() : disk.transact(used, work)),
  };
  return { tables, fill: () => void (isFull = true) };
}

describe("a disk that fills up", () => {
  it("is replaced by memory with everything it held", async () => {
    const { tables, fill } = failing({ readable: true });
    const store = withStandIn(tables, memoryTables());
    await store.write([{ table: "outbox", key: "1", value: "before" }]);
    fill();
    const changes: string[] = [];
    store.storage.subscribe(() => changes.push(store.storage.get()));
    await Promise.all([
      store.write([{ table: "outbox", key: "2", value: "after" }]),
      store.transact(["outbox"], async (at) => at.put("outbox", "3", "too")),
    ]);
    expect((await store.all("outbox")).map(({ value }) => value)).toEqual([
      "before",
      "after",
      "too",
    ]);
    expect(changes).toEqual(["memory"]);
  });

  it("is replaced by an empty memory when it cannot even be read", async () => {
    const { tables, fill } = failing({ readable: false });
    const store = withStandIn(tables, memoryTables());
    fill();
    await store.write([{ table: "meta", key: "a", value: 1 }]);
    expect(await store.get("meta", "a")).toBe(1);
  });
});

describe("the databases of a browser", () => {
  const add = (store: BrowserStore) =>
    store.write([{ table: "outbox", key: "1", value: "an answer" }]);

  it("outlive the page, one for each account", async () => {
    const first = await openBrowserStore("ada");
    await add(first);
    first.close();
    expect(await (await openBrowserStore("ada")).all("outbox")).toHaveLength(1);
    expect(await (await openBrowserStore("bob")).all("outbox")).toEqual([]);
  });

  it("are removed at sign-out", async () => {
    const store = await openBrowserStore("eve");
    await add(store);
    store.close();
    await removeBrowserStore("eve");
    expect(await (await openBrowserStore("eve")).all("outbox")).toEqual([]);
  });

  it("are removed for other accounts, unless they hold unsent answers", async () => {
    const [idle, busy] = [await openBrowserStore("idle"), await openBrowserStore("busy")];
    await idle.write([{ table: "kit", key: "current", value: "words" }]);
    await add(busy);
    idle.close();
    busy.close();
    await removeOtherStores("me");
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).toContain("wordloom-busy");
    expect(names).not.toContain("wordloom-idle");
  });

  it("are not needed when the browser refuses them", async () => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
    try {
      const store = await openBrowserStore("private");
      expect(store.storage.get()).toBe("memory");
      await add(store);
      expect(await store.all("outbox")).toHaveLength(1);
    } finally {
      indexedDB.open = open;
    }
  });
});

describe("turns", () => {
  it("start at once when idle, otherwise one after the other", async () => {
    const inTurn = createTurns();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === "b") throw new Error("b");
    };
    const all = [inTurn(work("a")), inTurn(work("b")), inTurn(work("c"))];
    expect(log).toEqual(["a begins"]);
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });
});
