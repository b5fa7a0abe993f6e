/** The parameters of the checkpoint thread. */
export interface CheckpointTask {
  readonly file: string;
  /** Pages of the log that are moved together. */
  readonly stepPages: number;
  /** Length of the log, in pages, at which it is restarted. */
  readonly logPages: number;
}

/** `paused`: nothing is written until `resume`. */
export type ToCheckpoints = "paused" | "close";

/** `pause`: requests a pause in writing. */
export type FromCheckpoints = "pause" | "resume";
