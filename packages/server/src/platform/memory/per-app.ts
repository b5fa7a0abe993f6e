import type { Clock } from "../time/clock.ts";
import type { Database } from "../database/tables.ts";

/** How in-memory state is cleaned up. */
export interface PerAppOptions<T> {
  /** Drops expired entries; called every few minutes. */
  readonly sweep?: (held: T, clock: Clock) => void;
  /** Frees resources that end with the app, such as a thread. */
  readonly close?: (held: T) => Promise<void>;
}

type Sweeper = (database: Database, clock: Clock) => void;
type Closer = (database: Database) => Promise<void> | undefined;

const sweepers: Sweeper[] = [];
const closers: Closer[] = [];

/**
 * In-memory state of a feature, such as a cache or a queue, with the lifetime of the app. It is
 * keyed by the app's database handle, so that two apps in one process (as in tests) do not share
 * it.
 */
export function perApp<N extends { readonly database: Database }, T>(
  create: (needs: N) => T,
  options: PerAppOptions<T> = {},
): (needs: N) => T {
  const made = new WeakMap<Database, T>();
  const { sweep, close } = options;
  if (sweep !== undefined) {
    sweepers.push((database, clock) => {
      const held = made.get(database);
      if (held !== undefined) sweep(held, clock);
    });
  }
  if (close !== undefined) {
    closers.push((database) => {
      const held = made.get(database);
      made.delete(database);
      return held === undefined ? undefined : close(held);
    });
  }
  return (needs) => {
    const known = made.get(needs.database);
    if (known !== undefined) return known;
    const fresh = create(needs);
    made.set(needs.database, fresh);
    return fresh;
  };
}

/** Drops expired entries from all in-memory state of this app. */
export function sweepMemory(needs: { readonly database: Database; readonly clock: Clock }): void {
  for (const sweep of sweepers) sweep(needs.database, needs.clock);
}

/**
 * Closes all in-memory state of this app that holds resources. An app with the same database starts
 * afresh.
 */
export async function closeMemory({ database }: { readonly database: Database }): Promise<void> {
  await Promise.all(closers.map((close) => close(database)));
}
