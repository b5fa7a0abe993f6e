import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import { startHealthy, type HealthyProcess } from "@wordloom/testing/process/healthy-process";
import { SERVER_MAIN } from "@wordloom/testing/process/server-process";

/** The server has the first core to itself, the load generator the second. */
const SERVER_CORE = 0;

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
): Promise<HealthyProcess> {
  return start(canPin() ? ["taskset", "-c", String(SERVER_CORE)] : [], script, args, options);
}

/** The same without pinning, for several processes. */
export function startFree(
  script: string,
  args: readonly string[],
  options: StartOptions,
): Promise<HealthyProcess> {
  return start([], script, args, options);
}

function start(
  prefix: readonly string[],
  script: string,
  args: readonly string[],
  { settings, healthPath }: StartOptions,
): Promise<HealthyProcess> {
  const command = [...prefix, process.execPath, ...profileFlags(script), script, ...args];
  const usual = { NODE_ENV: "production", LOG_LEVEL: "warn", API_ONLY: "true" };
  return startHealthy(
    command,
    { ...usual, ...BENCH_SECRETS, ...LIMITS_OFF, ...settings },
    healthPath,
  );
}

let profileDirectory: string | undefined;

/** Makes services write CPU profiles to this directory when they start; undefined stops that. */
export function profileInto(directory: string | undefined): void {
  profileDirectory = directory;
}

function profileFlags(script: string): string[] {
  if (profileDirectory === undefined || script === BARE_SCRIPT) return [];
  return ["--cpu-prof", `--cpu-prof-dir=${profileDirectory}`];
}

export const SERVER_SCRIPT = SERVER_MAIN;
export const TRIVIAL_SCRIPT = new URL("./trivial-server.ts", import.meta.url).pathname;
export const BARE_SCRIPT = new URL("./bare-server.ts", import.meta.url).pathname;

/** Moves this process, the load generator, to the other core. */
export function pinLoadGenerator(): void {
  if (canPin()) spawn("taskset", ["-cp", "1", String(process.pid)], { stdio: "ignore" });
}

function canPin(): boolean {
  return os.cpus().length > 1 && existsSync("/usr/bin/taskset");
}
