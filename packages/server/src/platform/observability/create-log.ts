import { createRequire } from "node:module";
import { pino } from "pino";
import { systemClock } from "../time/clock.ts";
import { withoutRepeats } from "./log-repeats.ts";
import { fileSink } from "./log-file.ts";
import type { Level, Log, LogSink } from "./log.ts";
import { redact, redactText } from "./log-redaction.ts";
import type { Clock } from "../time/clock.ts";
import type { Settings } from "../settings/settings.ts";

type LogSettings = Pick<
  Settings,
  "LOG_LEVEL" | "LOG_FORMAT" | "ENABLE_FILE_LOGS" | "LOG_DIR" | "MAX_LOG_FILES"
>;

/**
 * Logs to standard output and, if enabled, to one file per day.
 *
 * @param ring  also receives all lines
 */
export function createLog(
  settings: LogSettings,
  clock: Clock = systemClock,
  output: LogSink = standardOutput(settings),
  ring?: LogSink,
): Log {
  const sinks = ring === undefined ? [output] : [output, ring];
  if (settings.ENABLE_FILE_LOGS) {
    sinks.push(fileSink(settings.LOG_DIR, settings.MAX_LOG_FILES, clock));
  }
  const writer = pino(
    {
      level: settings.LOG_LEVEL,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.nowMs()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redact },
    },
    { write: (line: string) => sinks.forEach((sink) => sink.write(line)) },
  );
  return withoutRepeats(toLog(writer), clock);
}

function toLog(writer: pino.Logger): Log {
  const at =
    (level: Level): Log[Level] =>
    (fields, message) =>
      writer[level](fields, redactText(message));
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("fatal"),
    child: (fields) => toLog(writer.child(redact({ ...fields }))),
  };
}

/** The pretty printer is loaded only when it is used. */
function standardOutput(settings: LogSettings): LogSink {
  if (settings.LOG_FORMAT === "json") return pino.destination({ dest: 1, sync: true });
  const load = createRequire(import.meta.url);
  const { prettyFactory } = load("pino-pretty") as typeof import("pino-pretty");
  const print = prettyFactory({ translateTime: "SYS:HH:MM:ss.l", colorize: process.stdout.isTTY });
  return { write: (line) => process.stdout.write(print(line)) };
}
