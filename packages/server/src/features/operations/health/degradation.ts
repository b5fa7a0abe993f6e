import { failsTooOften, type Failures } from "../../../platform/observability/failure-alarm.ts";

/** Facts about a service whose database answers. */
export interface Facts {
  /** Of the last five minutes. */
  readonly failures: Failures;
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

const WAITING_ANSWERS_MAX = 100;
const WAITING_MS_MAX = 60_000;
const DISK_FREE_MIN_BYTES = 512 * 1024 * 1024;

/** With less, SQLite cannot lengthen its log: the next write is refused. */
const DISK_FULL_BYTES = 256 * 1024;

/** Why nothing can be stored any more; undefined: it can. */
export function fullDiskReason(
  diskFreeBytes: number | undefined,
  wasRefused: boolean,
): string | undefined {
  const isFull = wasRefused || (diskFreeBytes ?? Number.POSITIVE_INFINITY) < DISK_FULL_BYTES;
  return isFull ? "The disk is full: nothing can be stored." : undefined;
}

/**
 * Why an operator should have a look, one sentence each; empty when nothing is wrong.
 *
 * A few waiting answers are no reason: an answer that keeps failing is retried for many minutes.
 */
export function degradationReasons(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.isReadOnly) reasons.push("The database is read-only; nothing can be stored.");
  if (failsTooOften(facts.failures)) reasons.push("More than 1 % of requests fail.");
  if (facts.waitingAnswers === undefined) {
    reasons.push("The outbox cannot be read.");
  } else if (facts.waitingAnswers >= WAITING_ANSWERS_MAX && facts.oldestWaitsMs > WAITING_MS_MAX) {
    reasons.push("Answers wait longer than a minute to be applied.");
  }
  if (facts.diskFreeBytes !== undefined && isNearlyFull(facts.diskFreeBytes)) {
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

/** A full disk is told by itself. */
function isNearlyFull(freeBytes: number): boolean {
  return freeBytes < DISK_FREE_MIN_BYTES && freeBytes >= DISK_FULL_BYTES;
}
