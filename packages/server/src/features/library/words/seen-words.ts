import { primaryLanguage } from "@wordloom/language";
import { sql, type RawBuilder } from "kysely";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";

/**
 * Whose eyes read words: a learner's id, or null for administrators and the service itself, who see
 * the library only. Every statement that reads words for somebody uses one of the conditions below.
 * Who does not see a word learns nothing of it: it is absent.
 */
export type WordReader = string | null;

export function readerOf(actor: Learner | Admin): WordReader {
  return actor.kind === "learner" ? actor.id : null;
}

/** A condition on `words`: the reader sees the word, as one of the library or as their own. */
export function isSeenBy(reader: WordReader): RawBuilder<boolean> {
  if (reader === null) return isOfLibrary();
  return sql<boolean>`(words.owner_id is null or words.owner_id = ${reader})`;
}

/** A condition on `words`: the word is one of the library. */
export function isOfLibrary(): RawBuilder<boolean> {
  return sql<boolean>`words.owner_id is null`;
}

/** Words of one owner. */
export interface WordSource {
  /** null: the library. */
  readonly ownerId: string | null;
  /** A condition on `words`. */
  readonly isIn: RawBuilder<boolean>;
}

/**
 * The words that the reader sees, by owner. Each source has indexes of its own, which the databases
 * use in a `union all` but not with `or`.
 */
export function wordSourcesOf(reader: WordReader): readonly WordSource[] {
  const library = { ownerId: null, isIn: isOfLibrary() };
  if (reader === null) return [library];
  return [library, { ownerId: reader, isIn: sql<boolean>`words.owner_id = ${reader}` }];
}

/** Whether the reader sees a word of this owner; null is the library. */
export function sees(reader: WordReader, ownerId: string | null): boolean {
  return ownerId === null || ownerId === reader;
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
  const each = languages.map((tag) => isOfTag(sql.ref("words.language"), tag));
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/** Whether the tag in a column belongs to a range. */
function isOfTag(column: RawBuilder<unknown>, range: string): RawBuilder<boolean> {
  const begins = sql`substr(${column}, 1, ${sql.lit(range.length + 1)}) = ${`${range}-`}`;
  return sql<boolean>`(${column} = ${range} or ${begins})`;
}

/**
 * A condition on `words`, for who reads meanings in this language: no other word of the library has
 * the same text with a meaning that suits the reader better. Meanings in the language suit best,
 * then English ones. A learner's own words are always among them.
 *
 * @param language  a language tag, of which the first part counts; absent: every word suits
 */
export function isToldFor(language: string | undefined): RawBuilder<boolean> {
  if (language === undefined) return sql<boolean>`(1 = 1)`;
  const [best, english] = [explains(language), explains("en")];
  return sql<boolean>`(words.owner_id is not null or ${best.here}
    or (not ${best.elsewhere} and (${english.here} or not ${english.elsewhere})))`;
}

/**
 * How well a word suits who reads meanings in this language, as a rank: 0 best. A learner's own
 * words always suit.
 */
export function suitability(language: string): RawBuilder<number> {
  return sql<number>`case when words.owner_id is not null or ${explains(language).here} then 0
    when ${explains("en").here} then 1 else 2 end`;
}

/** Whether the word's meaning, or that of another one with the same text, is in the language. */
function explains(language: string) {
  const isIn = (column: string) => isOfTag(sql.ref(column), primaryLanguage(language));
  return {
    here: isIn("words.meaning_language"),
    elsewhere: sql`exists (
      select 1 from words as other
      where other.owner_id is null and other.text_folded = words.text_folded
        and other.language = words.language and ${isIn("other.meaning_language")}
    )`,
  };
}
