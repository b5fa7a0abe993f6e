/** What a service may ask of the job runner. */
export interface Jobs {
  /** Runs a worker soon, on this process, without waiting for its schedule. Never throws. */
  wake(workerName: string): void;
}
