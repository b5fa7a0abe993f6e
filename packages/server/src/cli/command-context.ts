import { openCommandDatabase } from "./command-database.ts";
import { migrateSafely } from "../platform/database/backup/migrate-safely.ts";
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
  const database = await openCommandDatabase(settings);
  const base = { settings, database, clock: systemClock, ids: randomIds, log: silentLog };
  try {
    await migrateSafely(database, settings, systemClock);
    await work({ ...base, passwords: createPasswords(), sessions: createSessions(base) });
  } finally {
    await database.destroy();
  }
}
