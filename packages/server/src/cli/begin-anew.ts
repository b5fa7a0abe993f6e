import type { Log } from "../platform/observability/log.ts";
import type { Restartable } from "./memory-plan.ts";

/**
 * Starts the program again in this process: the same id, input and output. Nothing that is open is
 * closed in an orderly way. Where that is impossible (see `restartWithMissing`) the process ends
 * with status 1, and its supervisor is to start it again.
 *
 * @param end  ends the process at once
 */
export function beginAnew(current: Restartable, log: Log, end: (status: number) => never): never {
  if (current.execve !== undefined && current.channel === undefined) {
    const args = [current.execPath, ...current.execArgv, ...current.argv.slice(1)];
    current.execve(current.execPath, args, current.env);
  }
  log.fatal({}, "this process cannot begin anew by itself; it ends, and is to be started again");
  return end(1);
}
