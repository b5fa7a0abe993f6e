import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { systemClock } from "@wordloom/server/platform/time/clock";
import {
  openDatabase,
  sqliteFile,
  type DatabaseOptions,
} from "@wordloom/server/platform/database/connection";
import { migrate } from "@wordloom/server/platform/database/migrate";
import { sqliteDialect } from "@wordloom/server/platform/database/dialect/sqlite-dialect";
import type { Database, Tables } from "@wordloom/server/platform/database/tables";
import { memoryFolder } from "../service/memory-folder.ts";
import { noting, type Note } from "./noting-dialect.ts";
import { openPatient } from "./paced-database.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./postgres-databases.ts";
import { uncheckOwners } from "./unchecked-owners.ts";

/** The database of this test run. */
export const testDialect =
  process.env["TEST_DATABASE"] === "postgres" ? ("postgres" as const) : ("sqlite" as const);

export const testOptions: DatabaseOptions = { busyTimeoutMs: 1_000, poolSize: 4 };

export interface OpenAt {
  readonly database: Database;
  /** Address on the PostgreSQL server, which other handles can open as well. */
  readonly url?: string;
}

export interface TestDatabase extends OpenAt {
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
 * @param note  receives every statement
 */
export async function openTestDatabase(
  owners: Owners = "unchecked",
  note?: Note,
): Promise<TestDatabase> {
  if (testDialect === "sqlite") {
    const database = await openInMemory(await imageWith(owners), note);
    return { database, close: () => database.destroy() };
  }
  const isChecked = owners === "checked";
  const template = isChecked ? "TEST_POSTGRES_TEMPLATE" : "TEST_POSTGRES_UNCHECKED_TEMPLATE";
  const address = await postgresAddress(fromSetup(template));
  const database = await openPatient(address.url, testOptions.poolSize, note);
  return {
    database,
    url: address.url,
    async close() {
      await database.destroy();
      await address.remove();
    },
  };
}

/** A handle to the database at an address, with the patience of tests. */
export const openAtAddress = (url: string): Promise<Database> =>
  url.startsWith("sqlite:")
    ? openDatabase(url, testOptions)
    : openPatient(url, testOptions.poolSize);

const images = new Map<Owners, Promise<Uint8Array>>();

/** A migrated database, made once per worker: copying it takes a tenth of the time. */
function imageWith(owners: Owners): Promise<Uint8Array> {
  const image = images.get(owners) ?? migrated(owners);
  images.set(owners, image);
  return image;
}

async function migrated(owners: Owners): Promise<Uint8Array> {
  const folder = await mkdtemp(join(memoryFolder(), "wordloom-image-"));
  const file = join(folder, "image.db");
  try {
    const database = await openDatabase(`sqlite:${file}`, testOptions);
    await migrate(database, systemClock);
    if (owners === "unchecked") await uncheckOwners(database);
    await database.destroy();
    const opened = new DatabaseSync(file);
    // Not in WAL mode, which in-memory databases do not support.
    opened.exec("pragma journal_mode = delete");
    const image = opened.serialize();
    opened.close();
    return image;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function openInMemory(image: Uint8Array, note: Note | undefined): Promise<Database> {
  const { busyTimeoutMs } = testOptions;
  const dialect = sqliteDialect({ file: ":memory:", busyTimeoutMs, image });
  const database = new Kysely<Tables>({ dialect: noting(dialect, note) });
  // Opens it now, even if the caller closes it without a statement.
  await sql`select 1`.execute(database);
  return database;
}

/** An address that several handles can open at once, with the full schema and nothing else. */
export async function createMigratedAddress(): Promise<TestAddress> {
  if (testDialect === "postgres") return postgresAddress(fromSetup("TEST_POSTGRES_TEMPLATE"));
  const address = await createTestAddress();
  await writeFile(sqliteFile(address.url) ?? "", await imageWith("checked"), { mode: 0o600 });
  return address;
}

/**
 * An empty database without schema that several handles can open at once, as processes do: a file,
 * or a database on the server.
 */
export async function createTestAddress(): Promise<TestAddress> {
  if (testDialect === "postgres") return postgresAddress("template0");
  const folder = await mkdtemp(join(memoryFolder(), "wordloom-db-"));
  return {
    url: `sqlite:${join(folder, "test.db")}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A copy of a database that nobody has open: faster than creating its content. */
export async function copyOfAddress({ url }: TestAddress): Promise<TestAddress> {
  if (testDialect === "postgres") return postgresAddress(new URL(url).pathname.slice(1));
  const address = await createTestAddress();
  await copyFile(sqliteFile(url) ?? "", sqliteFile(address.url) ?? "");
  return address;
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
