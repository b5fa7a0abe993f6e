import type { Deps } from "../../deps.ts";

/** When a worker runs: every so many milliseconds, or at times of a cron pattern (UTC). */
export type Schedule = { readonly everyMs: number } | { readonly cron: string };

/** Background work on a schedule. Bounded, safe to repeat, stops when asked. */
export interface Worker {
  /** snake_case; the name in metrics, leases and `worker_missed`. */
  readonly name: string;
  readonly schedule: Schedule;
  /** Runs on every process instead of on the leader only; for work on in-process state. */
  readonly everywhere?: boolean;
  /**
   * Runs once more when the service stops, after the last request: for work that writes down what
   * only this process knows.
   */
  readonly atStop?: boolean;
  /** The worker does not run while this returns false, for example because of a setting. */
  enabled?(deps: Deps): boolean;
  run(deps: Deps, signal: AbortSignal): Promise<void>;
}
