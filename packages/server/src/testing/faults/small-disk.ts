import { execFile } from "node:child_process";
import { open, mkdtemp, rm, rmdir, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A small separate file system. */
export interface SmallDisk {
  readonly path: string;
  /** Uses up all remaining space except this many bytes (default 0). */
  fill(exceptBytes?: number): Promise<void>;
  /** Frees the space used by `fill`. */
  free(): Promise<void>;
  /** Mounts it again for reading only. No file may be open for writing. */
  forbidWrites(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Mounts a small disk if that is allowed; otherwise prints a warning that the test is skipped.
 *
 * @throws Error in CI runs as root, where mounting must be possible
 */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), "wordloom-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=700`, "tmpfs", path]);
  } catch (cause) {
    await rmdir(path);
    if (process.env["CI"] && process.getuid?.() === 0) throw cause;
    process.stderr.write("\n*** NO DISK TO FILL: that test is skipped. Run it as root. ***\n");
    return undefined;
  }
  const ballast = join(path, "ballast");
  return {
    path,
    async fill(exceptBytes = 0) {
      await fill(ballast);
      if (exceptBytes === 0) return;
      const { size } = await stat(ballast);
      await truncate(ballast, Math.max(0, size - exceptBytes));
    },
    free: () => rm(ballast, { force: true }),
    async forbidWrites() {
      await run("mount", ["-o", "remount,ro", path]);
    },
    async remove() {
      await run("umount", [path]);
      await rmdir(path);
    },
  };
}

const BLOCK_SIZES = [262_144, 4_096, 1];

async function fill(file: string): Promise<void> {
  const handle = await open(file, "a");
  try {
    for (const size of BLOCK_SIZES) await writeUntilFull(handle, Buffer.alloc(size));
  } finally {
    await handle.close();
  }
}

async function writeUntilFull(
  handle: { write(block: Buffer): Promise<{ bytesWritten: number }> },
  block: Buffer,
): Promise<void> {
  for (;;) {
    try {
      const { bytesWritten } = await handle.write(block);
      if (bytesWritten < block.length) return;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") return;
      throw error;
    }
  }
}
