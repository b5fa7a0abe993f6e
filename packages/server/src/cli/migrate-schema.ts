import { migrateSafely } from "../platform/database/backup/migrate-safely.ts";
import { openCommandDatabase } from "./command-database.ts";
import { migrationStatus } from "../platform/database/migrate.ts";
import { readSettings, type Settings } from "../platform/settings/settings.ts";
import { systemClock } from "../platform/time/clock.ts";
import { UsageError } from "./output.ts";
import type { Command, Output } from "./output.ts";
import type { Database } from "../platform/database/tables.ts";

/** `migrate` brings the schema up to date; `migrate status` only prints its state. */
export const migrateCommand: Command = async ([what], output) => {
  if (what !== undefined && what !== "status") throw new UsageError(`no such command: ${what}`);
  const settings = readSettings();
  const database = await openCommandDatabase(settings);
  try {
    return await (what === "status"
      ? printStatus(database, output)
      : apply(database, settings, output));
  } finally {
    await database.destroy();
  }
};

async function apply(database: Database, settings: Settings, output: Output): Promise<number> {
  const { applied } = await migrateSafely(
    database,
    settings,
    systemClock,
    (backup) => output.print(`The replaced database is kept as ${backup}.`),
    (step, figures) => output.print(`${step}: ${JSON.stringify(figures)}`),
  );
  for (const name of applied) output.print(`applied ${name}`);
  if (applied.length === 0) output.print("The schema is up to date.");
  return 0;
}

/** Returns 1 for a database of a newer release, which this release must not use. */
async function printStatus(database: Database, output: Output): Promise<number> {
  const { applied, pending, unknown } = await migrationStatus(database);
  for (const name of applied) output.print(`applied ${name}`);
  for (const name of pending) output.print(`pending ${name}`);
  for (const name of unknown) output.print(`unknown ${name}: made by a newer release`);
  return unknown.length === 0 ? 0 : 1;
}
