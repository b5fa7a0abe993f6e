import type { Database } from "../tables.ts";

/**
 * - `sound`: reads and writes.
 * - `reading`: the disk was full when the database was opened; writes are refused.
 * - `lost`: a flush failed, so the content of the file is uncertain; everything is refused until
 *   the process restarts.
 */
export type StorageState = "sound" | "reading" | "lost";

export interface Storage {
  readonly state: StorageState;
  /** Whether a read-only database could now be opened for writing. Never rejects. */
  canWriteAgain(): Promise<boolean>;
}

/** PostgreSQL, and SQLite in memory. */
const SOUND: Storage = { state: "sound", canWriteAgain: async () => true };

const storages = new WeakMap<object, Storage>();

/** Called by the dialect of a file. @param adapter  of the database handle */
export function registerStorage(adapter: object, storage: Storage): void {
  storages.set(adapter, storage);
}

export function storageOf(db: Database): Storage {
  return storages.get(db.getExecutor().adapter) ?? SOUND;
}
