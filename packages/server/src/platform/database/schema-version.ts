import { sql } from "kysely";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";
import { hasTable } from "./table-names.ts";
import type { Database } from "./tables.ts";

/** Facts that programs need about a database before they use it. */
export interface SchemaVersion {
  /** Number of its newest migration; 0 if there is none. */
  readonly schema: number;
  /** Programs with an older schema cannot use it. */
  readonly minReaderSchema: number;
}

/**
 * Determines which programs can use a database after all migrations of this one. An incompatible
 * migration raises it, here and by an update of `schema_reader` in its statements, but at most to
 * the schema of the previous release, so that every release can return to its predecessor.
 */
export const programMinReaderSchema = 1;

/** Number of the newest migration of this program. */
export function programSchema(steps: readonly Pick<Migration, "name">[] = migrations): number {
  return newest(steps.map(({ name }) => name));
}

/** Also works on an empty database, and on one that predates the stored number. */
export async function readSchemaVersion(db: Database): Promise<SchemaVersion> {
  if (!(await hasTable(db, "schema_migrations"))) return { schema: 0, minReaderSchema: 0 };
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const schema = newest(rows.map(({ name }) => name));
  if (!(await hasTable(db, "schema_reader"))) return { schema, minReaderSchema: schema };
  const found = await sql<{ number: number }>`
    select min_reader_schema as number from schema_reader where id = 1
  `.execute(db);
  return { schema, minReaderSchema: Number(found.rows[0]?.number ?? schema) };
}

/** `0045-updates` has the number 45. */
function newest(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10) || 0));
}
