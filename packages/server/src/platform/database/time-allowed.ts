import { AsyncLocalStorage } from "node:async_hooks";

/**
 * How long a statement may take: `usual` for those of requests and of most workers, `long` for
 * scheduled work over whole tables, `unlimited` for migrations.
 */
export type TimeAllowed = "usual" | "long" | "unlimited";

const current = new AsyncLocalStorage<TimeAllowed>();

/**
 * Runs work whose statements may take this long.
 *
 * The limit belongs to the caller, not to the statement: requests and workers share services and
 * repos, and the handle of the database identifies the app (see per-app.ts), so there cannot be one
 * handle for each. Work that requests may wait for must not run with more than `usual`.
 */
export function allowingTime<T>(allowed: TimeAllowed, work: () => T): T {
  return current.run(allowed, work);
}

/** The limit of the calling code. */
export function timeAllowed(): TimeAllowed {
  return current.getStore() ?? "usual";
}
