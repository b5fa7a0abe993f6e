import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { checkSqlite, copySqlite } from "../../../platform/database/backup/copy-sqlite.ts";
import { createBackup } from "../../../platform/database/backup/create-backup.ts";
import { createPrivateFile, sqliteFile } from "../../../platform/database/connection.ts";
import type { PhaseWatch } from "../../../platform/release/phase-watch.ts";
import { compareTags } from "../../../platform/release/release-tags.ts";
import { asFailure } from "../../../platform/release/update-failure.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";

type Needs = Pick<Deps, "clock" | "database" | "installation" | "settings">;

const KEPT = 3;
const NAME = /^learning-(v[0-9a-z.-]+)\.backup\.db$/;

/**
 * Makes a backup before a swap, and checks it. Of a SQLite file it is a copy, of which three are
 * kept; of a PostgreSQL database a dump among the other backups. One before a rollback is never
 * removed.
 *
 * @throws UpdateFailure BackupFailed, DiskFull
 */
export async function backUpBefore(
  needs: Needs,
  journal: UpdateJournal,
  watch: PhaseWatch,
): Promise<void> {
  const file = sqliteFile(needs.settings.DATABASE_URL);
  try {
    if (file === undefined) await dump(needs, journal, watch);
    // What is in memory ends with the process anyway.
    else if (file !== ":memory:") await copyFile(needs, file, journal, watch);
  } catch (error) {
    watch.signal.throwIfAborted();
    throw asFailure(error, "BackupFailed");
  }
}

async function dump(
  { clock, database, settings }: Needs,
  { action }: UpdateJournal,
  watch: PhaseWatch,
): Promise<void> {
  await createBackup({
    ...{ database, url: settings.DATABASE_URL, dataDir: settings.DATA_DIR },
    folder: settings.BACKUP_DIR,
    kind: action === "rollback" ? "pre_rollback" : "upgrade",
    nowMs: clock.nowMs(),
    onProgress: () => goOn(watch),
  });
}

async function copyFile(
  needs: Needs,
  file: string,
  { action, fromVersion, startedAtMs }: UpdateJournal,
  watch: PhaseWatch,
): Promise<void> {
  const { installation, settings } = needs;
  const time = new Date(startedAtMs).toISOString().replace(/[-:]/g, "").replace("T", "-");
  const target =
    action === "rollback"
      ? join(settings.DATA_DIR, "backups", `backup-pre-rollback-${time.slice(0, 15)}.db`)
      : join(settings.DATA_DIR, `learning-${fromVersion}.backup.db`);
  const part = `${target}.part`;
  try {
    await installation.disk.remove(part);
    createPrivateFile(part);
    await copySqlite(file, part, () => goOn(watch));
    checkSqlite(part);
    await installation.disk.rename(part, target);
    await prune(needs, target);
  } catch (error) {
    await installation.disk.remove(part);
    throw error;
  }
}

function goOn(watch: PhaseWatch): void {
  watch.progress();
  watch.signal.throwIfAborted();
}

/** Copies of former versions; the newest three stay. */
async function prune({ installation, settings }: Needs, newest: string): Promise<void> {
  const names = (await readdir(settings.DATA_DIR))
    .map((name) => NAME.exec(name)?.[1] ?? "")
    .filter((tag) => tag !== "")
    .toSorted(compareTags)
    .map((tag) => `learning-${tag}.backup.db`);
  const others = names.filter((name) => join(settings.DATA_DIR, name) !== newest);
  for (const name of others.slice(0, Math.max(0, others.length - (KEPT - 1)))) {
    await installation.disk.remove(join(settings.DATA_DIR, name));
  }
}
