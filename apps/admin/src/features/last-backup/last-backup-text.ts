import type { LastBackup } from "@wordloom/contract";
import type { Translator } from "../../text/use-text.ts";

/** The age of the last good backup, as the service judges it, in one sentence. */
export function lastBackupText(last: LastBackup, { t, duration }: Translator): string {
  if (last.at === null)
    return t(last.isDatedAhead ? "overview.backup_ahead" : "overview.backup_never");
  const age = duration(Math.max(1, (last.ageHours ?? 0) * 3_600));
  return t(last.ok ? "overview.backup_well" : "overview.backup_old", { age });
}
