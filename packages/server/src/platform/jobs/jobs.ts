/** The part of the job runner that services may use. */
export interface Jobs {
  /** Runs a worker soon, on the process that holds its lease, without waiting for its schedule. */
  wake(workerName: string): void;
  /** Whether the runner has been started and not stopped since. */
  readonly started: boolean;
  /** Workers of this process with three or more missed runs. */
  missedWorkers(): readonly MissedWorker[];
}

export interface MissedWorker {
  readonly workerName: string;
  readonly missCount: number;
}
