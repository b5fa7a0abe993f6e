import { sql, type RawBuilder } from "kysely";
import type { RowWindow } from "../../../platform/basics/page.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { foldedText } from "../../../platform/database/dialect/folded-text.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { contains } from "../../../platform/database/text-match.ts";
import { isOfLibrary } from "../../library/words/seen-words.ts";
import { beginsAs, isFoundAs } from "../../library/words/word-match.ts";

/** Absent fields match every book that is shown. */
export interface AdminWordbookFilter {
  readonly type?: "system" | "user" | undefined;
  /** Part of the name as `foldText` folds it; empty: any. */
  readonly search: string;
}

/** A book with its owner's address and the number of learners who have chosen it. */
export interface AdminWordbookRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly user_id: string | null;
  readonly tags_json: string;
  readonly created_at_ms: number;
  readonly language: string | null;
  readonly meaning_language: string | null;
  readonly owner_email: string | null;
  readonly active_users: number;
}

/** The words of a book for which at least one learner has a state. */
export interface StudiedWords {
  readonly studied: number;
  readonly mastered: number;
}

/** Books, either newest first or those chosen by most learners first. */
export async function listAllBooks(
  db: Database,
  filter: AdminWordbookFilter,
  sort: "newest" | "hottest",
  window: RowWindow,
): Promise<AdminWordbookRow[]> {
  const { rows } = await sql<AdminWordbookRow>`
    select wordbooks.id, wordbooks.name, wordbooks.description, wordbooks.user_id,
      wordbooks.tags_json, wordbooks.created_at_ms, wordbooks.language,
      wordbooks.meaning_language, users.email as owner_email,
      coalesce(choices.learners, 0) as active_users
    from wordbooks
      left join users on users.id = wordbooks.user_id
      left join ${choices(db)} as choices on choices.book_id = wordbooks.id
    where ${matching(db, filter)}
    order by ${sort === "hottest" ? sql`active_users desc,` : sql``}
      wordbooks.created_at_ms desc, wordbooks.id
    limit ${window.perPage} offset ${window.offset}
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at_ms: Number(row.created_at_ms),
    active_users: Number(row.active_users),
  }));
}

export async function countAllBooks(db: Database, filter: AdminWordbookFilter): Promise<number> {
  return countRows(db.selectFrom("wordbooks").where(matching(db, filter)));
}

/** Number of books by type. */
export async function countBooksByType(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("wordbooks")
    .select(["type", (on) => on.fn.countAll<number | string>().as("count")])
    .groupBy("type")
    .execute();
  return new Map(rows.map(({ type, count }) => [type, Number(count)]));
}

export async function countBookEntries(db: Database): Promise<number> {
  return countRows(db.selectFrom("wordbook_words"));
}

/** How many learners have chosen a book for study. Reads all configurations. */
export async function countChoosing(db: Database, bookId: string): Promise<number> {
  const column = sql.ref("selected_wordbook_ids_json");
  const query = db.selectFrom("study_configs").where(contains(column, JSON.stringify(bookId)));
  return countRows(query);
}

/** Looks each word of the book up in word_states_word, only until the first state. */
export async function countStudiedWords(db: Database, bookId: string): Promise<StudiedWords> {
  const has = (condition: RawBuilder<unknown>) => sql`count(case when exists (
    select 1 from word_states where word_states.word_id = entries.word_id and ${condition}
  ) then 1 end)`;
  const { rows } = await sql<{ studied: number | string; mastered: number | string }>`
    select ${has(sql`word_states.state <> 'new'`)} as studied,
      ${has(sql`word_states.state = 'mastered'`)} as mastered
    from wordbook_words as entries where entries.wordbook_id = ${bookId}
  `.execute(db);
  const [row] = rows;
  return { studied: Number(row?.studied ?? 0), mastered: Number(row?.mastered ?? 0) };
}

/**
 * Words of a book that contain a query: those that begin with it first, then by text.
 *
 * @param forms  see `queryForms`; empty: all words
 */
export async function listFoundWordIds(
  db: Database,
  bookId: string,
  forms: readonly string[],
  window: RowWindow,
): Promise<string[]> {
  const rows = await wordsOf(db, bookId, forms)
    .select("words.id")
    .$if(forms.length > 0, (query) =>
      query.orderBy(sql`case when ${beginsAs(forms, "word")} then 0 else 1 end`),
    )
    .orderBy("words.text_folded")
    .orderBy("words.id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
  return rows.map((row) => row.id);
}

export async function countFoundWords(
  db: Database,
  bookId: string,
  forms: readonly string[],
): Promise<number> {
  return countRows(wordsOf(db, bookId, forms));
}

function wordsOf(db: Database, bookId: string, forms: readonly string[]) {
  return db
    .selectFrom("wordbook_words")
    .innerJoin("words", "words.id", "wordbook_words.word_id")
    .where("wordbook_words.wordbook_id", "=", bookId)
    .where(isOfLibrary())
    .$if(forms.length > 0, (query) => query.where(isFoundAs(forms, "word")));
}

function matching(db: Database, { type, search }: AdminWordbookFilter): RawBuilder<boolean> {
  const shown =
    type === undefined ? sql`wordbooks.type in ('system', 'user')` : sql`wordbooks.type = ${type}`;
  if (search === "") return sql<boolean>`${shown}`;
  return sql<boolean>`${shown} and ${contains(foldedText(db, sql.ref("wordbooks.name")), search)}`;
}

/** How many learners have chosen each book. Reads all configurations. */
function choices(db: Database): RawBuilder<unknown> {
  const chosen =
    dialectOf(db) === "postgres"
      ? sql`jsonb_array_elements_text(study_configs.selected_wordbook_ids_json::jsonb) as one(id)`
      : sql`json_each(study_configs.selected_wordbook_ids_json)`;
  const id = dialectOf(db) === "postgres" ? sql`one.id` : sql`json_each.value`;
  return sql`(
    select ${id} as book_id, count(*) as learners from study_configs, ${chosen} group by ${id}
  )`;
}
