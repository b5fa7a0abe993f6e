import { sql, type RawBuilder } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isInLanguages, isOfLibrary } from "../words/seen-words.ts";
import { idsIn } from "../../../platform/database/bulk.ts";
import { isFoundAs } from "../words/word-match.ts";
import { hasText } from "./own-tags.repo.ts";
import type { WordVersionsTable } from "./own-words.tables.ts";

/** Which of a learner's words to list. Absent fields match all. */
export interface OwnWordFilter {
  readonly userId: string;
  /** See `queryForms`; empty: any. */
  readonly forms: readonly string[];
  readonly language?: string | undefined;
  readonly wordbookId?: string | undefined;
  /** Only words with this tag; `versions` are the library words to which the learner gave it. */
  readonly tagged?: { readonly tag: string; readonly versions: readonly string[] } | undefined;
}

/** A page of own words, and of library words with an own version, ordered by text, then id. */
export async function listOwnIds(
  db: Database,
  filter: OwnWordFilter,
  window: RowWindow,
): Promise<string[]> {
  const upTo = window.offset + window.perPage;
  const parts = sourcesOf(db, filter).map(
    (source) => sql`select * from (
      select words.text_folded, words.id ${source}
      order by words.text_folded, words.id limit ${upTo}
    ) as of_one_source`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) as found
    order by text_folded, id limit ${window.perPage} offset ${window.offset}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function countOwn(db: Database, filter: OwnWordFilter): Promise<number> {
  let total = 0;
  for (const source of sourcesOf(db, filter)) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count ${source}
    `.execute(db);
    total += Number(rows[0]?.count ?? 0);
  }
  return total;
}

function sourcesOf(db: Database, filter: OwnWordFilter): RawBuilder<unknown>[] {
  const { userId, forms, tagged } = filter;
  const any = sql<boolean>`true`;
  const isTagged = tagged === undefined ? any : hasText(sql.ref("words.tags_json"), tagged.tag);
  const isVersion = tagged === undefined ? any : idsIn(db, "words.id", tagged.versions);
  const versions = sql`from word_versions join words on words.id = word_versions.word_id
    where word_versions.user_id = ${userId} and ${isOfLibrary()}`;
  const isFound = (of: "word" | "version") =>
    forms.length === 0 ? sql`true` : isFoundAs(forms, of);
  return [
    sql`from words where words.owner_id = ${userId}
      and ${isFound("word")} and ${isTagged} and ${isChosen(filter)}`,
    sql`${versions} and ${isFound("version")} and ${isVersion} and ${isChosen(filter)}`,
  ];
}

function isChosen({ language, wordbookId }: OwnWordFilter): RawBuilder<boolean> {
  const spoken = isInLanguages(language === undefined ? [] : [language]);
  if (wordbookId === undefined) return spoken;
  return sql<boolean>`${spoken} and exists (
    select 1 from wordbook_words
    where wordbook_words.wordbook_id = ${wordbookId} and wordbook_words.word_id = words.id
  )`;
}

/** A learner's own values of a library word, as stored; undefined without any. */
export async function findVersion(
  db: Database,
  userId: string,
  wordId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("word_versions")
    .select("fields_json")
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirst();
  return row?.fields_json;
}

/** A learner's versions that have a recording of their own. */
export async function listRecordedVersions(
  db: Database,
  userId: string,
): Promise<WordVersionsTable[]> {
  return db
    .selectFrom("word_versions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("fields_json", "like", '%"audioUrl":"%')
    .execute();
}

export async function saveVersion(tx: Database, row: WordVersionsTable): Promise<void> {
  const { user_id: _user, word_id: _word, ...values } = row;
  await tx
    .insertInto("word_versions")
    .values(row)
    .onConflict((conflict) => conflict.columns(["user_id", "word_id"]).doUpdateSet(values))
    .execute();
}

/** @returns whether there was one */
export async function removeVersion(
  tx: Database,
  userId: string,
  wordId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("word_versions")
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
