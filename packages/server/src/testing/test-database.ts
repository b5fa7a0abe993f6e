import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../platform/time/clock.ts";
import { openDatabase, type DatabaseOptions } from "../platform/database/connection.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/tables.ts";
import { openPatient } from "./paced-database.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./postgres-databases.ts";
import { uncheckOwners } from "./unchecked-owners.ts";

/** The database of this test run. */
export const testDialect =
  process.env["TEST_DATABASE"] === "postgres" ? ("postgres" as const) : ("sqlite" as const);

export const testOptions: DatabaseOptions = { busyTimeoutMs: 1_000, poolSize: 4 };

export interface TestDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** A temporary database URL, deleted by `remove`. Close all handles first. */
export interface TestAddress {
  readonly url: string;
  remove(): Promise<void>;
}

/** Whether rows need the account or wordbook they belong to, as in production. */
export type Owners = "checked" | "unchecked";

/**
 * Opens an empty database with the full schema, for one test or one test file.
 *
 * @param owners  unchecked by default: tests of one service need no accounts
 */
export async function openTestDatabase(owners: Owners = "unchecked"): Promise<TestDatabase> {
  if (testDialect === "sqlite") {
    const database = await openDatabase("sqlite::memory:", testOptions);
    await migrate(database, systemClock);
    if (owners === "unchecked") await uncheckOwners(database);
    return { database, close: () => database.destroy() };
  }
  const address = await postgresAddress(fromSetup("TEST_POSTGRES_TEMPLATE"));
  const database = await openPatient(address.url, testOptions.poolSize);
  if (owners === "unchecked") await uncheckOwners(database);
  return {
    database,
    async close() {
      await database.destroy();
      await address.remove();
    },
  };
}

/**
 * An empty database without schema that several handles can open at once, as processes do: a file,
 * or a database on the server.
 */
export async function createTestAddress(): Promise<TestAddress> {
  if (testDialect === "postgres") return postgresAddress("template0");
  const folder = await mkdtemp(join(tmpdir(), "wordloom-db-"));
  return {
    url: `sqlite:${join(folder, "test.db")}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

async function postgresAddress(template: string): Promise<TestAddress> {
  const serverUrl = fromSetup("TEST_POSTGRES_URL");
  const name = await createDatabase(serverUrl, template);
  return {
    url: databaseUrl(serverUrl, name),
    remove: () => dropDatabase(serverUrl, name),
  };
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts; run through vitest`);
  return value;
}
