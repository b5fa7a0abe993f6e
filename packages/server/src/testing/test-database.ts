import { openDatabase } from "../platform/database/connection.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/tables.ts";
import { systemClock } from "../platform/clock.ts";

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** An empty database with the full schema, for one test or one test file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const database = await openDatabase("sqlite::memory:", { busyTimeoutMs: 1_000, poolSize: 1 });
  await migrate(database, systemClock);
  return { database, close: () => database.destroy() };
}
