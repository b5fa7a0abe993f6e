import { deleteDB, openDB, type IDBPDatabase } from "idb";
import {
  tables,
  withStandIn,
  type BrowserStore,
  type Change,
  type StoreTables,
} from "./browser-store.ts";
import { memoryTables } from "./memory-tables.ts";

const VERSION = 1;
const PREFIX = "wordloom-";
const nameFor = (account: string) => `${PREFIX}${account}`;

/** Some browsers never reply when the database is damaged or another tab holds an old version. */
const OPEN_MAX_MS = 4_000;

/** Opens the store of an account; in memory if the browser stores nothing. */
export async function openBrowserStore(account: string): Promise<BrowserStore> {
  const disk = await openInTime(nameFor(account)).catch(() => undefined);
  return withStandIn(disk === undefined ? undefined : keptIn(disk), memoryTables());
}

/** Removes everything that this browser stores for the account. */
export async function removeBrowserStore(account: string): Promise<void> {
  try {
    await deleteDB(nameFor(account));
  } catch {
    // Some browsers throw at once when they refuse a database; then there is none to remove.
  }
}

/**
 * Removes the stores of other accounts. A store with unsent answers stays until its learner signs
 * in here again.
 * @returns how many accounts still have unsent answers here
 */
export async function removeOtherStores(account: string): Promise<number> {
  const all = await databases().catch(() => []);
  const others = all.flatMap(({ name }) =>
    name?.startsWith(PREFIX) && name !== nameFor(account) ? [name] : [],
  );
  const waiting = await Promise.all(others.map(removeUnlessWaiting));
  return waiting.filter(Boolean).length;
}

/** Rejects instead of throwing when the browser refuses at once. */
async function databases(): Promise<IDBDatabaseInfo[]> {
  return indexedDB.databases();
}

async function removeUnlessWaiting(name: string): Promise<boolean> {
  try {
    const database = await openInTime(name);
    const count = await database.count("outbox");
    database.close();
    if (count === 0) await deleteDB(name);
    return count > 0;
  } catch {
    return false;
  }
}

async function openInTime(name: string): Promise<IDBPDatabase> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database does not open")), OPEN_MAX_MS);
  });
  const opening = open(name);
  try {
    return await Promise.race([opening, tooLate]);
  } catch (error) {
    // If the database opens after all, nobody uses it.
    opening.then((database) => database.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects instead of throwing when the browser refuses its database at once. */
async function open(name: string): Promise<IDBPDatabase> {
  return openDB(name, VERSION, {
    upgrade: (fresh) => {
      for (const table of tables) {
        if (!fresh.objectStoreNames.contains(table)) fresh.createObjectStore(table);
      }
    },
    // A newer app version in another tab may upgrade, and this connection must not block it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });
}

function keptIn(database: IDBPDatabase): StoreTables {
  const transact: StoreTables["transact"] = async (used, work) => {
    const transaction = database.transaction([...used], "readwrite", { durability: "strict" });
    // `done` reports failures of single changes, too.
    const changes = (change: Promise<unknown>) => void change.catch(() => undefined);
    transaction.done.catch(() => undefined);
    try {
      const result = await work({
        get: (table, key) => transaction.objectStore(table).get(key),
        values: (table) => transaction.objectStore(table).getAll(),
        async last(table) {
          const cursor = await transaction.objectStore(table).openCursor(null, "prev");
          return cursor === null ? undefined : { key: String(cursor.key), value: cursor.value };
        },
        put: (table, key, value) => changes(transaction.objectStore(table).put(value, key)),
        remove: (table, key) => changes(transaction.objectStore(table).delete(key)),
      });
      commit(transaction);
      await transaction.done;
      return result;
    } catch (error) {
      abort(transaction);
      throw error;
    }
  };
  return {
    get: (table, key) => database.get(table, key),
    async all(table) {
      const { store } = database.transaction(table);
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return keys.map((key, at) => ({ key: String(key), value: values[at] }));
    },
    values: (table) => database.getAll(table),
    async write(changes: readonly Change[]) {
      if (changes.length === 0) return;
      await transact([...new Set(changes.map(({ table }) => table))], async (at) => {
        for (const change of changes) {
          if ("remove" in change) at.remove(change.table, change.key);
          else at.put(change.table, change.key, change.value);
        }
      });
    },
    transact,
    close: () => database.close(),
  };
}

/**
 * Commits explicitly. The browser would commit on its own one task later, and a page that is closed
 * or reloaded in between loses its changes.
 */
function commit(transaction: { commit?(): void }): void {
  try {
    transaction.commit?.();
  } catch {
    // The transaction has already ended.
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}
