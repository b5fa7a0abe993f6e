import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * Whether a list of texts, stored as JSON, has this one: quotation marks inside of texts are
 * escaped, so that the text in its own ones is an element. Case counts on both databases.
 */
export function hasText(list: RawBuilder<string>, text: string): RawBuilder<boolean> {
  return sql<boolean>`replace(${list}, ${JSON.stringify(text)}, '') <> ${list}`;
}

/** The lists of tags that a learner's own words have, as stored, and how many words have each. */
export async function countTagLists(
  db: Database,
  userId: string,
): Promise<{ tagsJson: string; count: number }[]> {
  const rows = await db
    .selectFrom("words")
    .select((eb) => ["tags_json", eb.fn.countAll<number | string>().as("count")])
    .where("owner_id", "=", userId)
    .where("tags_json", "<>", "[]")
    .groupBy("tags_json")
    .execute();
  return rows.map((row) => ({ tagsJson: row.tags_json, count: Number(row.count) }));
}

/** Own words with this tag, at most `limit`, and their tags as stored. */
export async function listTagged(
  db: Database,
  userId: string,
  tag: string,
  limit: number,
): Promise<{ id: string; tagsJson: string }[]> {
  const rows = await db
    .selectFrom("words")
    .select(["id", "tags_json"])
    .where("owner_id", "=", userId)
    .where(hasText(sql.ref("words.tags_json"), tag))
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, tagsJson: row.tags_json }));
}

/** A learner's own versions of library words that have tags, as stored. */
export async function listVersionsWithTags(
  db: Database,
  userId: string,
): Promise<{ wordId: string; fieldsJson: string }[]> {
  const rows = await db
    .selectFrom("word_versions")
    .select(["word_id", "fields_json"])
    .where("user_id", "=", userId)
    .where("fields_json", "like", '%"tags":[%')
    .execute();
  return rows.map((row) => ({ wordId: row.word_id, fieldsJson: row.fields_json }));
}

/** Sets the fields of an own version. What a search reads of it must be the same. */
export async function setVersionFields(
  tx: Database,
  userId: string,
  wordId: string,
  fieldsJson: string,
): Promise<void> {
  await tx
    .updateTable("word_versions")
    .set({ fields_json: fieldsJson })
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .execute();
}
