import { sql, type Expression, type RawBuilder } from "kysely";

/** A condition: the text contains the piece, in which `%` and `_` are literal. */
export function contains(text: Expression<unknown>, piece: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like ${`%${withoutWildcards(piece)}%`} escape '\\'`;
}

/** A condition: the text begins with the piece. For indexed columns use `startsWith`. */
export function beginsWith(text: Expression<unknown>, piece: string): RawBuilder<boolean> {
  return sql<boolean>`${text} like ${`${withoutWildcards(piece)}%`} escape '\\'`;
}

function withoutWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
