/** Facts about a service whose database answers. */
export interface Facts {
  /** Share of 5xx replies in the last five minutes, 0 to 1, and the number of requests. */
  readonly errorRate: number;
  readonly requests: number;
  readonly missedWorkers: readonly string[];
  /** Whether the database refuses writes. */
  readonly isReadOnly: boolean;
  /** False when there are other processes but they cannot be reached. */
  readonly peersReachable: boolean;
  /** Undefined when the queue cannot be read. */
  readonly waitingAnswers: number | undefined;
  /** Age of the oldest waiting answer, in milliseconds. */
  readonly oldestWaitsMs: number;
  /** Undefined when unknown. */
  readonly diskFreeBytes: number | undefined;
  /** Whether the last good backup is older than it may be. */
  readonly backupIsStale: boolean;
}

const ERROR_RATE_MAX = 0.01;
const REQUESTS_MIN = 20;
const WAITING_ANSWERS_MAX = 100;
const WAITING_MS_MAX = 60_000;
const DISK_FREE_MIN_BYTES = 512 * 1024 * 1024;

/**
 * Why an operator should have a look, one sentence each; empty when nothing is wrong.
 *
 * A few waiting answers are no reason: an answer that keeps failing is retried for many minutes.
 */
export function degradationReasons(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.isReadOnly) reasons.push("The database is read-only; nothing can be stored.");
  if (facts.errorRate > ERROR_RATE_MAX && facts.requests >= REQUESTS_MIN) {
    reasons.push("More than 1 % of requests fail.");
  }
  if (facts.waitingAnswers === undefined) {
    reasons.push("The outbox cannot be read.");
  } else if (facts.waitingAnswers >= WAITING_ANSWERS_MAX && facts.oldestWaitsMs > WAITING_MS_MAX) {
    reasons.push("Answers wait longer than a minute to be applied.");
  }
  if (facts.diskFreeBytes !== undefined && facts.diskFreeBytes < DISK_FREE_MIN_BYTES) {
    reasons.push("The disk is nearly full.");
  }
  if (!facts.peersReachable) {
    reasons.push("Redis does not answer; events do not reach other processes.");
  }
  if (facts.backupIsStale) reasons.push("backup_stale");
  if (facts.missedWorkers.length > 0) {
    reasons.push(`Workers are overdue: ${facts.missedWorkers.join(", ")}.`);
  }
  return reasons;
}
