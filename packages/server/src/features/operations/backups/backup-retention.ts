import type { BackupKind } from "../../../platform/database/backup/backup-manifest.ts";

interface Kept {
  readonly name: string;
  readonly kind: BackupKind;
  readonly createdAtMs: number;
  /** Sequence number; 0: unknown, before all others. */
  readonly sequence: number;
  readonly verified: boolean;
}

/** Total size of all backups that triggers a warning, bytes. */
export const BACKUPS_BYTES_MANY = 10 * 1024 ** 3;

/** Number of kept backups from before an update. There is one per version. */
const UPGRADES_KEPT = 3;

/**
 * The backups that may be removed. Those made before something dangerous (`pre_*`) stay until a
 * person removes them, and so does the newest good one of any kind. Newest means last made: if a
 * clock was ahead for a day, that day's backups must not stay forever.
 *
 * @param keep  how many daily and manual ones stay, together
 */
export function backupsToRemove<B extends Kept>(all: readonly B[], keep: number): B[] {
  const newestFirst = all.toSorted(
    (one, other) => other.sequence - one.sequence || other.createdAtMs - one.createdAtMs,
  );
  const newestGood = newestFirst.find(({ verified }) => verified);
  const routine = newestFirst.filter(({ kind }) => kind === "daily" || kind === "manual");
  const upgrades = newestFirst.filter(({ kind }) => kind === "upgrade");
  const over = [...routine.slice(keep), ...upgrades.slice(UPGRADES_KEPT)];
  return over.filter((backup) => backup !== newestGood);
}
