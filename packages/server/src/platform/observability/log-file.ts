import { appendFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../settings/data-directory.ts";
import type { Clock } from "../time/clock.ts";
import type { LogSink } from "./log.ts";

const LOG_FILE = /^wordloom-\d{4}-\d{2}-\d{2}\.log$/;

/**
 * Writes one file per UTC day and removes the oldest beyond `filesMax`. A log that cannot be
 * written must not stop the service, so disk errors are ignored.
 */
export function fileSink(directory: string, filesMax: number, clock: Clock): LogSink {
  let current = "";
  return {
    write(line) {
      try {
        const day = new Date(clock.nowMs()).toISOString().slice(0, 10);
        const path = join(directory, `wordloom-${day}.log`);
        if (path !== current) {
          makeDirectory(directory, 0o700);
          appendFileSync(path, line, { mode: 0o600 });
          current = path;
          pruneLogFiles(directory, filesMax);
        } else {
          appendFileSync(path, line, { mode: 0o600 });
        }
      } catch {
        current = "";
      }
    },
  };
}

/** Removes the oldest log files beyond `filesMax`. @throws Error if they cannot be listed */
export function pruneLogFiles(directory: string, filesMax: number): void {
  const files = readdirSync(directory)
    .filter((name) => LOG_FILE.test(name))
    .sort();
  for (const name of files.slice(0, -filesMax)) rmSync(join(directory, name), { force: true });
}
