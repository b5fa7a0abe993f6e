import { isUpdateLocked, releaseUpdateLock } from "./update-lock.ts";
import { LOCK_FILE, pruneVersions, removeStaging } from "./install-layout.ts";
import { readIfThere, type ReleaseDisk } from "./release-disk.ts";
import { undoSwap } from "./swap-release.ts";
import { isRunning, readJournal, writeJournal, type UpdateJournal } from "./update-journal.ts";
import { join } from "node:path";

interface Needs {
  readonly disk: ReleaseDisk;
  readonly dataDir: string;
  /** Release tag of this program. */
  readonly version: string;
}

/**
 * Call at every start, before anything is served. Restores the files of an interrupted update to
 * their previous state, unless this program is its target.
 *
 * @returns the task that this call has ended
 */
export async function settleUpdate(
  needs: Needs,
  nowMs: number,
): Promise<UpdateJournal | undefined> {
  const { disk, dataDir } = needs;
  const journal = await readJournal(dataDir);
  if (journal === undefined || (await isOthers(journal.installDir))) return undefined;
  if (!isRunning(journal)) {
    await removeStaging(disk, journal.installDir);
    return undefined;
  }
  if (isTarget(journal, needs.version)) return undefined;
  await undoSwap(disk, journal.steps);
  const reason = `Interrupted: the service ended in the phase ${journal.phase}`;
  const error = journal.error ?? reason;
  const settled: UpdateJournal = { ...journal, phase: "failed", error, completedAtMs: nowMs };
  await writeJournal(disk, dataDir, settled);
  await removeStaging(disk, journal.installDir);
  return settled;
}

/**
 * Call once this program listens; completes the task whose target it is.
 *
 * @returns the last task
 */
export async function completeUpdate(
  { disk, dataDir, version }: Needs,
  nowMs: number,
): Promise<UpdateJournal | undefined> {
  const journal = await readJournal(dataDir);
  if (journal === undefined || !isRunning(journal) || !isTarget(journal, version)) return journal;
  const phases = { phase: "completed", percent: 100, completedAtMs: nowMs } as const;
  const completed: UpdateJournal = { ...journal, ...phases };
  await writeJournal(disk, dataDir, completed);
  return completed;
}

/**
 * Removes what a finished task no longer needs, and releases its lock. Only the process that holds
 * the lock does this, because it may still have to undo the swap.
 */
export async function tidyAfterUpdate(disk: ReleaseDisk, journal: UpdateJournal): Promise<void> {
  const { installDir } = journal;
  if (await isOthers(installDir)) return;
  await removeStaging(disk, installDir);
  if (journal.phase === "completed") {
    const versions = { current: journal.targetVersion, former: journal.fromVersion };
    await pruneVersions(disk, installDir, versions);
  }
  await releaseUpdateLock(disk, installDir);
}

/**
 * Whether the task installed this program. A version that is installed over itself looks the same
 * before and after, so the phase decides in that case.
 */
function isTarget({ error, phase, ...journal }: UpdateJournal, version: string): boolean {
  if (error !== undefined || version !== journal.targetVersion) return false;
  return phase === "restarting" || journal.fromVersion !== version;
}

async function isOthers(installDir: string): Promise<boolean> {
  if (!(await isUpdateLocked(installDir))) return false;
  const text = await readIfThere(join(installDir, LOCK_FILE));
  return text !== undefined && !text.includes(`"pid":${process.pid},`);
}
