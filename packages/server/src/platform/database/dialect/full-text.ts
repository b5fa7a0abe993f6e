import { sql, type RawBuilder } from "kysely";
import type { Database } from "../tables.ts";
import { dialectOf } from "./dialect-of.ts";

/** A word's row number and its search tokens (see search-tokens.ts). */
export interface IndexEntry {
  readonly seq: number;
  readonly tokens: readonly string[];
}

/** Inserts or replaces entries of the word index. */
export async function ftsReplace(tx: Database, entries: readonly IndexEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const pairs = JSON.stringify(entries.map(({ seq, tokens }) => [seq, tokens.join(" ")]));
  if (dialectOf(tx) === "sqlite") {
    await sql`insert or replace into words_search (rowid, tokens)
      select value ->> 0, value ->> 1 from json_each(${pairs})`.execute(tx);
    return;
  }
  await sql`insert into words_search (seq, tokens)
    select (pair ->> 0)::bigint, array_to_tsvector(string_to_array(pair ->> 1, ' '))
    from json_array_elements(${pairs}::json) as pair
    on conflict (seq) do update set tokens = excluded.tokens`.execute(tx);
}

/** Removes entries; unknown ones are ignored. */
export async function ftsRemove(tx: Database, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  if (dialectOf(tx) === "sqlite") {
    await sql`delete from words_search
      where rowid in (select value from json_each(${JSON.stringify(seqs)}))`.execute(tx);
    return;
  }
  await sql`delete from words_search where seq = any(${[...seqs]}::bigint[])`.execute(tx);
}

/**
 * A condition on `words.seq`: the word has all tokens of one of these lists. An empty list matches
 * every word. The caller must still compare the texts themselves.
 */
export function ftsMatch(
  db: Database,
  ...alternatives: readonly (readonly string[])[]
): RawBuilder<boolean> {
  if (alternatives.some((tokens) => tokens.length === 0)) return sql<boolean>`true`;
  const oneOf = (quote: string, and: string, or: string) =>
    alternatives
      .map((tokens) => `(${tokens.map((token) => quote + token + quote).join(and)})`)
      .join(or);
  if (dialectOf(db) === "sqlite") {
    const query = oneOf('"', " AND ", " OR ");
    return sql<boolean>`words.seq in
      (select rowid from words_search where words_search match ${query})`;
  }
  const query = oneOf("'", " & ", " | ");
  return sql<boolean>`words.seq in
    (select seq from words_search where words_search.tokens @@ ${query}::tsquery)`;
}
