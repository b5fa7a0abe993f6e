import { openDatabase } from "../platform/database/connection.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/tables.ts";
import { systemClock } from "../platform/time/clock.ts";
import { emptyTables } from "./database-cleaner.ts";
import { createTestAddress, testOptions } from "./test-database.ts";

/** A database that others can open by its address, as the command line and backups do. */
export interface AddressedDatabase {
  readonly url: string;
  /** Empties it, and gives a new handle, so that no caches of an earlier app are reused. */
  cleaned(): Promise<Database>;
  close(): Promise<void>;
}

/** One for a test file: making it takes longer than a test. */
export async function openAddressedDatabase(): Promise<AddressedDatabase> {
  const address = await createTestAddress();
  const database = await openDatabase(address.url, testOptions);
  await migrate(database, systemClock);
  return {
    url: address.url,
    async cleaned() {
      const fresh = database.withoutPlugins();
      await emptyTables(fresh);
      return fresh;
    },
    async close() {
      await database.destroy();
      await address.remove();
    },
  };
}
