import type { Database } from "../tables.ts";

/**
 * - `sound`: reads and writes.
 * - `reading`: the disk had no room when the database was opened; writes are refused.
 * - `lost`: a flush failed, so what the file holds is no longer known; everything is refused until
 *   the process begins anew.
 */
export type StorageState = "sound" | "reading" | "lost";

export interface Storage {
  readonly state: StorageState;
  /** Whether a database that only reads could be opened for writing by now. Never rejects. */
  canWriteAgain(): Promise<boolean>;
}

/** PostgreSQL, and SQLite in memory. */
const SOUND: Storage = { state: "sound", canWriteAgain: async () => true };

const storages = new WeakMap<object, Storage>();

/** Called by the dialect of a file. @param adapter  of the handle to the database */
export function registerStorage(adapter: object, storage: Storage): void {
  storages.set(adapter, storage);
}

export function storageOf(db: Database): Storage {
  return storages.get(db.getExecutor().adapter) ?? SOUND;
}
