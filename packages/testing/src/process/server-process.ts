import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { missingFrom } from "@wordloom/server/cli/memory-plan";
import { endProcess } from "./healthy-process.ts";

/** The program. */
export const SERVER_MAIN = fileURLToPath(import.meta.resolve("@wordloom/server/main"));
/** Ends the server when an interrupted test run closes its IPC channel; threads have none. */
const ENDS_WITH_PARENT = `data:text/javascript,
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel?.unref();`;
/**
 * Tests start many processes that live for seconds. Without this, V8 collects garbage five times
 * while it loads the modules. Memory is measured without it.
 */
const QUICK_START = process.env["VITEST"] === "true" ? ["--initial-old-space-size=256"] : [];
const START_MAX_MS = 75_000;
const LISTENING = /listening on (http:\/\/[^/"]+)/;
const LOG_LINES_KEPT = 50;

/** Most tests need no web apps, which would have to be built; `API_ONLY: "false"` serves them. */
const USUAL = { HOST: "127.0.0.1", PORT: "0", STARTER_WORDBOOKS: "false", API_ONLY: "true" };

/** The service in a separate process. */
export interface ServerProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly pid: number;
  /** Time from the start of the process until it listened. */
  readonly startMs: number;
  /** Kills it with SIGKILL and waits for its exit. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM. @returns its exit code, and how long it took */
  terminate(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
  /** Its exit code, once it has ended for any reason. */
  readonly ended: Promise<number | null>;
  /** The last lines of its output. */
  lastLines(): string;
}

/**
 * Starts the service with only these settings in its environment, and with the memory flags it
 * would otherwise restart itself with. Resolves once it listens, by default on a free port.
 *
 * @param main  the program
 * @throws Error with the output of the process if it ends first
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  main = SERVER_MAIN,
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const environment = { ...USUAL, ...settings };
  // A child with a channel to its parent cannot restart itself with them.
  const { flags, env } = missingFrom({ env: environment, execArgv: [] });
  const args = [...flags, ...QUICK_START, "--import", ENDS_WITH_PARENT, main, "serve"];
  const child = spawn(process.execPath, args, {
    env: { ...environment, ...env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await listening(child, lines).catch((cause: unknown) => {
    child.kill("SIGKILL");
    throw new Error(`the server did not start:\n${lines.join("\n")}`, { cause });
  });
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    kill: () => endProcess(child, "SIGKILL"),
    async terminate() {
      const askedAt = performance.now();
      await endProcess(child, "SIGTERM");
      return { code: child.exitCode, tookMs: performance.now() - askedAt };
    },
    ended,
    lastLines: () => lines.join("\n"),
  };
}

/** Adds the server's last output to an error. */
export function withLastLines(server: ServerProcess): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`${String(cause)}; the server wrote:\n${server.lastLines()}`, { cause });
  };
}

/** A temporary data directory, deleted by `remove`. */
export async function createDataDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "wordloom-journey-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function listening(child: ChildProcess, lines: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(() => reject(new Error("it took too long")), START_MAX_MS);
  child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  child.once("error", reject);
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue;
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      if (lines.length > LOG_LINES_KEPT) lines.shift();
      const url = LISTENING.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  }
  try {
    return await promise;
  } finally {
    clearTimeout(late);
  }
}
