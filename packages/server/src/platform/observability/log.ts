type Write = (fields: object, message: string) => void;

/** The service log. Secrets and e-mail addresses are removed before writing. */
export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  readonly fatal: Write;
  /** A log that adds these fields to every line. */
  child(fields: object): Log;
}

export type Level = "debug" | "info" | "warn" | "error" | "fatal";

/** Receives complete lines, each ending in a newline. */
export interface LogSink {
  write(line: string): void;
}

export const silentLog: Log = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: () => silentLog,
};

function ignore(): void {}
