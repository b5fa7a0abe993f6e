import type { Clock } from "./clock.ts";
import type { Database } from "./database/tables.ts";

/** How state kept in memory is cleaned up. */
export interface PerAppOptions<T> {
  /** Drops what is out of date; called every few minutes. */
  readonly sweep: (held: T, clock: Clock) => void;
}

type Sweeper = (database: Database, clock: Clock) => void;

const sweepers: Sweeper[] = [];

/**
 * Something a feature keeps in memory for as long as the app lives: a cache, a queue.
 *
 * Held by the app's database handle, so that two apps in one process (as in tests) never share it
 * and it goes when the app goes.
 */
export function perApp<N extends { readonly database: Database }, T>(
  create: (needs: N) => T,
  options?: PerAppOptions<T>,
): (needs: N) => T {
  const made = new WeakMap<Database, T>();
  if (options !== undefined) {
    sweepers.push((database, clock) => {
      const held = made.get(database);
      if (held !== undefined) options.sweep(held, clock);
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

/** Drops outdated entries from everything this app keeps in memory. */
export function sweepMemory(needs: { readonly database: Database; readonly clock: Clock }): void {
  for (const sweep of sweepers) sweep(needs.database, needs.clock);
}
