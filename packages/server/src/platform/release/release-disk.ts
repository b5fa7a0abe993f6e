import { existsSync } from "node:fs";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { flushPath } from "../basics/flush-path.ts";

/** A new file that is being written. */
export interface NewFile {
  write(piece: Uint8Array): Promise<void>;
  /** Returns once the file is flushed to the disk. */
  close(): Promise<void>;
  /** Discards the file; never throws. */
  abandon(): Promise<void>;
}

/**
 * All changes that an update makes on the disk. Each change is flushed when its function returns,
 * so after a power failure the changes are present in this order or not at all.
 */
export interface ReleaseDisk {
  /** @throws Error EEXIST if the path exists, even as a symbolic link */
  create(path: string, mode: number): Promise<NewFile>;
  /** Creates a folder whose parent exists. @param mode  default: 0755 */
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Replaces a file atomically. */
  replace(path: string, content: Uint8Array | string, mode: number): Promise<void>;
  /** Creates a new file together with its content. @throws Error EEXIST */
  claim(path: string, content: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or a folder with its content, if it exists. */
  remove(path: string): Promise<void>;
}

let claims = 0;

/** The disk of this machine. */
export const realDisk: ReleaseDisk = {
  create: createFile,
  async makeFolder(path, mode = 0o755) {
    await mkdir(path, { mode });
    await flushPath(dirname(path));
  },
  async replace(path, content, mode) {
    const fresh = `${path}.new`;
    await rm(fresh, { force: true });
    await write(fresh, content, mode);
    await rename(fresh, path);
    await flushPath(dirname(path));
  },
  async claim(path, content) {
    // A separate name each time, so that two claims of one process do not overwrite each other.
    const fresh = `${path}.${process.pid}-${(claims += 1)}`;
    await rm(fresh, { force: true });
    await write(fresh, content, 0o600);
    try {
      await link(fresh, path);
    } finally {
      await rm(fresh, { force: true });
    }
    await flushPath(dirname(path));
  },
  async rename(from, to) {
    await rename(from, to);
    await flushPath(dirname(to));
    if (dirname(from) !== dirname(to)) await flushPath(dirname(from));
  },
  async remove(path) {
    await rm(path, { recursive: true, force: true });
    if (existsSync(dirname(path))) await flushPath(dirname(path));
  },
};

async function createFile(path: string, mode: number): Promise<NewFile> {
  const handle = await open(path, "wx", mode);
  return {
    async write(piece) {
      for (let at = 0; at < piece.length;) {
        const { bytesWritten } = await handle.write(piece, at);
        at += bytesWritten;
      }
    },
    async close() {
      try {
        // The umask must not decide which files are executable.
        await handle.chmod(mode);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    abandon: () => handle.close().catch(() => undefined),
  };
}

async function write(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  const file = await createFile(path, mode);
  try {
    await file.write(Buffer.from(content));
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.close();
}

/** The text of a file; undefined if it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
