import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

const BLOCK_BYTES = 1_048_576;

/**
 * Rewrites the write-ahead log with its own content, and flushes it.
 *
 * After a failed flush, the system may hold pages in memory that it considers written and will
 * never write, even after the writing process has ended. A later flush succeeds without them, so
 * data acknowledged then follows a gap in the log. Rewriting the pages either flushes them or
 * fails.
 *
 * @param file  the database, open, outside a transaction; its write lock is held meanwhile
 * @throws Error if the log cannot be written or flushed
 */
export async function renewLog(file: DatabaseSync, path: string): Promise<void> {
  file.exec("begin immediate");
  try {
    await rewrite(`${path}-wal`);
  } finally {
    file.exec("rollback");
  }
}

async function rewrite(path: string): Promise<void> {
  const log = await open(path, "r+");
  try {
    const { size } = await log.stat();
    const block = Buffer.allocUnsafe(Math.min(size, BLOCK_BYTES));
    for (let at = 0; at < size;) {
      const { bytesRead } = await log.read(block, 0, block.length, at);
      if (bytesRead === 0) break;
      await writeAll(log, block.subarray(0, bytesRead), at);
      at += bytesRead;
    }
    if (size > 0) await log.datasync();
  } finally {
    await log.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

/** On a full disk, only part of a block may be written. */
async function writeAll(file: Handle, block: Buffer, at: number): Promise<void> {
  for (let done = 0; done < block.length;) {
    const { bytesWritten } = await file.write(block, done, block.length - done, at + done);
    done += bytesWritten;
  }
}

/**
 * Whether there is free space next to a file: several times what opening a database needs. Never
 * rejects.
 */
export async function hasRoomBeside(path: string): Promise<boolean> {
  const probe = join(dirname(path), ".room-probe");
  try {
    const file = await open(probe, "w", 0o600);
    try {
      await writeAll(file, Buffer.alloc(BLOCK_BYTES), 0);
      await file.datasync();
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
