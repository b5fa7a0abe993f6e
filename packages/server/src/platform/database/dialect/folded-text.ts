import { foldedClasses, foldText } from "@wordloom/language";
import type { DatabaseSync } from "node:sqlite";
import { sql, type Expression, type RawBuilder } from "kysely";
import type { Database } from "../tables.ts";
import { dialectOf } from "./dialect-of.ts";

/** White space that NFKC leaves, and that of PostgreSQL depends on the locale. */
const SPACES = "[\\t-\\r \\u1680\\u2028\\u2029]+";

/**
 * An expression: the text as `foldText` folds it, to be compared with a folded one. SQLite calls
 * that function; PostgreSQL takes the same steps.
 */
export function foldedText(db: Database, text: Expression<unknown>): RawBuilder<string> {
  if (dialectOf(db) === "sqlite") return sql<string>`fold_text(${text})`;
  const { apostrophes, dashes, invisible } = foldedClasses;
  const plain = replaced(sql`normalize(${text}, NFC)`, apostrophes, "'");
  const visible = replaced(sql`normalize(${plain}, NFKC)`, invisible, "");
  const small = replaced(sql`lower(${visible} collate "und-x-icu")`, "i\\u0307+", "i");
  const even = sql`normalize(${replaced(small, "\\u03c2", "\u03c3")}, NFKC)`;
  const form = replaced(replaced(even, apostrophes, "'"), dashes, "-");
  return sql<string>`btrim(${replaced(form, SPACES, " ")})`;
}

function replaced(text: Expression<unknown>, pattern: string, by: string): RawBuilder<unknown> {
  return sql`regexp_replace(${text}, ${sql.lit(pattern)}, ${sql.lit(by)}, 'g')`;
}

/** Adds `fold_text` to a connection. A row costs some microseconds. */
export function addFoldText(file: DatabaseSync): void {
  file.function("fold_text", { deterministic: true, directOnly: true }, (text) =>
    typeof text === "string" ? foldText(text) : text,
  );
}
