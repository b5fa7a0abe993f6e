import type { Log } from "../platform/observability/log.ts";
import type { Restartable } from "./memory-plan.ts";

/**
 * Restarts the program in this process, with the same id, input and output. Open resources are not
 * closed properly. Where that is impossible (see `restartWithMissing`), the process ends with
 * status 1 and relies on its supervisor to restart it.
 *
 * @param end  ends the process at once
 */
export function restartInPlace(
  current: Restartable,
  log: Log,
  end: (status: number) => never,
): never {
  if (current.execve !== undefined && current.channel === undefined) {
    const args = [current.execPath, ...current.execArgv, ...current.argv.slice(1)];
    current.execve(current.execPath, args, current.env);
  }
  log.fatal({}, "this process cannot restart itself; it is stopping and must be started again");
  return end(1);
}
