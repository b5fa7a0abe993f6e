import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, backup } from "node:sqlite";
import type { Deps } from "../../../deps.ts";
import { createPrivateFile, sqliteFile } from "../../../platform/database/connection.ts";
import type { PhaseWatch } from "../../../platform/release/phase-watch.ts";
import { compareTags } from "../../../platform/release/release-tags.ts";
import { asFailure, failUpdate } from "../../../platform/release/update-failure.ts";
import type { UpdateJournal } from "../../../platform/release/update-journal.ts";

type Needs = Pick<Deps, "installation" | "log" | "settings">;

const KEPT = 3;
const NAME = /^learning-(v[0-9a-z.-]+)\.backup\.db$/;

/**
 * Makes a copy of the database before a swap, checks it, and keeps three. A copy before a rollback
 * is never removed.
 *
 * @throws UpdateFailure BackupFailed, DiskFull
 */
export async function backUpBefore(
  needs: Needs,
  { action, fromVersion, startedAtMs }: UpdateJournal,
  watch: PhaseWatch,
): Promise<void> {
  const { installation, log, settings } = needs;
  const file = sqliteFile(settings.DATABASE_URL);
  if (file === undefined || file === ":memory:") {
    log.warn({}, "this database is not a file: its backup is left to the operator");
    return;
  }
  const time = new Date(startedAtMs).toISOString().replace(/[-:]/g, "").replace("T", "-");
  const target =
    action === "rollback"
      ? join(settings.DATA_DIR, "backups", `backup-pre-rollback-${time.slice(0, 15)}.db`)
      : join(settings.DATA_DIR, `learning-${fromVersion}.backup.db`);
  const part = `${target}.part`;
  try {
    await installation.disk.remove(part);
    createPrivateFile(part);
    await copy(file, part, watch);
    await installation.disk.rename(part, target);
    await prune(needs, target);
  } catch (error) {
    await installation.disk.remove(part);
    watch.signal.throwIfAborted();
    throw asFailure(error, "BackupFailed");
  }
}

async function copy(file: string, part: string, watch: PhaseWatch): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, part, {
      progress() {
        watch.progress();
        watch.signal.throwIfAborted();
      },
    });
  } finally {
    source.close();
  }
  const made = new DatabaseSync(part, { readOnly: true });
  try {
    const found = made.prepare("pragma integrity_check").get();
    if (found?.["integrity_check"] !== "ok") failUpdate("BackupFailed", "the copy is damaged");
  } finally {
    made.close();
  }
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
