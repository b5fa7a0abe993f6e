import type { Deps } from "../../deps.ts";

/**
 * When a worker runs: at a fixed interval from the start of the service, or by a cron pattern
 * (UTC). A run by pattern missed while the service was down is made up once, however late, so the
 * work must suit any hour: see missed-runs.ts. Only work by a pattern may use long statements
 * (database/time-allowed.ts).
 */
export type Schedule = { readonly everyMs: number } | { readonly cron: string };

/** Scheduled background work. A run must be bounded, safe to repeat, and stop on request. */
export interface Worker {
  /** snake_case; the name in metrics, leases and `worker_missed`. */
  readonly name: string;
  readonly schedule: Schedule;
  /** Runs on every process instead of only on the lease holder; for work on in-memory state. */
  readonly everywhere?: boolean;
  /**
   * On PostgreSQL, the worker runs at the same time on every process that may hold leases. The
   * processes divide the work row by row, with locks that the others skip (database/row-locks.ts).
   */
  readonly divided?: boolean;
  /** Runs once more at shutdown, after the last request, for work that stores in-memory state. */
  readonly atStop?: boolean;
  /**
   * The current pattern (UTC) of a schedule set by administrators: it replaces that of `schedule`,
   * and its missed runs are not made up. Undefined: the schedule is off. Called every second, so it
   * must not wait for anything.
   */
  cronInForce?(deps: Deps): string | undefined;
  /**
   * A run is cut off this many milliseconds after it last reported progress; default: five minutes.
   */
  readonly runMaxMs?: number;
  /** The worker does not run while this returns false, for example because of a setting. */
  enabled?(deps: Deps): boolean;
  /** @param moves  reports progress; for work of unlimited duration */
  run(deps: Deps, signal: AbortSignal, moves?: () => void): Promise<void>;
}
