import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../basics/thrown.ts";

/** Subdirectories of the data directory, with their modes. */
const DIRECTORIES: Readonly<Record<string, number>> = {
  secrets: 0o700,
  keys: 0o700,
  backups: 0o700,
  update: 0o700,
  packs: 0o755,
  avatars: 0o755,
  speech: 0o700,
};

/** Files that only the owner may read, if they exist. */
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
 * Creates the data directory and its subdirectories if missing. Existing ones keep their mode;
 * `doctor` reports a wrong one.
 *
 * @throws Error with instructions if the directory is not writable
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
 * Creates a directory and its missing parents; an existing one keeps its mode. Node's `recursive`
 * option is not used, because it never returns on file systems that refuse with ENOENT, such as
 * /proc.
 */
export function makeDirectory(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), 0o755);
  try {
    mkdirSync(path, { mode });
    // chmod is needed because the umask may remove bits that a web server in front needs.
    chmodSync(path, mode);
  } catch (error) {
    // Another process starting at the same time may have created it.
    if (!existsSync(path)) throw error;
  }
}

/** For each file or directory open to other users, one line with the command that fixes it. */
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
