import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../tools/journey/server.ts";

/** The server has the first core to itself, the load generator the second. */
const SERVER_CORE = 0;

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Time from the start to the first healthy answer. */
  readonly startedInMs: number;
  stop(): Promise<void>;
}

/** Settings of a bench run: no effective limits, known secrets. */
export const BENCH_SECRETS = {
  JWT_SECRET: "bench-access-secret-0123456789abcdef",
  REFRESH_JWT_SECRET: "bench-refresh-secret-0123456789abcde",
  ADMIN_JWT_SECRET: "bench-admin-secret-0123456789abcdefg",
} as const;

const LIMITS_OFF = {
  RATE_LIMIT_ANONYMOUS_MAX: "1000000000",
  RATE_LIMIT_AUTHENTICATED_MAX: "1000000000",
} as const;

interface StartOptions {
  readonly healthPath: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a script on the server's core and waits until its health path answers 200. */
export function startPinned(
  script: string,
  args: readonly string[],
  options: StartOptions,
): Promise<RunningProcess> {
  return start(canPin() ? ["taskset", "-c", String(SERVER_CORE)] : [], script, args, options);
}

/** The same without pinning, for several processes. */
export function startFree(
  script: string,
  args: readonly string[],
  options: StartOptions,
): Promise<RunningProcess> {
  return start([], script, args, options);
}

async function start(
  prefix: readonly string[],
  script: string,
  args: readonly string[],
  options: StartOptions,
): Promise<RunningProcess> {
  const port = await freePort();
  const command = [...prefix, process.execPath, ...profileFlags(script), script, ...args];
  const [program = "", ...rest] = command;
  const startedMs = performance.now();
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "warn",
      API_ONLY: "true",
      ...BENCH_SECRETS,
      ...LIMITS_OFF,
      ...options.settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url}${options.healthPath}`, child);
  return {
    url,
    child,
    startedInMs: performance.now() - startedMs,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

let profileDirectory: string | undefined;

/** Makes services started from now on write CPU profiles to this directory; undefined to stop. */
export function profileInto(directory: string | undefined): void {
  profileDirectory = directory;
}

function profileFlags(script: string): string[] {
  if (profileDirectory === undefined || script === BARE_SCRIPT) return [];
  return ["--cpu-prof", `--cpu-prof-dir=${profileDirectory}`];
}

export const SERVER_SCRIPT = new URL("../../packages/server/src/main.ts", import.meta.url).pathname;
export const TRIVIAL_SCRIPT = new URL("./trivial-server.ts", import.meta.url).pathname;
export const BARE_SCRIPT = new URL("./bare-server.ts", import.meta.url).pathname;

/** Moves this process, the load generator, to the other core. */
export function pinLoadGenerator(): void {
  if (canPin()) spawn("taskset", ["-cp", "1", String(process.pid)], { stdio: "ignore" });
}

function canPin(): boolean {
  return os.cpus().length > 1 && existsSync("/usr/bin/taskset");
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 6_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await pause(5);
  }
  throw new Error(`${url} was not healthy within 30 s`);
}
