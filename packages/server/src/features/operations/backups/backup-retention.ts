import type { BackupKind } from "../../../platform/database/backup/backup-manifest.ts";

interface Kept {
  readonly name: string;
  readonly kind: BackupKind;
  readonly createdAtMs: number;
  /** Place in the order of making; 0: not known, before all others. */
  readonly sequence: number;
  readonly verified: boolean;
}

/** Above this, all backups together are worth a warning, bytes. */
export const BACKUPS_BYTES_MANY = 10 * 1024 ** 3;

/** Made before an update; of each version there is one. */
const UPGRADES_KEPT = 3;

/**
 * The backups that may go. Those made before something dangerous (`pre_*`) stay until a person
 * removes them, and so does the newest good one, whatever it is. Newest is what was made last: a
 * clock that was ahead for a day must not keep the backups of that day for ever.
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
