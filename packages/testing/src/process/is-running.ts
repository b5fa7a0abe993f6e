import { readFileSync } from "node:fs";

/** Whether a process of this machine still runs. Linux only: elsewhere, none does. */
export function isRunning(pid: number): boolean {
  try {
    // A process that has ended and that nobody has waited for still has an entry.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
