import { execFileSync } from "node:child_process";

/**
 * Writes a program that the test then runs. Another process writes it: a child that another thread
 * starts meanwhile would inherit the open file, and Linux runs no file that is open for writing.
 */
export function writeScript(path: string, text: string): void {
  const args = ["-c", 'cat > "$1" && chmod 755 "$1"', "sh", path];
  execFileSync("/bin/sh", args, { input: text });
}
