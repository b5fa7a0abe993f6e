import type { Clock } from "../../../platform/time/clock.ts";

/** A database that has not answered by then counts as unreachable. */
const TIMEOUT_MS = 2_000;

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
  timeoutMs: number = TIMEOUT_MS,
): () => Promise<DatabaseHealth> {
  let consecutiveFailures = 0;
  let running: Promise<DatabaseHealth> | undefined;

  const check = async () => {
    const startedMs = clock.monotonicMs();
    const healthy = await answersWithin(timeoutMs, ping);
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

async function answersWithin(ms: number, ping: () => Promise<void>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const answered = ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
