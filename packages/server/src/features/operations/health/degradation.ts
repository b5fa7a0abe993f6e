import type { Reason } from "./reason-texts.ts";
import { failsTooOften, type Failures } from "../../../platform/observability/failure-alarm.ts";

/** Facts about a service whose database answers. */
export interface Facts {
  /** Of the last five minutes. */
  readonly failures: Failures;
  readonly missedWorkers: readonly string[];
  /** False when there are other processes but they cannot be reached. */
  readonly peersReachable: boolean;
  /** Undefined when the queue cannot be read. */
  readonly waitingAnswers: number | undefined;
  /** Age of the oldest waiting answer, in milliseconds. */
  readonly oldestWaitsMs: number;
  /** Of the fullest disk; undefined when unknown. */
  readonly diskFreeBytes: number | undefined;
  /** Of the database's disk; undefined when unknown. */
  readonly databaseDiskFreeBytes: number | undefined;
  /** Whether the last good backup is older than it may be. */
  readonly backupIsStale: boolean;
}

const WAITING_ANSWERS_MAX = 100;
const WAITING_MS_MAX = 60_000;
const DISK_FREE_MIN_BYTES = 512 * 1024 * 1024;

/** With less, SQLite cannot lengthen its log: the next write is refused. */
const DISK_FULL_BYTES = 256 * 1024;

/** Reasons that say all by themselves. */
type PlainCode = Exclude<Reason["code"], "migrations_pending" | "workers_overdue">;

/** Facts about a database that answers, and may refuse all writes. */
export interface StorageFacts {
  /** Of the database's disk; undefined when unknown. Other disks do not stop it. */
  readonly databaseDiskFreeBytes: number | undefined;
  /** Whether a write was refused lately because the disk was full. */
  readonly wasFull: boolean;
  /** Whether one was refused lately for another reason of the disk. */
  readonly wasRefused: boolean;
  readonly isReadOnly: boolean;
}

/** Why nothing can be stored; empty: it can. Nobody can sign in then either. */
export function refusalReasons(facts: StorageFacts): Reason[] {
  const { databaseDiskFreeBytes, wasFull, wasRefused, isReadOnly } = facts;
  return [
    ...(wasFull || isBelow(DISK_FULL_BYTES, databaseDiskFreeBytes)
      ? [{ code: "disk_full", args: {} } as const]
      : []),
    ...(isReadOnly || wasRefused ? [{ code: "database_read_only", args: {} } as const] : []),
  ];
}

/**
 * Why an operator should have a look; empty when nothing is wrong.
 *
 * A few waiting answers are no reason: an answer that keeps failing is retried for many minutes.
 */
export function degradationReasons(facts: Facts): Reason[] {
  const reasons: Reason[] = [];
  const add = (code: PlainCode) => reasons.push({ code, args: {} });
  if (failsTooOften(facts.failures)) add("requests_failing");
  if (facts.waitingAnswers === undefined) {
    add("outbox_unreadable");
  } else if (facts.waitingAnswers >= WAITING_ANSWERS_MAX && facts.oldestWaitsMs > WAITING_MS_MAX) {
    add("answers_wait");
  }
  // A full disk of the database is told by itself.
  if (
    isBelow(DISK_FREE_MIN_BYTES, facts.diskFreeBytes) &&
    !isBelow(DISK_FULL_BYTES, facts.databaseDiskFreeBytes)
  ) {
    add("disk_nearly_full");
  }
  if (!facts.peersReachable) {
    add("redis_silent");
  }
  if (facts.backupIsStale) add("backup_stale");
  if (facts.missedWorkers.length > 0) {
    reasons.push({ code: "workers_overdue", args: { workers: [...facts.missedWorkers] } });
  }
  return reasons;
}

function isBelow(limit: number, bytes: number | undefined): boolean {
  return bytes !== undefined && bytes < limit;
}
