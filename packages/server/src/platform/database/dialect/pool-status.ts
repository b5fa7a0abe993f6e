import type { Database } from "../tables.ts";

/** Connections of this process to the database. */
export interface PoolStatus {
  readonly max: number;
  /** Open now. */
  readonly connections: number;
  /** Open and unused. */
  readonly idle: number;
}

/** SQLite has one connection, whose synchronous statements cannot be observed from here. */
const SINGLE: PoolStatus = { max: 1, connections: 1, idle: 1 };

const pools = new WeakMap<object, () => PoolStatus>();

/** Called by a dialect with several connections. @param adapter  of the database handle */
export function registerPool(adapter: object, status: () => PoolStatus): void {
  pools.set(adapter, status);
}

export function poolStatus(db: Database): PoolStatus {
  return pools.get(db.getExecutor().adapter)?.() ?? SINGLE;
}
