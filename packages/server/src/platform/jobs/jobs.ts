import type { OpenTransaction } from "../database/tables.ts";

/** The part of the job runner that services may use. */
export interface Jobs {
  /** Runs a worker soon, on the process that holds its lease, without waiting for its schedule. */
  wake(workerName: string): void;
  /**
   * Lets a worker run as soon as the transaction is committed, even a disabled one: here, or within
   * five seconds on the process that holds its lease. Its schedule does not change.
   */
  requestRun(tx: OpenTransaction, workerName: string): Promise<RunRequest>;
  /** All workers, including those of other processes. */
  status(): Promise<WorkerStatus[]>;
  /** Whether the runner has been started and not stopped since. */
  readonly started: boolean;
  /** Workers of this process with three or more missed runs; none within 30 s of its start. */
  missedWorkers(): readonly MissedWorker[];
  /** Workers with three or more missed runs, including those of other processes. */
  missedEverywhere(): Promise<readonly MissedWorker[]>;
}

export type RunOutcome = "ok" | "failed" | "timeout";

/** `running`: it is already running or about to run; `unknown`: there is no such worker. */
export type RunRequest = "started" | "running" | "unknown";

/** One row of `/monitoring/workers`. Times are epoch milliseconds. */
export interface WorkerStatus {
  readonly workerName: string;
  readonly schedule: string;
  readonly enabled: boolean;
  readonly lastRunAtMs: number | null;
  readonly lastDurationMs: number | null;
  readonly lastOutcome: RunOutcome | null;
  readonly lastError: string | null;
  readonly missCount: number;
  readonly nextRunAtMs: number | null;
}

export interface MissedWorker {
  readonly workerName: string;
  readonly missCount: number;
}
