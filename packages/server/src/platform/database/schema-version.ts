import { sql } from "kysely";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";
import { hasTable } from "./table-names.ts";
import type { Database } from "./tables.ts";

/** What programs need to know of a database before they use it. */
export interface SchemaVersion {
  /** Number of the newest migration that it has; 0: none. */
  readonly schema: number;
  /** Programs with an older schema cannot use it. */
  readonly minReaderSchema: number;
}

/**
 * Which programs can use a database after all migrations of this one. A migration that they cannot
 * live with raises it, here and by an update of `schema_reader` in its statements, and at most to
 * the schema of the release before: then every release can return to its predecessor.
 */
export const programMinReaderSchema = 1;

/** Number of the newest migration of this program. */
export function programSchema(steps: readonly Pick<Migration, "name">[] = migrations): number {
  return newest(steps.map(({ name }) => name));
}

/** Also works on an empty database, and on one from before the number was stored. */
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
