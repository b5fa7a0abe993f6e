import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What lies in the data directory and who may read it. */
const DIRECTORIES: Readonly<Record<string, number>> = {
  secrets: 0o700,
  keys: 0o700,
  backups: 0o700,
  packs: 0o755,
  avatars: 0o755,
};

/** Files for the owner only, if they are there. */
const PRIVATE_FILES = [
  "learning.db",
  "learning.db-wal",
  "learning.db-shm",
  "setup-token",
  "reset-tokens.log",
  "amas_config.toml",
];

/**
 * Makes the data directory and its parts where they are missing. What exists keeps its mode;
 * `doctor` speaks up about a wrong one.
 *
 * @throws Error saying what to do when the place is not writable
 */
export function prepareDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    for (const [name, mode] of Object.entries(DIRECTORIES)) {
      const path = join(dataDir, name);
      const made = mkdirSync(path, { recursive: true, mode });
      // The process's umask may have taken bits away that a web server in front needs.
      if (made !== undefined) chmodSync(path, mode);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${reason}); make it writable for the user the ` +
        "service runs as, or set DATA_DIR to another directory",
    );
  }
}

/** Parts that others can read or change although they must not, each with its remedy. */
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
