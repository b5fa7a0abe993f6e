import type { Clock } from "../../platform/clock.ts";

/** A database that has not answered by then counts as unreachable. */
const PATIENCE_MS = 2_000;

export interface DatabaseHealth {
  readonly healthy: boolean;
  /** How long the answer took, or how long we waited for it. Microseconds. */
  readonly latencyUs: number;
  /** Failed looks since the last good one. */
  readonly consecutiveFailures: number;
}

/**
 * Looks whether the database answers. Those who ask while a look is under way share it, so that a
 * database in trouble is not asked by many at once.
 *
 * @param ping  resolves when the database has answered
 */
export function createDatabaseProbe(
  clock: Clock,
  ping: () => Promise<void>,
  patienceMs: number = PATIENCE_MS,
): () => Promise<DatabaseHealth> {
  let consecutiveFailures = 0;
  let looking: Promise<DatabaseHealth> | undefined;

  const look = async () => {
    const startedMs = clock.monotonicMs();
    const healthy = await answersWithin(patienceMs, ping);
    consecutiveFailures = healthy ? 0 : consecutiveFailures + 1;
    const latencyUs = Math.round((clock.monotonicMs() - startedMs) * 1_000);
    return { healthy, latencyUs, consecutiveFailures };
  };

  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}

async function answersWithin(ms: number, ping: () => Promise<void>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const answered = ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
