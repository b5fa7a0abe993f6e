/** A change of the disk during an update: the nth of its kind, from 0. */
export interface KillPoint {
  /** Phase of the journal, and who makes the change: `swapping old`, `restarting new`. */
  readonly kind: string;
  readonly nth: number;
  readonly when: "before" | "after";
  /** Who is killed: the process that makes the change, or all of the service. */
  readonly who: "it" | "all";
}

/** What processes that were started with the kill switch are told, in the file ORDER. */
export interface KillOrder {
  /** Of the update that is meant. */
  readonly target: string;
  readonly installDir: string;
  readonly dataDir: string;
  /** undefined: changes are only noted, in the file SEEN. */
  readonly point?: KillPoint;
}

/** Environment variable: the folder of these files. */
export const FOLDER = "WORDLOOM_KILLS";
export const ORDER = "order.json";
/** The order once it was carried out. */
export const DONE = "done.json";
/** A line for each change: its kind, and what it is. */
export const SEEN = "seen.txt";
