import { openDB, deleteDB, type IDBPDatabase } from "idb";

/** Tables of the browser database; keys are texts, and `outbox` is read in their order. */
export const tables = ["meta", "session", "outbox", "kit"] as const;
export type Table = (typeof tables)[number];

export type Change =
  | { readonly table: Table; readonly key: string; readonly value: unknown }
  | { readonly table: Table; readonly key: string; readonly remove: true };

/** What the app keeps in the browser for one account. */
export interface BrowserStore {
  /** `memory`: the browser keeps nothing (private window, full disk); it lasts as long as the page. */
  readonly kind: "kept" | "memory";
  get(table: Table, key: string): Promise<unknown>;
  /** In the order of their keys. */
  all(table: Table): Promise<readonly { readonly key: string; readonly value: unknown }[]>;
  /** All changes or none. @throws when there is no room */
  write(changes: readonly Change[]): Promise<void>;
  close(): void;
}

const VERSION = 1;
const nameFor = (account: string) => `wordloom-${account}`;

/** Opens what belongs to an account; in memory where the browser keeps nothing. */
export async function openBrowserStore(account: string): Promise<BrowserStore> {
  try {
    const database = await openDB(nameFor(account), VERSION, {
      upgrade: (fresh) => {
        for (const table of tables) {
          if (!fresh.objectStoreNames.contains(table)) fresh.createObjectStore(table);
        }
      },
      // A newer version of the app in another tab may upgrade: this one must not stand in its way.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    });
    return keptIn(database);
  } catch {
    return inMemory();
  }
}

/** Nothing of the account stays in this browser. */
export async function removeBrowserStore(account: string): Promise<void> {
  await deleteDB(nameFor(account)).catch(() => undefined);
}

function keptIn(database: IDBPDatabase): BrowserStore {
  return {
    kind: "kept",
    get: (table, key) => database.get(table, key),
    async all(table) {
      const transaction = database.transaction(table);
      const [keys, values] = await Promise.all([
        transaction.store.getAllKeys(),
        transaction.store.getAll(),
      ]);
      return keys.map((key, index) => ({ key: String(key), value: values[index] as unknown }));
    },
    async write(changes) {
      const used = [...new Set(changes.map(({ table }) => table))];
      const transaction = database.transaction(used, "readwrite", { durability: "strict" });
      const done = changes.map((change) => {
        const store = transaction.objectStore(change.table);
        return "remove" in change ? store.delete(change.key) : store.put(change.value, change.key);
      });
      await Promise.all([...done, transaction.done]);
    },
    close: () => database.close(),
  };
}

/** The same without a disk. Values are copied, as a database does. */
export function inMemory(): BrowserStore {
  const held = new Map<string, unknown>();
  const name = (table: Table, key: string) => `${table}/${key}`;
  return {
    kind: "memory",
    get: async (table, key) => structuredClone(held.get(name(table, key))),
    async all(table) {
      const own = [...held].filter(([key]) => key.startsWith(`${table}/`));
      const rows = own.map(([key, value]) => ({
        key: key.slice(table.length + 1),
        value: structuredClone(value),
      }));
      return rows.toSorted((left, right) => (left.key < right.key ? -1 : 1));
    },
    async write(changes) {
      for (const change of changes) {
        if ("remove" in change) held.delete(name(change.table, change.key));
        else held.set(name(change.table, change.key), structuredClone(change.value));
      }
    },
    close: () => undefined,
  };
}
