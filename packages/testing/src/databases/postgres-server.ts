import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chown, mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { endGuard, guardScript } from "./server-guard.ts";
import { memoryFolder } from "../service/memory-folder.ts";
import type { PostgresSource } from "./postgres-binaries.ts";

const START_MAX_MS = 30_000;
const POLL_MS = 20;

/** Fast but not crash-safe. */
const OPTIONS = {
  autovacuum: "off",
  dynamic_shared_memory_type: "mmap",
  fsync: "off",
  full_page_writes: "off",
  jit: "off",
  listen_addresses: "",
  max_connections: "200",
  max_wal_senders: "0",
  max_wal_size: "256MB",
  // A connection plans each statement once, not in each of its first five runs.
  plan_cache_mode: "force_generic_plan",
  shared_buffers: "64MB",
  synchronous_commit: "off",
  wal_level: "minimal",
} as const;

export interface PostgresServer {
  /** The maintenance database of the server. */
  readonly url: string;
  stop(): Promise<void>;
  /** Connections stay open without replies, as when the machine hangs. */
  freeze(): Promise<void>;
  thaw(): void;
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a server in a temporary folder, with a socket in that folder, or returns the one
 * configured by the developer.
 *
 * @throws Error with the server's output if it does not start
 */
export async function startPostgres(source: PostgresSource): Promise<PostgresServer> {
  if (source.kind === "server") return configured(source.url);
  const { bin } = source;
  const account = await serverAccount();
  const folder = await makeFolder(account);
  const data = join(folder, "data");
  await promisify(execFile)(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...account, cwd: folder },
  );
  const options = { ...OPTIONS, unix_socket_directories: folder };
  const settings = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keeper = spawn(
    "/bin/sh",
    ["-c", guardScript("QUIT"), "sh", folder, join(bin, "postgres"), "-D", data, ...settings],
    { ...account, cwd: folder, detached: true, stdio: ["pipe", "ignore", "pipe"] },
  );
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0)) goOn(pid);
  };
  const stop = () => {
    thaw();
    return endGuard(keeper);
  };
  await untilUp(url, keeper).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop, freeze: () => freeze(data, frozen), thaw };
}

function configured(url: string): PostgresServer {
  const freeze = async () => {
    throw new Error("the server of TEST_DATABASE_URL cannot be frozen by tests");
  };
  return { url, stop: async () => {}, freeze, thaw: () => {} };
}

/** Freezes the server first, so that it starts no more processes, and then its children. */
async function freeze(data: string, frozen: number[]): Promise<void> {
  const server = Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10);
  const stop = (pid: number) => {
    process.kill(pid, "SIGSTOP");
    frozen.push(pid);
  };
  stop(server);
  for (const pid of (await readdir("/proc")).map(Number)) {
    if (pid > 0 && (await parentOf(pid)) === server) stop(pid);
  }
}

/** A child that was ending when it was frozen is gone as soon as the server goes on. */
function goOn(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** PostgreSQL refuses to run as root, so it runs as the user postgres or nobody. */
async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const listed = await readFile("/etc/passwd", "utf8");
  const accounts = listed.split("\n").map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const found = accounts.find(([name]) => name === wanted);
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error("no user to run PostgreSQL as: neither postgres nor nobody exists");
}

/** Copying the template takes 20 ms in memory, and up to 800 ms on a busy disk. */
async function makeFolder({ uid, gid }: Account): Promise<string> {
  const folder = await mkdtemp(join(memoryFolder(), "wordloom-pg-"));
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

async function untilUp(url: string, keeper: ChildProcess): Promise<void> {
  let said = "";
  keeper.stderr?.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)));
  for (let waitedMs = 0; waitedMs < START_MAX_MS; waitedMs += POLL_MS) {
    if (await answers(url)) return;
    await pause(POLL_MS);
  }
  throw new Error(`PostgreSQL did not start:\n${said}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
