import { execFile } from "node:child_process";
import { copyFile, mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const BLOCK_BYTES = 4_096;

/** A call to the disk and its error; see storage-faults.c. */
export interface DiskFault {
  readonly call: "flush" | "write";
  readonly error: "EDQUOT" | "EIO" | "ENOSPC";
  /** The first call that fails, counted from 1 after the order, and the number of failures. */
  readonly first: number;
  readonly count: number;
  /** Only files with this ending. */
  readonly suffix: string;
}

/** A disk under the database of one process that loses power and fails. */
export interface FaultyDisk {
  /** Environment variables that make the process use it. */
  readonly settings: Readonly<Record<string, string>>;
  order(fault: DiskFault): Promise<void>;
  /** From now on nothing fails. */
  mend(): Promise<void>;
  /**
   * Leaves the files as a power failure would: everything that was flushed, and those unflushed
   * blocks for which `survives` returns true. Call it after the process was killed, while no
   * process has the database open.
   */
  losePower(survives: () => boolean): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Compiles the disk; without a C compiler prints that the test is skipped.
 *
 * @param file  the database; no process may have it open
 */
export async function createFaultyDisk(file: string): Promise<FaultyDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-faults-"));
  const [library, durable, orders] = ["faults.so", "durable", "orders"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const source = join(import.meta.dirname, "storage-faults.c");
  const args = ["-O1", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"];
  try {
    await promisify(execFile)("cc", args);
  } catch (cause) {
    await rm(folder, { recursive: true });
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    process.stderr.write("\n*** NO C COMPILER: the test of disks that fail is left out. ***\n");
    return undefined;
  }
  await mkdir(durable);
  const names = ["", "-wal", "-journal"].map((ending) => ({
    live: `${file}${ending}`,
    durable: join(durable, `${file.slice(file.lastIndexOf("/") + 1)}${ending}`),
  }));
  for (const name of names) await copyOver(name.live, name.durable);
  return {
    settings: {
      LD_PRELOAD: library,
      DISK_WATCHED: file,
      DISK_DURABLE: durable,
      DISK_ORDERS: orders,
    },
    async order({ call, error, first, count, suffix }) {
      await writeFile(orders, `${call} ${first} ${count} ${constants.errno[error]} ${suffix}\n`);
    },
    mend: () => rm(orders, { force: true }),
    async losePower(survives) {
      await rm(`${file}-shm`, { force: true });
      for (const name of names) {
        await restore(name.live, name.durable, survives);
        await copyOver(name.live, name.durable);
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A file that was never flushed is gone. */
async function restore(live: string, durable: string, survives: () => boolean): Promise<void> {
  const [now, kept] = await Promise.all([contentOf(live), contentOf(durable)]);
  if (kept === undefined) return rm(live, { force: true });
  if (now === undefined) return copyFile(durable, live);
  const left = Buffer.alloc(Math.max(now.length, kept.length));
  kept.copy(left);
  let end = kept.length;
  for (let at = 0; at < now.length; at += BLOCK_BYTES) {
    const block = now.subarray(at, at + BLOCK_BYTES);
    if (block.equals(kept.subarray(at, at + BLOCK_BYTES)) || !survives()) continue;
    block.copy(left, at);
    end = Math.max(end, at + block.length);
  }
  await writeFile(live, left.subarray(0, end));
}

async function copyOver(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  const content = await contentOf(from);
  if (content !== undefined) await writeFile(to, content);
}

function contentOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}
