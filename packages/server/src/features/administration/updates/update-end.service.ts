import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { completeUpdate, tidyAfterUpdate } from "../../../platform/release/settle-update.ts";
import { removeStaging, TARBALL } from "../../../platform/release/install-layout.ts";
import { undoSwap } from "../../../platform/release/swap-release.ts";
import { failureText, type UpdateFailure } from "../../../platform/release/update-failure.ts";
import { releaseUpdateLock } from "../../../platform/release/update-lock.ts";
import { writeJournal, type UpdateJournal } from "../../../platform/release/update-journal.ts";
import {
  programMinReaderSchema,
  programSchema,
} from "../../../platform/database/schema-version.ts";
import { endOverhaul } from "../../../platform/database/overhaul-claim.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { notifyAdmins } from "../../accounts/admin-notices/admin-notices.service.ts";
import { finishAudit, finishForgottenAudits } from "../../accounts/audit/audit.service.ts";
import { endMaintenance } from "./update-maintenance.service.ts";
import { showTask } from "./update-progress.service.ts";
import { installDirOf } from "./update-place.service.ts";
import { insertVersionRun, UPDATE_ACTIONS } from "./updates.repo.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "installation" | "log" | "maintenance" | "settings"
>;

/**
 * Aborts a task: undoes its renames, removes its files, and notifies. The next start
 * repeats the steps that fail.
 */
export async function failTask(
  needs: Needs,
  journal: UpdateJournal,
  failure: UpdateFailure,
): Promise<void> {
  const { clock, installation, log, settings } = needs;
  const error = failureText(failure);
  const failed: UpdateJournal = {
    ...journal,
    phase: "failed",
    error,
    completedAtMs: clock.nowMs(),
  };
  log.error({ cause: failure, taskId: journal.taskId, phase: journal.phase }, "the update failed");
  showTask(needs, failed);
  try {
    // First, because a full disk blocks everything else.
    await installation.disk.remove(join(journal.stagingDir, TARBALL));
    await undoSwap(installation.disk, journal.steps);
    await removeStaging(installation.disk, journal.installDir);
    await writeJournal(installation.disk, settings.DATA_DIR, failed);
    await endMaintenance(needs);
    await report(needs, failed);
    await releaseUpdateLock(installation.disk, journal.installDir);
  } catch (cause) {
    log.error({ cause }, "the update could not be cleaned up; the next start does so");
  } finally {
    await endOverhaul(settings.DATABASE_URL);
  }
}

/**
 * Called once the service listens: ends the task whose target is this program, or reports
 * a task that was settled at the start. Records that this version has run.
 */
export async function reportUpdate(needs: Needs): Promise<void> {
  const { clock, database, installation, settings } = needs;
  const { disk, version } = installation;
  // This process continues after an update that it could not hand over.
  await endOverhaul(settings.DATABASE_URL);
  await insertVersionRun(database, {
    version,
    schema_number: programSchema(),
    min_reader_schema: programMinReaderSchema,
    first_run_at_ms: clock.nowMs(),
  });
  const about = { disk, dataDir: settings.DATA_DIR, version };
  const journal = await completeUpdate(about, clock.nowMs());
  await endMaintenance(needs);
  if (journal?.reported === false) await report(needs, journal);
  await forgetOthers(needs);
  if (journal !== undefined) return tidyAfterUpdate(disk, journal);
  const installDir = installDirOf(needs);
  if (installDir !== undefined) await releaseUpdateLock(disk, installDir);
}

/** Tasks whose process ended before their journal was written. */
async function forgetOthers({ clock, database }: Needs): Promise<void> {
  const error = "Interrupted: the service ended in the phase pending";
  const end = { error, atMs: clock.nowMs() };
  await transact(database, (tx) => finishForgottenAudits(tx, UPDATE_ACTIONS, end));
}

/** Reports the end to the audit log and to administrators, once. */
async function report(needs: Needs, journal: UpdateJournal): Promise<void> {
  const { clock, database, installation, settings } = needs;
  const { error, phase, steps, targetVersion } = journal;
  if (phase !== "completed" && phase !== "failed") return;
  const failed = steps.length > 0 ? "rolled_back" : "failed";
  await transact(database, (tx) =>
    finishAudit(tx, journal.auditId, {
      outcome: phase === "completed" ? "success" : failed,
      ...(error !== undefined && { error }),
      atMs: journal.completedAtMs ?? clock.nowMs(),
    }),
  );
  const reported = { ...journal, reported: true };
  await writeJournal(installation.disk, settings.DATA_DIR, reported);
  showTask(needs, reported);
  if (phase === "completed") return;
  await notifyAdmins(needs, {
    kind: "update_failed",
    subject: journal.taskId,
    severity: "error",
    code: "update_failed",
    args: { version: targetVersion, error: error ?? "" },
    link: "/updates",
  });
}
