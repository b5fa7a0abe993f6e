import { sql, type RawBuilder } from "kysely";
import type { Database } from "../tables.ts";
import { dialectOf } from "./dialect-of.ts";

/** Comes after every text in the order of bytes. */
const LAST = "\u{10FFFF}";

/**
 * A condition: the column begins with this text. Both databases answer it from an index, PostgreSQL
 * from one with text_pattern_ops, because the order of its usual ones depends on the language.
 */
export function startsWith(db: Database, column: string, prefix: string): RawBuilder<boolean> {
  const [name, end] = [sql.ref(column), `${prefix}${LAST}`];
  return dialectOf(db) === "postgres"
    ? sql<boolean>`(${name} ~>=~ ${prefix} and ${name} ~<~ ${end})`
    : sql<boolean>`(${name} >= ${prefix} and ${name} < ${end})`;
}
