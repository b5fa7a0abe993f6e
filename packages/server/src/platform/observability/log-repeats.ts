import type { Clock } from "../time/clock.ts";
import type { Level, Log } from "./log.ts";

/** An error repeated within this time is counted, not logged. */
const QUIET_MS = 10_000;
/** Maximum number of errors tracked at a time; further ones are logged each time. */
const REMEMBERED_MAX = 200;

interface Repeat {
  readonly untilMs: number;
  readonly level: Level;
  readonly message: string;
  readonly log: Log;
  times: number;
}

/**
 * Logs the first of several lines with the same message and error and counts the rest. The count is
 * logged before the first line after ten seconds. A failing disk therefore does not flood the log.
 */
export function withoutRepeats(log: Log, clock: Clock): Log {
  return wrap(log, clock, new Map());
}

function wrap(log: Log, clock: Clock, seen: Map<string, Repeat>): Log {
  const plain =
    (level: Level) =>
    (fields: object, message: string): void => {
      settle(seen, clock.monotonicMs());
      log[level](fields, message);
    };
  const once =
    (level: Level) =>
    (fields: object, message: string): void => {
      const fault = faultOf(fields);
      if (fault === undefined) return plain(level)(fields, message);
      const nowMs = clock.monotonicMs();
      settle(seen, nowMs);
      const key = `${level} ${message} ${fault}`;
      const repeat = seen.get(key);
      if (repeat !== undefined) {
        repeat.times += 1;
        return;
      }
      if (seen.size < REMEMBERED_MAX) {
        seen.set(key, { untilMs: nowMs + QUIET_MS, level, message, log, times: 0 });
      }
      log[level](fields, message);
    };
  return {
    debug: plain("debug"),
    info: plain("info"),
    warn: once("warn"),
    error: once("error"),
    fatal: plain("fatal"),
    child: (fields) => wrap(log.child(fields), clock, seen),
  };
}

/** Entries expire in insertion order, so checking the front of the map is enough. */
function settle(seen: Map<string, Repeat>, nowMs: number): void {
  for (const [key, repeat] of seen) {
    if (repeat.untilMs > nowMs) return;
    seen.delete(key);
    if (repeat.times > 0) repeat.log[repeat.level]({ repeated: repeat.times }, repeat.message);
  }
}

function faultOf(fields: object): string | undefined {
  const fault = Object.values(fields).find((value) => value instanceof Error);
  return fault === undefined ? undefined : `${fault.name}: ${fault.message}`;
}
