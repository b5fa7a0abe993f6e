import { DatabaseSync } from "node:sqlite";
import { programSchema } from "../schema-version.ts";

/** The migrations of a SQLite file that nobody has open. */
export function migrationsOfSqlite(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare("select name from schema_migrations order by name").all();
    return found.map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

/** Number of its newest migration. */
export function schemaOfSqlite(file: string): number {
  return programSchema(migrationsOfSqlite(file).map((name) => ({ name })));
}
