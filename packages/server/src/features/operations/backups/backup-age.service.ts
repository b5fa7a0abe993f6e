import type { Deps } from "../../../deps.ts";
import { readSchemaCreation } from "../../../platform/database/migrate.ts";
import { HOUR_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { findLastGood } from "./backups.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Backups from which one would restore after an accident. */
const COUNTED = ["daily", "manual", "upgrade"] as const;

/** Clocks of machines that share a database differ by seconds. */
const AHEAD_MS = 5 * MINUTE_MS;

export interface BackupAge {
  /** When the last good backup was made; undefined: never, or nobody can tell. */
  readonly atMs: number | undefined;
  readonly ageHours: number | undefined;
  /** The only good ones are dated in the future: a clock was wrong, and their age is not known. */
  readonly isDatedAhead: boolean;
  /** It is older than BACKUP_ALARM_HOURS, or of unknown age; without one, the service is. */
  readonly isStale: boolean;
}

/** How old the last good backup is. What is dated in the future counts as none. */
export async function readBackupAge({ clock, database, settings }: Needs): Promise<BackupAge> {
  const nowMs = clock.nowMs();
  const { atMs, isAnyAhead } = await findLastGood(database, COUNTED, nowMs + AHEAD_MS);
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
