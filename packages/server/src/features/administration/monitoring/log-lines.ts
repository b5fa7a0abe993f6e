import type { LogLevel, LogLine } from "@wordloom/contract";

/** In ascending order. */
const LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** A token in an address that the log prints for the operator. */
const TOKEN_IN_ADDRESS = /([?&]token=)[^&\s"]+/g;

/** Maximum length of the details added to a message, in characters. */
const DETAILS_MAX = 2_000;

export interface LogFilters {
  /** The lowest level to include. */
  readonly level?: LogLevel | undefined;
  /** Text that the message contains, ignoring case. */
  readonly q?: string | undefined;
  readonly target?: string | undefined;
  /** Only lines after this time, unix milliseconds. */
  readonly sinceMs?: number | undefined;
}

/**
 * A line of the log as administrators see it.
 *
 * @param text      as written: a JSON object without secrets
 * @param instance  id of the process that wrote it
 */
export function readLogLine(text: string, instance: string): LogLine {
  const { level, time, msg, ...details } = JSON.parse(text) as Record<string, unknown>;
  return {
    tsMs: Date.parse(String(time)),
    level: LEVELS.find((known) => known === level) ?? "info",
    target: targetOf(details),
    message: `${String(msg)}${detailsOf(details)}`.replace(TOKEN_IN_ADDRESS, "$1[hidden]"),
    instance,
  };
}

export function fitsFilters(
  line: LogLine,
  { level, q = "", target, sinceMs }: LogFilters,
): boolean {
  if (sinceMs !== undefined && line.tsMs <= sinceMs) return false;
  if (level !== undefined && LEVELS.indexOf(line.level) < LEVELS.indexOf(level)) return false;
  if (target !== undefined && target !== "" && line.target !== target) return false;
  return line.message.toLowerCase().includes(q.toLowerCase());
}

function targetOf({ worker, requestId }: Readonly<Record<string, unknown>>): string {
  if (typeof worker === "string") return worker;
  return requestId === undefined ? "service" : "http";
}

/** ` (name=value, …)` */
function detailsOf(details: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(details).map(([name, value]) => `${name}=${textOf(value)}`);
  return named.length === 0 ? "" : ` (${named.join(", ").slice(0, DETAILS_MAX)})`;
}

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  // Only the message of an error; the stack is in the log file.
  const { message } = value as { readonly message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(value);
}
