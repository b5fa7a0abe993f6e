import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
  /** As when the machine loses its power. */
  kill(): Promise<void>;
}

/** The program. */
export const MAIN = new URL("../../packages/server/src/main.ts", import.meta.url).pathname;
const START_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/**
 * Starts the service as an operator would, with its data under `directory`. Without the web apps,
 * unless `API_ONLY` is `false`.
 */
export async function startServer(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, "serve"], {
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: directory,
      LOG_LEVEL: "warn",
      WORDBOOK_CENTER_ALLOW_PRIVATE: "true",
      API_ONLY: "true",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(url, () => child.exitCode !== null);
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  return { url, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

async function waitUntilHealthy(url: string, ended: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
    if (ended()) throw new Error("the server ended before it was healthy");
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (reply?.ok) return;
    await pause(ASK_EVERY_MS);
  }
  throw new Error(`the server was not healthy within ${START_WITHIN_MS} ms`);
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
