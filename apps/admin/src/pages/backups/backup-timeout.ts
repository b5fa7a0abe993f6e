/** Milliseconds: some gigabytes take minutes. */
export const BACKUP_TIMEOUT_MS = 30 * 60_000;
