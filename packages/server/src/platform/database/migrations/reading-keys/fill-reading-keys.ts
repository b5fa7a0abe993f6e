import { foldLines, foldText, searchForms, searchKeyOfLines } from "@wordloom/language";
import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../dialect/dialect-of.ts";
import { ftsReplace } from "../../dialect/full-text.ts";
import { searchTokens, tokensOfOwner } from "../../dialect/search-tokens.ts";
import type { Database } from "../../tables.ts";

/** Number of rows read and written at a time. */
const BATCH = 500;

interface StoredWord {
  readonly seq: number | string;
  readonly text: string;
  readonly text_folded: string;
  readonly meaning: string;
  readonly meaning_folded: string;
  readonly reading: string | null;
  readonly language: string;
  readonly owner_id: string | null;
}

/** Computes the keys of all words and own versions, and finds the words by them. */
export async function fillReadingKeys(tx: Database): Promise<void> {
  await fillWords(tx);
  await fillVersions(tx);
}

async function fillWords(tx: Database): Promise<void> {
  for (let after = -1; ;) {
    const { rows } = await sql<StoredWord>`
      select seq, text, text_folded, meaning, meaning_folded, reading, language, owner_id
      from words where seq > ${after} order by seq limit ${BATCH}
    `.execute(tx);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.seq);
    const found = rows.flatMap((row) => {
      const keys = [
        unless(foldText(row.text), searchForms(row.text, row.language)),
        unless(foldLines(row.meaning), searchKeyOfLines(row.meaning)),
        row.reading === null ? null : searchForms(row.reading, row.language),
      ];
      return keys.some((key) => key !== null) ? [{ row, keys }] : [];
    });
    await saveKeys(
      tx,
      found.map(({ row, keys }) => [Number(row.seq), ...keys]),
    );
    await ftsReplace(
      tx,
      found.map(({ row, keys }) => {
        const forms = [row.text_folded, row.meaning_folded, ...keys];
        const tokens = searchTokens(forms.map((form) => form ?? "").join("\n"));
        return { seq: Number(row.seq), tokens: tokensOfOwner(tokens, row.owner_id) };
      }),
    );
  }
}

function unless(folded: string, key: string): string | null {
  return key === folded ? null : key;
}

async function saveKeys(
  tx: Database,
  words: readonly (readonly (number | string | null)[])[],
): Promise<void> {
  if (words.length === 0) return;
  await sql`
    update words set text_keys = given.text_keys, meaning_keys = given.meaning_keys,
      reading_keys = given.reading_keys
    from (
      select cast(value ->> 0 as bigint) as seq, value ->> 1 as text_keys,
        value ->> 2 as meaning_keys, value ->> 3 as reading_keys
      from ${elementsOf(tx, JSON.stringify(words))}
    ) as given
    where words.seq = given.seq
  `.execute(tx);
}

/** The elements of a JSON array as rows with a `value`. */
function elementsOf(tx: Database, json: string): RawBuilder<unknown> {
  return dialectOf(tx) === "sqlite"
    ? sql`json_each(${json})`
    : sql`json_array_elements(${json}::json) as list (value)`;
}

interface StoredVersion {
  readonly user_id: string;
  readonly word_id: string;
  readonly fields_json: string;
  readonly language: string;
}

async function fillVersions(tx: Database): Promise<void> {
  for (let last = { user_id: "", word_id: "" }; ;) {
    const { rows } = await sql<StoredVersion>`
      select word_versions.user_id, word_versions.word_id, word_versions.fields_json,
        words.language
      from word_versions join words on words.id = word_versions.word_id
      where (word_versions.user_id, word_versions.word_id) > (${last.user_id}, ${last.word_id})
      order by word_versions.user_id, word_versions.word_id limit ${BATCH}
    `.execute(tx);
    for (const row of rows) await fillVersion(tx, row);
    const next = rows.at(-1);
    if (next === undefined) return;
    last = next;
  }
}

async function fillVersion(tx: Database, version: StoredVersion): Promise<void> {
  const { user_id: userId, word_id: wordId, language } = version;
  const { meaning, reading } = JSON.parse(version.fields_json) as {
    readonly meaning?: string;
    readonly reading?: string | null;
  };
  const meaningKeys = unless(foldLines(meaning ?? ""), searchKeyOfLines(meaning ?? ""));
  const readingKeys = reading == null ? "" : searchForms(reading, language);
  await sql`
    update word_versions set meaning_keys = ${meaningKeys},
      reading_keys = ${reading === undefined ? null : readingKeys}
    where user_id = ${userId} and word_id = ${wordId}
  `.execute(tx);
}
