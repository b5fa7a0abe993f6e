import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "./thrown.ts";

/** Subdirectories of the data directory, with their modes. */
const DIRECTORIES: Readonly<Record<string, number>> = {
  secrets: 0o700,
  keys: 0o700,
  backups: 0o700,
  packs: 0o755,
  avatars: 0o755,
};

/** Files that only the owner may read, where they exist. */
const PRIVATE_FILES = [
  "learning.db",
  "learning.db-wal",
  "learning.db-shm",
  "learning.db.lock",
  "setup-token",
  "reset-tokens.log",
  "amas_config.toml",
];

/**
 * Creates the data directory and its subdirectories where they are missing. Existing ones keep
 * their mode; `doctor` reports a wrong one.
 *
 * @throws Error saying what to do when the place is not writable
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    makeDirectory(dataDir, 0o755);
    for (const [name, mode] of Object.entries(DIRECTORIES)) {
      makeDirectory(join(dataDir, name), mode);
    }
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${reason}); make it writable for the user the ` +
        "service runs as, or set DATA_DIR to another directory",
    );
  }
}

/**
 * Makes a directory and the parents it lacks; one that exists keeps its mode.
 *
 * By hand, because Node's own recursive form never returns where a file system refuses with ENOENT,
 * as /proc does.
 */
export function makeDirectory(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), 0o755);
  try {
    mkdirSync(path, { mode });
    // Afterwards, since the process's umask would take away bits a web server in front may need.
    chmodSync(path, mode);
  } catch (error) {
    // Another process that starts at the same time may have been faster.
    if (!existsSync(path)) throw error;
  }
}

/** One line for each file or directory that is open to other users, saying how to fix it. */
export function looseModes(dataDir: string): string[] {
  const directories = Object.entries(DIRECTORIES);
  const files = PRIVATE_FILES.map((name) => [name, 0o600] as const);
  return [...directories, ...files].flatMap(([name, allowed]) => {
    const path = join(dataDir, name);
    const mode = modeOf(path);
    if (mode === undefined || (mode & ~allowed) === 0) return [];
    return [`${path} is open to others (${octal(mode)}): run chmod ${octal(allowed)} ${path}`];
  });
}

function modeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.mode & 0o777;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}
