import { sql, type RawBuilder } from "kysely";
import { isInLanguages, wordSourcesOf } from "../../library/words/seen-words.ts";
import type { StoredStudyConfig } from "./study-config.repo.ts";

/** The words a learner studies from. */
export interface Selection {
  /** Empty: the library's words of the languages, and all words of the learner's own. */
  readonly wordbookIds: readonly string[];
  /** Empty: all. Of no effect if there are books. */
  readonly languages: readonly string[];
}

export function selectionOf(
  config: Pick<StoredStudyConfig, "selectedWordbookIds" | "learningLanguages">,
): Selection {
  return { wordbookIds: config.selectedWordbookIds, languages: config.learningLanguages };
}

/**
 * Without a book: the two sources of words, as conditions on `words`. They are apart because each
 * has an index in the order in which the words were added.
 */
export function sourcesWithoutBook(
  userId: string,
  { languages }: Selection,
): readonly RawBuilder<boolean>[] {
  return wordSourcesOf(userId).map(({ ownerId, isIn }) =>
    ownerId === null ? sql<boolean>`${isIn} and ${isInLanguages(languages)}` : isIn,
  );
}

/** Without a book, about a word that the learner has met: whether it is still selected. */
export function isOfLanguages(
  { languages }: Selection,
  wordId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (languages.length === 0) return sql<boolean>`(1 = 1)`;
  return sql<boolean>`exists (
    select 1 from words
    where words.id = ${wordId} and (words.owner_id is not null or ${isInLanguages(languages)})
  )`;
}
