/** A disk change during an update: the nth of its kind, from 0. */
export interface KillPoint {
  /** Phase of the journal, and the process that makes the change: `swapping old`. */
  readonly kind: string;
  readonly nth: number;
  readonly when: "before" | "after";
  /** What to kill: the process that makes the change, or the whole service. */
  readonly who: "it" | "all";
}

/** Order for processes with the kill switch, in the file ORDER. */
export interface KillOrder {
  /** Target version of the update in question. */
  readonly target: string;
  readonly installDir: string;
  readonly dataDir: string;
  /** undefined: changes are only recorded, in the file SEEN. */
  readonly point?: KillPoint;
}

/** Environment variable: the folder of these files. */
export const FOLDER = "WORDLOOM_KILLS";
export const ORDER = "order.json";
/** The order's file name after it was carried out. */
export const DONE = "done.json";
/** One line per change: its kind, and a description. */
export const SEEN = "seen.txt";
