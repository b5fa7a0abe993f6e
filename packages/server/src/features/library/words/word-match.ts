import { sql, type RawBuilder } from "kysely";
import { beginsWith, contains } from "../../../platform/database/text-match.ts";

/**
 * Whose values a search reads: the word's own, or those of a learner's version, which is joined as
 * `word_versions` and may be absent.
 */
type FoundValues = "word" | "version";

/** Null unless the text has readings or accents. */
const TEXT_KEYS = sql.ref("words.text_keys");
const TEXT = sql`coalesce(words.text_keys, words.text_folded)`;
const READING = {
  word: sql.ref("words.reading_keys"),
  version: sql`coalesce(word_versions.reading_keys, words.reading_keys)`,
};
const MEANING = {
  word: sql`coalesce(words.meaning_keys, words.meaning_folded)`,
  version: sql`coalesce(word_versions.meaning_keys, word_versions.meaning_folded,
    words.meaning_keys, words.meaning_folded)`,
};

/**
 * A condition on `words`: the text, the reading or the meaning contains a query.
 *
 * @param forms  of the query, from `queryForms`; only the first one is compared with the meaning
 */
export function isFoundAs(forms: readonly string[], of: FoundValues): RawBuilder<boolean> {
  const [query = "", ...readings] = forms;
  // First what matches most often, because the databases stop there.
  const found = [TEXT, MEANING[of], READING[of]].map((place) => contains(place, query));
  for (const form of readings) found.push(contains(TEXT_KEYS, form), contains(READING[of], form));
  return anyOf(found);
}

/** A condition on `words`: the text or the reading begins with a query. */
export function beginsAs(forms: readonly string[], of: FoundValues): RawBuilder<boolean> {
  const [query = "", ...readings] = forms;
  const begins = [TEXT, READING[of]].map((place) => beginsWith(place, query));
  for (const form of readings.map((one) => `\n${one}`)) {
    begins.push(contains(TEXT_KEYS, form), contains(READING[of], form));
  }
  return anyOf(begins);
}

function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
