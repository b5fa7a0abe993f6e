import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../service/ports.ts";
import { endGuard, guardScript } from "./server-guard.ts";

const START_MAX_MS = 30_000;
const POLL_MS = 10;
const PROGRAMS = ["valkey-server", "redis-server"] as const;

/** The Redis for tests: a running server that may be emptied, or a program. */
export type RedisSource =
  | { readonly kind: "server"; readonly url: string }
  | { readonly kind: "program"; readonly path: string };

/** A server configured by the developer, else an installed one. */
export function findRedis(environment: NodeJS.ProcessEnv): RedisSource | undefined {
  const url = environment["TEST_REDIS_URL"];
  if (url) return { kind: "server", url };
  const path = PROGRAMS.find((program) => spawnSync(program, ["--version"]).status === 0);
  return path === undefined ? undefined : { kind: "program", path };
}

/** A Redis for one test file. Its data is lost when it stops. */
export interface RedisServer {
  readonly url: string;
  /** Kills it, as in a crash. */
  stop(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
  /** Connections stay open without replies, as when the machine hangs. */
  freeze(): Promise<void>;
  thaw(): void;
}

/**
 * Starts a server, or empties the one configured by the developer, which cannot be stopped.
 *
 * @throws Error if it does not start
 */
export async function startRedis(source: RedisSource): Promise<RedisServer> {
  if (source.kind === "server") return emptied(source.url);
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let keeper: ChildProcess | undefined;
  let serverPid = 0;
  const start = async () => {
    keeper = await launch(source.path, port);
    await untilUp(url);
  };
  await start();
  return {
    url,
    start,
    async stop() {
      if (keeper !== undefined) await endGuard(keeper);
    },
    async freeze() {
      serverPid = await pidOf(url);
      process.kill(serverPid, "SIGSTOP");
    },
    thaw: () => void process.kill(serverPid, "SIGCONT"),
  };
}

async function emptied(url: string): Promise<RedisServer> {
  await talkTo(url, (redis) => redis.flushdb());
  const refuse = async () => {
    throw new Error("the server of TEST_REDIS_URL cannot be stopped by tests");
  };
  return { url, stop: async () => {}, start: refuse, freeze: refuse, thaw: () => {} };
}

async function launch(program: string, port: number): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-redis-"));
  const address = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder];
  const inMemory = ["--save", "", "--appendonly", "no"];
  const command = [program, ...address, ...inMemory];
  return spawn("/bin/sh", ["-c", guardScript("KILL"), "sh", folder, ...command], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
}

async function untilUp(url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_MAX_MS; waitedMs += POLL_MS) {
    const answers = await talkTo(url, (redis) => redis.ping()).catch(() => undefined);
    if (answers === "PONG") return;
    await pause(POLL_MS);
  }
  throw new Error("Redis did not start");
}

async function pidOf(url: string): Promise<number> {
  const facts = await talkTo(url, (redis) => redis.info("server"));
  return Number(/process_id:(\d+)/.exec(facts)?.[1]);
}

async function talkTo<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on("error", () => {});
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
