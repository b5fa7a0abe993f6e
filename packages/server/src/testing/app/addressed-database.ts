import type { Database } from "../../platform/database/tables.ts";
import { cleaningOf } from "@wordloom/testing/databases/database-cleaner";
import {
  createMigratedAddress,
  openAtAddress,
  testDialect,
} from "@wordloom/testing/databases/test-database";

/** A database that others can open by its address, as the CLI and backups do. */
export interface AddressedDatabase {
  readonly url: string;
  /** Empties it and returns a new handle, so that no caches of an earlier app are reused. */
  cleaned(): Promise<Database>;
  close(): Promise<void>;
}

/** One per test file: creating it takes longer than a test. */
export async function openAddressedDatabase(): Promise<AddressedDatabase> {
  const address = await createMigratedAddress();
  const database = await openAtAddress(address.url);
  const url = testDialect === "postgres" ? address.url : undefined;
  const cleaning = await cleaningOf({ database, ...(url !== undefined && { url }) });
  return {
    url: address.url,
    async cleaned() {
      await cleaning.emptyTables();
      return database.withoutPlugins();
    },
    async close() {
      await cleaning.close();
      await database.destroy();
      await address.remove();
    },
  };
}
