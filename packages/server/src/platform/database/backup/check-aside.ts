import { createStandingThread } from "../../basics/standing-thread.ts";
import { DAY_MS } from "../../time/durations.ts";
import type { CheckReply } from "./check-sqlite.thread.ts";
import type { SqliteContent } from "./check-sqlite.ts";
import { DamagedBackupError } from "./damaged-backup.ts";

/**
 * One per process and independent of apps, because commands without an app also check backups. It
 * ends soon after its last file; a restore or a backup reads several, one after another.
 */
const checker = createStandingThread<string, CheckReply>({
  script: new URL("./check-sqlite.thread.ts", import.meta.url),
  limits: { taskMs: DAY_MS, idleMs: 10_000, waitingMax: 1_000, heapMaxMib: 64 },
  faults: {
    closed: "no more files are checked",
    died: "the check was interrupted",
    late: "the check took too long",
    full: "too many files are waiting to be checked",
  },
});

/**
 * Like `checkSqlite`, but in a thread: reading a file of gigabytes takes minutes, during which the
 * event loop has to answer requests.
 *
 * @throws DamagedBackupError
 */
export async function checkSqliteAside(file: string): Promise<SqliteContent> {
  const found = await checker.run(file);
  if ("fault" in found) throw new DamagedBackupError(found.fault);
  return found;
}
