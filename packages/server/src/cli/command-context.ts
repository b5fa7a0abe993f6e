import { openDatabase } from "../platform/database/connection.ts";
import { migrate } from "../platform/database/migrate.ts";
import { createPasswords } from "../platform/identity/passwords.ts";
import { createSessions } from "../platform/identity/sessions.ts";
import { randomIds } from "../platform/basics/ids.ts";
import { silentLog } from "../platform/observability/log.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Deps } from "../deps.ts";
import type { Settings } from "../platform/settings/settings.ts";

/** The dependencies of account commands, without starting the service. */
export type CommandContext = Pick<
  Deps,
  "clock" | "database" | "ids" | "log" | "passwords" | "sessions" | "settings"
>;

/** Opens the database, migrates it, runs `work` and closes it. */
export async function withCommandContext(
  settings: Settings,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(settings.DATABASE_URL, {
    busyTimeoutMs: settings.SQLITE_BUSY_TIMEOUT_MS,
    poolSize: 1,
  });
  const base = { settings, database, clock: systemClock, ids: randomIds, log: silentLog };
  try {
    await migrate(database, systemClock);
    await work({ ...base, passwords: createPasswords(), sessions: createSessions(base) });
  } finally {
    await database.destroy();
  }
}
