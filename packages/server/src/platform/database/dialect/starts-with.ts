import { sql, type RawBuilder } from "kysely";
import type { Database } from "../tables.ts";
import { dialectOf } from "./dialect-of.ts";

/** Sorts after every text in byte order. */
const LAST = "\u{10FFFF}";

/**
 * A condition: the column begins with this text. Both databases can use an index; PostgreSQL needs
 * one with text_pattern_ops, because the order of its default indexes depends on the locale.
 */
export function startsWith(db: Database, column: string, prefix: string): RawBuilder<boolean> {
  const [name, end] = [sql.ref(column), `${prefix}${LAST}`];
  return dialectOf(db) === "postgres"
    ? sql<boolean>`(${name} ~>=~ ${prefix} and ${name} ~<~ ${end})`
    : sql<boolean>`(${name} >= ${prefix} and ${name} < ${end})`;
}
