import type { Deps } from "../../../deps.ts";
import type { BackupKind } from "../../../platform/database/backup/backup-manifest.ts";
import { createBackup } from "../../../platform/database/backup/create-backup.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { orAborted } from "../../../platform/release/phase-watch.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { watchStall } from "../../../platform/time/stall-watch.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { findBackupFile, removeBackupFile } from "./backup-files.service.ts";
import { removeLeftovers } from "./backup-leftovers.service.ts";
import { backupsToRemove } from "./backup-retention.ts";
import {
  findBackup,
  listBackups,
  registerBackup,
  type KnownBackup,
} from "./backup-register.service.ts";
import { removeBackupRows } from "./backups.repo.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "instance" | "log" | "metrics" | "settings"
>;

/** Writes entries related to a backup in the transaction that records it. */
type WriteEntry = (tx: OpenTransaction, name: string) => Promise<void>;

interface Order {
  readonly kind: BackupKind;
  /** Aborts the backup. It aborts automatically after an hour without progress. */
  readonly signal?: AbortSignal;
  readonly withEntry?: WriteEntry;
  readonly onProgress?: () => void;
}

/**
 * Maximum time without progress after a backup's turn has begun. With progress it may take any
 * time; the check of a SQLite file counts as a single step.
 */
export const BACKUP_STALLED_MS = HOUR_MS;

/** A manual backup that has not begun. */
interface Waiting {
  readonly entries: WriteEntry[];
  readonly made: Promise<KnownBackup>;
}

interface Turns {
  last: Promise<unknown>;
  waiting: Waiting | undefined;
}

/** One at a time, because two would only slow each other down. */
const turns = perApp((): Turns => ({ last: Promise.resolve(), waiting: undefined }));

/**
 * Makes a backup of the running service, records it, and removes surplus ones. If it fails,
 * administrators are notified, no file exists under its name, and existing backups stay.
 *
 * Manual backups requested while another is being made share the next one, which contains all data
 * from before the requests. So at most one of them waits.
 *
 * @throws the error that made it fail
 */
export function makeBackup(needs: Needs, order: Order): Promise<KnownBackup> {
  const turn = turns(needs);
  const entries = order.withEntry === undefined ? [] : [order.withEntry];
  if (order.kind === "manual" && turn.waiting !== undefined) {
    turn.waiting.entries.push(...entries);
    return turn.waiting.made;
  }
  const made = turn.last
    .catch(() => undefined)
    .then(() => {
      if (turn.waiting?.entries === entries) turn.waiting = undefined;
      return makeAlone(needs, order, entries);
    });
  turn.last = made;
  if (order.kind === "manual") turn.waiting = { entries, made };
  return made;
}

async function makeAlone(
  needs: Needs,
  order: Order,
  entries: readonly WriteEntry[],
): Promise<KnownBackup> {
  const watch = watchStall(BACKUP_STALLED_MS, needs.clock);
  const signal = AbortSignal.any([watch.signal, ...(order.signal ? [order.signal] : [])]);
  const onProgress = () => {
    signal.throwIfAborted();
    watch.moves();
    order.onProgress?.();
  };
  try {
    // A backup that hangs on an unavailable disk must not block all later ones.
    const writing = write(needs, { kind: order.kind, entries, signal, onProgress });
    const backup = await orAborted(writing, signal);
    await tidyUp(needs);
    return backup;
  } catch (cause) {
    await reportFailure(needs, order.kind, cause);
    throw cause;
  } finally {
    watch.stop();
  }
}

interface Writing {
  readonly kind: BackupKind;
  readonly entries: readonly WriteEntry[];
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

async function write(
  needs: Needs,
  { kind, entries, signal, onProgress }: Writing,
): Promise<KnownBackup> {
  signal.throwIfAborted();
  const { clock, database, instance, settings } = needs;
  const { name } = await createBackup({
    database,
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    kind,
    folder: settings.BACKUP_DIR,
    nowMs: clock.nowMs(),
    onProgress,
  });
  signal.throwIfAborted();
  const file = await findBackupFile(needs, name);
  if (file === undefined) throw new Error(`${name} has gone a moment after it was made`);
  await transact(database, async (tx) => {
    await registerBackup(tx, instance.host, file);
    for (const withEntry of entries) await withEntry(tx, name);
  });
  const made = await findBackup(needs, name);
  if (made === undefined) throw new Error(`${name} has gone a moment after it was made`);
  return made;
}

/** The backup stays good even if this fails. */
async function tidyUp(needs: Needs): Promise<void> {
  try {
    await prune(needs);
    await removeLeftovers(needs);
  } catch (cause) {
    needs.log.error({ cause }, "surplus backups could not be removed");
  }
}

/** Removes files on this machine only. Each machine removes its own. */
async function prune(needs: Needs): Promise<void> {
  const { database, instance, log, settings } = needs;
  const own = (await listBackups(needs)).filter(({ host }) => host === instance.host);
  for (const { name } of backupsToRemove(own, settings.BACKUP_KEEP)) {
    const file = await findBackupFile(needs, name);
    if (file !== undefined) await removeBackupFile(file);
    await removeBackupRows(database, instance.host, [name]);
    log.info({ backup: name }, "removed a surplus backup");
  }
}

async function reportFailure(needs: Needs, kind: BackupKind, cause: unknown): Promise<void> {
  needs.log.error({ cause, kind }, "a backup failed; earlier backups are untouched");
  await notifyAdmins(needs, {
    kind: "backup_failed",
    subject: kind,
    severity: "error",
    code: "backup_failed",
    args: {},
    link: "/backups",
  });
}
