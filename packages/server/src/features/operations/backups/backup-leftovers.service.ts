import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";

/** Longer than any check of a backup takes. After this time without a write, its maker is gone. */
const FORSAKEN_MS = 2 * HOUR_MS;

const NAME = String.raw`backup-[a-z-]+-\d{8}-\d{6}(?:-\d+)?|learning-v[0-9A-Za-z.-]+\.backup`;

/** Part of a backup's file name: the backup, the part, and the suffix of an unfinished file. */
const PIECE = new RegExp(
  String.raw`^((?:${NAME})\.(?:db|dump))(\.files\.tar|\.manifest\.json)?` +
    String.raw`(\.part(?:-journal|-wal|-shm)?)?$`,
);

/**
 * Removes the remains of interrupted backups: partial files, which may be large, and keys without a
 * database beside them. Ages are by the file system's clock.
 */
export async function removeLeftovers({
  clock,
  log,
  settings,
}: Pick<Deps, "clock" | "log" | "settings">): Promise<void> {
  for (const folder of new Set([settings.BACKUP_DIR, settings.DATA_DIR])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (!isLeftover(folder, name) || !(await isForsaken(path, clock.nowMs()))) continue;
      await rm(path, { force: true });
      log.info({ file: name }, "removed the remains of an interrupted backup");
    }
  }
}

function isLeftover(folder: string, name: string): boolean {
  const [, database, part, unfinished] = PIECE.exec(name) ?? [];
  if (database === undefined) return false;
  return unfinished !== undefined || (part !== undefined && !existsSync(join(folder, database)));
}

async function isForsaken(path: string, nowMs: number): Promise<boolean> {
  const about = await stat(path).catch(() => undefined);
  return about !== undefined && nowMs - about.mtimeMs >= FORSAKEN_MS;
}
