import { sql, type RawBuilder } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isOfLibrary, type WordReader } from "./seen-words.ts";
import { beginsAs, isFoundAs } from "./word-match.ts";
import { version, type SeenRow } from "./words.repo.ts";

/** The search index's content for the words after a row number, in order. */
export function listWordTexts(db: Database, afterSeq: number, limit: number) {
  return (
    db
      .selectFrom("words")
      // An older dump has neither owners nor keys yet: the columns may be missing.
      .selectAll()
      .where("seq", ">", afterSeq)
      .orderBy("seq")
      .limit(limit)
      .execute()
  );
}

/** What to search for. */
export interface WordQuery {
  /** See `queryForms`. */
  readonly forms: readonly string[];
  /** A condition on words of the library. */
  readonly isListed: RawBuilder<boolean>;
  /**
   * Of the matches with the same text and language, only those with the lowest rank are listed;
   * undefined lists all.
   */
  readonly rank: RawBuilder<number> | undefined;
  /**
   * A condition on words.seq answered by the index of the library's words, or of the reader's own;
   * it may include too much, because the substring test decides.
   */
  candidates(ownerId: string | null): RawBuilder<boolean>;
}

/**
 * Words that the reader sees and whose text, reading or meaning contains the query, in the reader's
 * version. Texts and readings that begin with it come first.
 *
 * The matches are collected once, by number. Page and total both use them, and whole rows are read
 * for the page only.
 */
export async function searchWords(
  db: Database,
  reader: WordReader,
  query: WordQuery,
  window: RowWindow,
): Promise<{ rows: SeenRow[]; total: number }> {
  const hits = sql`hits as materialized (${listedOnce(hitsOf(reader, query), query.rank)})`;
  const { rows } = await sql<SeenRow & { total: number }>`
    with ${hits}, page as (
      select seq, place from hits order by place, text_folded, id
      limit ${window.perPage} offset ${window.offset}
    )
    select words.*, (select count(*) from hits) as total, ${version(reader)}
      join page on page.seq = words.seq
    order by page.place, words.text_folded, words.id
  `.execute(db);
  const [first] = rows;
  if (first !== undefined) return { rows, total: Number(first.total) };
  if (window.offset === 0) return { rows, total: 0 };
  const counted = await sql<{ count: number }>`
    with ${hits} select count(*) as count from hits
  `.execute(db);
  return { rows, total: Number(counted.rows[0]?.count ?? 0) };
}

/** The hits, or those of the lowest rank: comparing sorts them, which not every search needs. */
function listedOnce(
  hits: readonly RawBuilder<unknown>[],
  rank: WordQuery["rank"],
): RawBuilder<unknown> {
  const every = sql.join(hits, sql` union all `);
  if (rank === undefined) return every;
  return sql`
    select seq, id, text_folded, place from (
      select every.*, min(rank) over (partition by text_folded, language) as best
      from (${every}) as every
    ) as ranked where rank = best`;
}

function hitsOf(
  reader: WordReader,
  { forms, isListed, rank, candidates }: WordQuery,
): RawBuilder<unknown>[] {
  const ranked = rank === undefined ? sql`` : sql`words.language, ${rank} as rank,`;
  const hit = (of: "word" | "version") => sql`
    select words.seq, words.id, words.text_folded, ${ranked}
      case when ${beginsAs(forms, of)} then 0 else 1 end as place from words`;
  const matches = isFoundAs(forms, "word");
  const library = sql`${hit("word")} where ${isOfLibrary()} and ${candidates(null)} and ${matches}
    and ${isListed}`;
  if (reader === null) return [library];
  const own = sql`word_versions.word_id = words.id and word_versions.user_id = ${reader}
    and (word_versions.meaning_folded is not null or word_versions.reading_keys is not null)`;
  return [
    sql`${library} and not exists (select 1 from word_versions where ${own})`,
    // No bare column: SQLite would read all own words, where the search index gives a few.
    sql`${hit("word")} where coalesce(words.owner_id, '') = ${reader}
      and ${candidates(reader)} and ${matches}`,
    sql`${hit("version")} join word_versions on ${own} where ${isFoundAs(forms, "version")}`,
  ];
}
