/** What the checkpoint thread is told at its start. */
export interface CheckpointTask {
  readonly file: string;
  /** Pages of the log that are moved together. */
  readonly stepPages: number;
  /** Length of the log, in pages, at which it is to be restarted. */
  readonly logPages: number;
}

/** `paused`: nobody writes until `resume`. */
export type ToCheckpoints = "paused" | "close";

/** `pause`: asks for a moment without writing. */
export type FromCheckpoints = "pause" | "resume";
