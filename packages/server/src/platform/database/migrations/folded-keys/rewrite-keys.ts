import { composed, foldLines, foldText } from "@wordloom/language";
import { sql } from "kysely";
import { dialectOf } from "../../dialect/dialect-of.ts";
import { ftsReplace } from "../../dialect/full-text.ts";
import { searchTokens } from "../../dialect/search-tokens.ts";
import type { Database } from "../../tables.ts";

/** Number of words read and written at a time. */
const BATCH = 500;

const COLUMNS = [
  ...["text", "text_folded", "meaning", "meaning_folded"],
  ...["pronunciation", "part_of_speech", "examples_json", "tags_json"],
] as const;

export interface StoredWord {
  readonly seq: number;
  readonly id: string;
  readonly text: string;
  readonly text_folded: string;
  readonly meaning: string;
  readonly meaning_folded: string;
  readonly pronunciation: string | null;
  readonly part_of_speech: string | null;
  readonly examples_json: string;
  readonly tags_json: string;
}

/** The former and the new key of a word. */
export interface ChangedKey {
  readonly former: string;
  readonly key: string;
}

/**
 * Composes the texts of all words, recomputes their keys for comparison and search, and updates the
 * copies in other tables.
 *
 * @returns the words whose comparison key changed, by id
 */
export async function rewriteKeys(tx: Database): Promise<Map<string, ChangedKey>> {
  const changed = new Map<string, ChangedKey>();
  for (let after = -1; ;) {
    const rows = await listWords(tx, after);
    if (rows.length === 0) return changed;
    after = Number(rows.at(-1)?.seq);
    const pairs = rows.map((row) => ({ row, next: rewritten(row) }));
    const others = pairs.filter(({ row, next }) => !isSame(row, next));
    await saveWords(
      tx,
      others.map(({ next }) => next),
    );
    for (const { row, next } of others) {
      if (row.text_folded === next.text_folded) continue;
      changed.set(row.id, { former: row.text_folded, key: next.text_folded });
    }
    await rewriteCopies(
      tx,
      rows.map(({ id }) => id),
    );
  }
}

async function listWords(tx: Database, afterSeq: number): Promise<StoredWord[]> {
  const { rows } = await sql<StoredWord>`
    select seq, id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))} from words
    where seq > ${afterSeq} order by seq limit ${BATCH}
  `.execute(tx);
  return rows;
}

/** The form in which a word of this text and meaning is stored from now on. */
function rewritten(row: StoredWord): StoredWord {
  return {
    ...row,
    text: composed(row.text),
    text_folded: foldText(row.text),
    meaning: composed(row.meaning),
    meaning_folded: foldLines(row.meaning),
    pronunciation: row.pronunciation && composed(row.pronunciation),
    part_of_speech: row.part_of_speech && composed(row.part_of_speech),
    examples_json: composed(row.examples_json),
    tags_json: composed(row.tags_json),
  };
}

function isSame(a: StoredWord, b: StoredWord): boolean {
  return COLUMNS.every((name) => a[name as keyof StoredWord] === b[name as keyof StoredWord]);
}

/** Stores words as given, and their search index entries. */
export async function saveWords(tx: Database, words: readonly StoredWord[]): Promise<void> {
  if (words.length === 0) return;
  const names = ["id", ...COLUMNS] as (keyof StoredWord)[];
  const json = JSON.stringify(words.map((word) => names.map((name) => word[name])));
  const [value, list] =
    dialectOf(tx) === "sqlite"
      ? [sql.ref("value"), sql`json_each(${json})`]
      : [sql.ref("value"), sql`json_array_elements(${json}::json) as list (value)`];
  const fields = names.map((name, at) => sql`${value} ->> ${sql.lit(at)} as ${sql.ref(name)}`);
  const sets = COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  await sql`
    update words set ${sql.join(sets)}
    from (select ${sql.join(fields)} from ${list}) as given
    where words.id = given.id
  `.execute(tx);
  const entries = words.map(({ seq, text_folded: text, meaning_folded: meaning }) => {
    return { seq: Number(seq), tokens: searchTokens(`${text}\n${meaning}`) };
  });
  await ftsReplace(tx, entries);
}

/** Copies record the text from which something was made; it may be a former text of the word. */
async function rewriteCopies(tx: Database, ids: readonly string[]): Promise<void> {
  for (const name of ["wordbook_import_words", "word_model_answers", "word_confusables"]) {
    const table = sql.table(name);
    const { rows } = await sql<{ id: string; former: string }>`
      select distinct word_id as id, text_folded as former from ${table}
      where word_id in (${sql.join(ids)})
    `.execute(tx);
    for (const { id, former } of rows) {
      const key = foldText(former);
      if (key === former) continue;
      await sql`update ${table} set text_folded = ${key}
        where word_id = ${id} and text_folded = ${former}`.execute(tx);
    }
  }
}
