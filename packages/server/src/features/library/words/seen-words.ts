import { sql, type RawBuilder } from "kysely";

/**
 * Whose eyes read words: a learner's id, or null for administrators and the service itself, who see
 * the library only. Every statement that reads words for somebody uses one of the conditions below.
 */
export type WordReader = string | null;

/** A condition on `words`: the reader sees the word, as one of the library or as their own. */
export function isSeenBy(reader: WordReader): RawBuilder<boolean> {
  if (reader === null) return isOfLibrary();
  return sql<boolean>`(words.owner_id is null or words.owner_id = ${reader})`;
}

/** A condition on `words`: the word is one of the library. */
export function isOfLibrary(): RawBuilder<boolean> {
  return sql<boolean>`words.owner_id is null`;
}

/** A condition on `words` and `wordbooks`: whoever may read the book sees the word in it. */
export function isSeenInBook(): RawBuilder<boolean> {
  return sql<boolean>`(words.owner_id is null or words.owner_id = wordbooks.user_id)`;
}

/**
 * A condition on `words`: the language is one of these, or any if there are none. `zh` includes
 * `zh-Hans`.
 *
 * Source: RFC 4647, section 3.3.1.
 */
export function isInLanguages(languages: readonly string[]): RawBuilder<boolean> {
  if (languages.length === 0) return sql<boolean>`(1 = 1)`;
  const each = languages.map((tag) => {
    const begins = sql`substr(words.language, 1, ${sql.lit(tag.length + 1)}) = ${`${tag}-`}`;
    return sql`words.language = ${tag} or ${begins}`;
  });
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}
