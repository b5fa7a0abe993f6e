import type { Clock } from "./clock.ts";
import type { Level, Log } from "./log.ts";

/** An error that comes again within this time is counted, not written. */
const QUIET_MS = 10_000;
/** Different errors remembered at a time; a flood of different ones is written as it comes. */
const REMEMBERED_MAX = 200;

interface Repeat {
  readonly untilMs: number;
  readonly level: Level;
  readonly message: string;
  readonly log: Log;
  times: number;
}

/**
 * Of lines with the same message and the same error, writes the first and counts the rest; the
 * count is written before the first line after ten seconds. A failing disk then fills no log.
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

/** Runs end in the order they began, so looking at the front of the map is enough. */
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
