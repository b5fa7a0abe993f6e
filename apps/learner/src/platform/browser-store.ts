import { type Observable, observable } from "@wordloom/web/state";

/** Tables of the browser database. Keys are texts; `outbox` is read in key order. */
export const tables = ["meta", "session", "outbox", "kit"] as const;
export type Table = (typeof tables)[number];

export interface Row {
  readonly key: string;
  readonly value: unknown;
}

export type Change =
  | { readonly table: Table; readonly key: string; readonly value: unknown }
  | { readonly table: Table; readonly key: string; readonly remove: true };

/** Reads and changes, isolated from other tabs. */
export interface StoreTransaction {
  get(table: Table, key: string): Promise<unknown>;
  /** The values of all rows, in key order. */
  values(table: Table): Promise<readonly unknown[]>;
  /** The row with the largest key. */
  last(table: Table): Promise<Row | undefined>;
  put(table: Table, key: string, value: unknown): void;
  remove(table: Table, key: string): void;
}

export interface StoreTables {
  get(table: Table, key: string): Promise<unknown>;
  /** All rows, in key order. */
  all(table: Table): Promise<readonly Row[]>;
  /** Like `all` without the keys, in half the requests. */
  values(table: Table): Promise<readonly unknown[]>;
  /** All changes or none. @throws when there is no room */
  write(changes: readonly Change[]): Promise<void>;
  /**
   * One transaction. `work` may await only reads of this transaction; when it throws, nothing
   * changes.
   */
  transact<T>(used: readonly Table[], work: (at: StoreTransaction) => Promise<T>): Promise<T>;
  close(): void;
}

/** The data that the app stores in the browser for one account. */
export interface BrowserStore extends StoreTables {
  /**
   * `memory`: the browser stores nothing (private window, full disk) or has stopped storing; writes
   * last as long as the page.
   */
  readonly storage: Observable<"kept" | "memory">;
}

/**
 * A store that continues in memory when the disk refuses, with everything the disk held, so that no
 * answer is lost while the page is open. `work` of a transaction may run twice.
 * @param disk    undefined if the browser never stores anything
 * @param memory  an empty stand-in
 */
export function withStandIn(disk: StoreTables | undefined, memory: StoreTables): BrowserStore {
  const storage = observable<"kept" | "memory">(disk === undefined ? "memory" : "kept");
  const underWay = new Set<Promise<unknown>>();
  let moving: Promise<void> | undefined;
  const standIn = async (): Promise<StoreTables> => {
    if (disk !== undefined) await (moving ??= move(disk, memory, underWay));
    storage.set("memory");
    return memory;
  };
  const either = async <T>(work: (tables: StoreTables) => Promise<T>): Promise<T> => {
    if (disk === undefined || moving !== undefined) return work(await standIn());
    const attempt = work(disk);
    underWay.add(attempt);
    try {
      return await attempt;
    } catch (error) {
      if (!isStorageFault(error)) throw error;
    } finally {
      underWay.delete(attempt);
    }
    return work(await standIn());
  };
  return {
    storage,
    get: (table, key) => either((held) => held.get(table, key)),
    all: (table) => either((held) => held.all(table)),
    values: (table) => either((held) => held.values(table)),
    write: (changes) => either((held) => held.write(changes)),
    transact: (used, work) => either((held) => held.transact(used, work)),
    close() {
      disk?.close();
      memory.close();
    },
  };
}

/** A full disk can still be read once pending writes end; a broken one is given up. */
async function move(
  disk: StoreTables,
  memory: StoreTables,
  underWay: ReadonlySet<Promise<unknown>>,
): Promise<void> {
  await Promise.allSettled(underWay);
  for (const table of tables) {
    const rows = await disk.all(table).catch(() => []);
    await memory.write(rows.map((row) => ({ table, ...row })));
  }
}

function isStorageFault(error: unknown): boolean {
  return error instanceof DOMException;
}
