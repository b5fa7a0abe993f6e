import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

const BLOCK_BYTES = 1_048_576;

/**
 * Writes the write-ahead log again as it is, and flushes it.
 *
 * After a failed flush the system may hold pages in memory that it takes for written, and will
 * never write, also after the process that wrote them has ended. A later flush succeeds without
 * them, and what is acknowledged then follows a hole in the log. Written again, they are flushed,
 * or the flush fails.
 *
 * @param file  the database, open, outside of a transaction; its write lock is taken meanwhile
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

/** A full disk may take a part of a block. */
async function writeAll(file: Handle, block: Buffer, at: number): Promise<void> {
  for (let done = 0; done < block.length;) {
    const { bytesWritten } = await file.write(block, done, block.length - done, at + done);
    done += bytesWritten;
  }
}

/**
 * Whether there is room beside a file: as much as opening a database needs, several times over.
 * Never rejects.
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
