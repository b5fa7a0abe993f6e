import type { DatabaseSync } from "node:sqlite";
import { sql, type Expression, type RawBuilder } from "kysely";
import type { Database } from "../tables.ts";
import { dialectOf } from "./dialect-of.ts";

/**
 * An expression: the text in lowercase for every script, like JavaScript's `toLowerCase`. SQLite's
 * `lower` knows only ASCII, and PostgreSQL's depends on the locale.
 */
export function foldCase(db: Database, text: Expression<unknown>): RawBuilder<string> {
  return dialectOf(db) === "postgres"
    ? sql<string>`lower(${text} collate "und-x-icu")`
    : sql<string>`fold_case(${text})`;
}

/** Adds `fold_case` to a connection. A row costs about a microsecond. */
export function addFoldCase(file: DatabaseSync): void {
  file.function("fold_case", { deterministic: true, directOnly: true }, (text) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
}
