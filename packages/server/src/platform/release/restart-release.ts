import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { messageOf } from "../basics/thrown.ts";

const HEALTHY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 250;
const ASK_MAX_MS = 5_000;
const TERM_MS = 5_000;

/** The new program, and how to recognize that it serves. */
export interface RestartOrder {
  readonly launcher: string;
  readonly taskId: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Address of `/health` on this machine. */
  readonly healthUrl: string;
  /** Release tag that it must report. */
  readonly version: string;
  /** Resolves when the service is to stop; the new program is then stopped too. */
  readonly stopped: Promise<unknown>;
}

export type RestartResult =
  | { readonly healthy: true; readonly pid: number }
  | { readonly healthy: false; readonly reason: string; readonly wasStopped: boolean };

/**
 * Starts the new program in its own session, and waits until it answers with its version. If it
 * ends, or does not become healthy within 60 s, it is stopped: TERM, then KILL after 5 s.
 */
export async function restartInto(order: RestartOrder): Promise<RestartResult> {
  const child = spawn(order.launcher, ["serve"], {
    detached: true,
    stdio: "inherit",
    // This program set these variables for itself; the new one has its own paths.
    env: {
      ...order.environment,
      NODE_COMPILE_CACHE: undefined,
      WORDLOOM_UPDATE_TASK: order.taskId,
    },
  });
  const failed = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`it cannot be started: ${messageOf(error)}`));
    child.once("exit", (code, signal) => resolve(`it ended with ${code ?? signal}`));
  });
  const over = new AbortController();
  let wasStopped = false;
  const stopped = order.stopped.then(() => {
    wasStopped = true;
    return "the service was stopped";
  });
  const outcome = await Promise.race([failed, stopped, untilHealthy(order, over.signal)]);
  over.abort();
  if (outcome === undefined) {
    child.unref();
    return { healthy: true, pid: child.pid ?? 0 };
  }
  await end(child);
  return { healthy: false, reason: outcome, wasStopped };
}

/** @returns the reason why it is not healthy, or undefined once it is */
async function untilHealthy(
  { healthUrl, version }: RestartOrder,
  over: AbortSignal,
): Promise<string | undefined> {
  const late = AbortSignal.any([AbortSignal.timeout(HEALTHY_WITHIN_MS), over]);
  let last = "it does not answer";
  while (!late.aborted) {
    const found = await askHealth(healthUrl, late).catch(() => undefined);
    if (found?.status === 200 && found.version === version) return undefined;
    if (found !== undefined) last = `it answers ${found.status} as ${found.version ?? "unknown"}`;
    await pause(ASK_EVERY_MS, undefined, { signal: late }).catch(() => undefined);
  }
  return `${last}, ${HEALTHY_WITHIN_MS / 1_000} s after its start`;
}

async function askHealth(
  url: string,
  late: AbortSignal,
): Promise<{ status: number; version: string | undefined }> {
  const signal = AbortSignal.any([late, AbortSignal.timeout(ASK_MAX_MS)]);
  const headers = { accept: "application/json", connection: "close" };
  const reply = await fetch(url, { signal, headers, redirect: "error" });
  const body: unknown = await reply.json().catch(() => undefined);
  return { status: reply.status, version: versionIn(body) };
}

function versionIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("version" in body) return String(body.version);
  return "data" in body ? versionIn(body.data) : undefined;
}

/** Ends the new program with all its processes. */
async function end(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const gone = hasEnded(child) ? Promise.resolve() : once(child, "exit");
  signalGroup(pid, "SIGTERM");
  await Promise.race([gone, pause(TERM_MS)]);
  signalGroup(pid, "SIGKILL");
  await gone;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // No process is left.
  }
}
