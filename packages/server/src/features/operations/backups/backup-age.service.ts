import type { LastBackup } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { readSchemaCreation } from "../../../platform/database/migrate.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findLastGood } from "./backups.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Backups that an operator would restore after an accident. */
const COUNTED = ["daily", "manual", "upgrade"] as const;

export interface BackupAge {
  /** When the last good backup was made; undefined if there is none or its age is unknown. */
  readonly atMs: number | undefined;
  readonly ageHours: number | undefined;
  /** The only good ones are dated in the future. A clock was wrong, so their age is unknown. */
  readonly isDatedAhead: boolean;
  /**
   * It is older than BACKUP_ALARM_HOURS or of unknown age. Without a backup, the service is older.
   */
  readonly isStale: boolean;
}

/** The age of the last good backup. Backups dated in the future do not count. */
export async function readBackupAge({ clock, database, settings }: Needs): Promise<BackupAge> {
  const nowMs = clock.nowMs();
  const { atMs, isAnyAhead } = await findLastGood(database, COUNTED, latestStoredMs(nowMs));
  const isDatedAhead = atMs === undefined && isAnyAhead;
  const sinceMs = atMs ?? (await readSchemaCreation(database));
  const isOld = nowMs - sinceMs > settings.BACKUP_ALARM_HOURS * HOUR_MS;
  return {
    atMs,
    ageHours: atMs === undefined ? undefined : Math.max(0, (nowMs - atMs) / HOUR_MS),
    isDatedAhead,
    isStale: isDatedAhead || isOld,
  };
}

/** The last good backup, as told to administrators. */
export async function readLastBackup(needs: Needs): Promise<LastBackup> {
  const { atMs, ageHours, isStale, isDatedAhead } = await readBackupAge(needs);
  if (atMs === undefined) return { at: null, ok: false, ageHours: null, isDatedAhead };
  return { at: toTimestamp(atMs), ok: !isStale, ageHours: ageHours ?? null, isDatedAhead };
}
