import type { Database } from "./database/tables.ts";

/**
 * Something a feature keeps in memory for as long as the app lives: a cache, a queue.
 *
 * Held by the app's database handle, so that two apps in one process (as in tests) never share it
 * and it goes when the app goes.
 */
export function perApp<N extends { readonly database: Database }, T>(
  create: (needs: N) => T,
): (needs: N) => T {
  const made = new WeakMap<Database, T>();
  return (needs) => {
    const known = made.get(needs.database);
    if (known !== undefined) return known;
    const fresh = create(needs);
    made.set(needs.database, fresh);
    return fresh;
  };
}
