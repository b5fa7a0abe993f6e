import type { Deps } from "../../../deps.ts";
import { readSchemaCreation } from "../../../platform/database/migrate.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findLastGood } from "./backups.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Backups from which one would restore after an accident. */
const COUNTED = ["daily", "manual", "upgrade"] as const;

export interface BackupAge {
  /** When the last good backup was made; undefined: never. */
  readonly atMs: number | undefined;
  readonly ageHours: number | undefined;
  /** It is older than BACKUP_ALARM_HOURS; without one, the service is. */
  readonly isStale: boolean;
}

/** How old the last good backup is. */
export async function readBackupAge({ clock, database, settings }: Needs): Promise<BackupAge> {
  const atMs = await findLastGood(database, COUNTED);
  const nowMs = clock.nowMs();
  const sinceMs = atMs ?? (await readSchemaCreation(database));
  return {
    atMs,
    ageHours: atMs === undefined ? undefined : Math.max(0, (nowMs - atMs) / HOUR_MS),
    isStale: nowMs - sinceMs > settings.BACKUP_ALARM_HOURS * HOUR_MS,
  };
}
