import type { Clock } from "../../../platform/time/clock.ts";
import { withTimeout } from "../../../platform/time/with-timeout.ts";

/** A database that has not answered by then counts as unreachable. */
const ANSWERS_WITHIN_MS = 2_000;

export interface DatabaseHealth {
  readonly healthy: boolean;
  /** How long the answer took, or the timeout if there was none. Microseconds. */
  readonly latencyUs: number;
  /** Failed checks since the last successful one. */
  readonly consecutiveFailures: number;
}

/**
 * Checks whether the database answers. Concurrent callers share one check, so that a database in
 * trouble is not queried by many at once.
 *
 * @param ping  resolves when the database has answered
 */
export function createDatabaseProbe(
  clock: Clock,
  ping: () => Promise<void>,
): () => Promise<DatabaseHealth> {
  let consecutiveFailures = 0;
  let running: Promise<DatabaseHealth> | undefined;

  const check = async () => {
    const startedMs = clock.monotonicMs();
    const healthy = await inTime(ping()).then(
      () => true,
      () => false,
    );
    consecutiveFailures = healthy ? 0 : consecutiveFailures + 1;
    const latencyUs = Math.round((clock.monotonicMs() - startedMs) * 1_000);
    return { healthy, latencyUs, consecutiveFailures };
  };

  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** What the database answers, if it does in time. @throws TimeoutError, or why it failed */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(ANSWERS_WITHIN_MS, "the database did not answer in time", answer);
}
