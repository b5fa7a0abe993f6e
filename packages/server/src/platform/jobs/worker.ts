import type { Deps } from "../../deps.ts";

/**
 * When a worker runs: at a fixed interval, beginning with the start of the service, or by a cron
 * pattern (UTC). A run by pattern that was missed while the service was down is made up, once and
 * however late, so its work must suit any hour: see missed-runs.ts.
 * Only work by a pattern may use long statements (database/time-allowed.ts).
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
   * On PostgreSQL it runs on every process that may hold leases, at the same time: its work is
   * divided row by row, with locks that the others skip (database/row-locks.ts).
   */
  readonly divided?: boolean;
  /** Runs once more at shutdown, after the last request, for work that stores in-memory state. */
  readonly atStop?: boolean;
  /**
   * The pattern in force (UTC), for a schedule that administrators set: it replaces that of
   * `schedule`, and its missed runs are not made up. undefined: the schedule is switched off. Asked
   * every second, so it must not wait for anything.
   */
  cronInForce?(deps: Deps): string | undefined;
  /**
   * After so many milliseconds a run is cut off, counted from when it last said that it moves;
   * five minutes if absent.
   */
  readonly runMaxMs?: number;
  /** The worker does not run while this returns false, for example because of a setting. */
  enabled?(deps: Deps): boolean;
  /** @param moves  tells that the run has made progress; for work that takes as long as it takes */
  run(deps: Deps, signal: AbortSignal, moves?: () => void): Promise<void>;
}
