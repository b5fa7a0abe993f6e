import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../service/ports.ts";

/** A program that serves HTTP on its own port. */
export interface HealthyProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Time from the start to the first healthy reply. */
  readonly startedInMs: number;
  /** Stops it with SIGTERM and waits for its exit. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL and waits for its exit, as when the machine loses its power. */
  kill(): Promise<void>;
}

const START_MAX_MS = 60_000;
const ASK_EVERY_MS = 5;

/**
 * Starts a program on a free port and waits until its health path answers 200. It shares the
 * caller's standard error.
 *
 * @param settings  its environment, in addition to the caller's
 * @param onLine  receives the lines of its output, which is discarded otherwise
 * @throws Error if it ends first, or is not healthy within a minute
 */
export async function startHealthy(
  [program = "", ...args]: readonly string[],
  settings: Readonly<Record<string, string>>,
  healthPath: string,
  onLine?: (line: string) => void,
): Promise<HealthyProcess> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, HOST: "127.0.0.1", PORT: String(port), ...settings },
    stdio: ["ignore", onLine === undefined ? "ignore" : "pipe", "inherit"],
  });
  if (onLine !== undefined) createInterface({ input: child.stdout as Readable }).on("line", onLine);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(`${url}${healthPath}`, child);
  return {
    url,
    child,
    startedInMs: performance.now() - startedMs,
    stop: () => endProcess(child, "SIGTERM"),
    kill: () => endProcess(child, "SIGKILL"),
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < START_MAX_MS) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await pause(ASK_EVERY_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`${url} was not healthy within ${START_MAX_MS} ms`);
}

/** Sends a signal to a running process and waits for its exit. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
