import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Writes a program that the test then runs. Another process writes it: a child that another thread
 * starts meanwhile would inherit the open file, and Linux runs no file that is open for writing.
 */
export function writeScript(path: string, text: string): void {
  const args = ["-c", 'cat > "$1" && chmod 755 "$1"', "sh", path];
  execFileSync("/bin/sh", args, { input: text });
}

/** Whether a process of this machine still runs. Linux only: elsewhere, none does. */
export function isRunning(pid: number): boolean {
  try {
    // A process that has ended and that nobody has waited for still has an entry.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
