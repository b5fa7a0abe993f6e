import type { LogSink } from "./log.ts";

/** Number of log lines kept in this process. */
const LINES_KEPT = 5_000;

/** Longer lines lose their details: a log of only long lines takes about 40 MB. */
const LINE_LENGTH_MAX = 8_192;

/** The last lines of the log, for administrators; as written, without secrets. */
export interface LogRing extends LogSink {
  /** The lines, each one JSON object, oldest first. */
  lines(): readonly string[];
}

export function createLogRing(linesMax = LINES_KEPT): LogRing {
  const kept: string[] = [];
  let next = 0;
  return {
    write(line) {
      kept[next] = line.length > LINE_LENGTH_MAX ? shortened(line) : line;
      next = (next + 1) % linesMax;
    },
    lines: () => [...kept.slice(next), ...kept.slice(0, next)],
  };
}

function shortened(line: string): string {
  const { level, time, worker, requestId, msg } = JSON.parse(line) as Record<string, unknown>;
  const message = `${String(msg).slice(0, LINE_LENGTH_MAX / 2)} (details too long to keep)`;
  return JSON.stringify({ level, time, worker, requestId, msg: message });
}
