/** What a service may ask of the job runner. */
export interface Jobs {
  /** Runs a worker soon, on the process it belongs to, without waiting for its schedule. */
  wake(workerName: string): void;
  /** Whether the runner has been started and not stopped since. */
  readonly started: boolean;
  /** Workers of this process that have gone three periods or more without a good run. */
  missedWorkers(): readonly MissedWorker[];
}

export interface MissedWorker {
  readonly workerName: string;
  readonly missCount: number;
}
