import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HandOver } from "../platform/release/installation.ts";
import { LAUNCHER } from "../platform/release/install-layout.ts";
import { realDisk } from "../platform/release/release-disk.ts";
import { restartInto } from "../platform/release/restart-release.ts";
import { tidyAfterUpdate } from "../platform/release/settle-update.ts";
import { readJournal, updateFolder, writeJournal } from "../platform/release/update-journal.ts";
import type { Settings } from "../platform/settings/settings.ts";

/** Tells the launcher that another process continues in place of this one. */
const REPLACED = 76;

/**
 * Starts the new program on this program's address and waits until it serves. If it does not, the
 * task is marked as failed, so that settling it undoes its renames.
 *
 * @param at  the port that this program has listened on; `stopped` resolves on a stop signal
 * @returns the exit status; undefined if this program must serve again
 */
export async function replaceBy(
  { installDir, targetVersion, taskId }: HandOver,
  settings: Settings,
  { port, stopped }: { readonly port: number; readonly stopped: Promise<unknown> },
): Promise<number | undefined> {
  const result = await restartInto({
    launcher: join(installDir, LAUNCHER),
    taskId,
    environment: { ...process.env, PORT: String(port) },
    healthUrl: `http://${loopbackOf(settings.HOST)}:${port}${pathOf(settings)}`,
    version: targetVersion,
    stopped,
  });
  const journal = await readJournal(settings.DATA_DIR);
  if (result.healthy) {
    await writeFile(join(updateFolder(settings.DATA_DIR), "next.pid"), `${result.pid}\n`);
    if (journal !== undefined) await tidyAfterUpdate(realDisk, journal);
    return process.env["WORDLOOM_LAUNCHER"] === undefined ? 0 : REPLACED;
  }
  // The next start finds the new version in place, and completes the task.
  if (result.wasStopped) return 0;
  if (journal !== undefined) {
    const error = `HealthFailed: ${targetVersion} did not become healthy: ${result.reason}`;
    await writeJournal(realDisk, settings.DATA_DIR, { ...journal, phase: "restarting", error });
  }
  return undefined;
}

function pathOf({ BASE_PATH }: Settings): string {
  return `${BASE_PATH.replace(/\/$/, "")}/health`;
}

/** The address of a host's listener, as seen from this machine. */
function loopbackOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
