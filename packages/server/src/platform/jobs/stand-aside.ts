import os from "node:os";
import { isMainThread } from "node:worker_threads";

/** Beside the service's own thread, such a thread gets a tenth of a busy processor. */
const NICER = 10;
/** The system knows no lower priority. */
const NICEST = 19;

/**
 * For threads that nobody waits for. On a machine with few processors they would otherwise take
 * time from the thread that answers requests, and from the helpers for which its garbage collection
 * waits. An otherwise idle processor is still all theirs.
 *
 * Only Linux has priorities of threads; elsewhere the call would slow down the whole process.
 */
export function standAside(): void {
  if (isMainThread || process.platform !== "linux") return;
  try {
    os.setPriority(0, Math.min(NICEST, os.getPriority(0) + NICER));
  } catch {
    // A sandbox may forbid it: the thread works all the same.
  }
}
