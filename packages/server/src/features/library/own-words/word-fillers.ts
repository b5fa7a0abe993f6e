import type { WordDraft, WordPublic } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";

/** A word that came without a meaning. */
export interface BareWord {
  readonly text: string;
  readonly language: string;
  /** The language in which the learner wants meanings. */
  readonly meaningLanguage: string;
}

/** A word that is there already, or what a source knows of the word. */
export type Filled =
  | { readonly kind: "word"; readonly word: WordPublic }
  | {
      readonly kind: "draft";
      readonly draft: WordDraft;
      /** Number of the dictionary that says it. */
      readonly dictionarySeq?: number;
    };

/**
 * A source of meanings for bare words. Sources are asked in this order: the library and the
 * learner's own words, dictionaries, a language model.
 */
export interface WordFiller {
  readonly name: "library" | "dictionary" | "model";
  /** @returns an entry for each word; undefined where the source does not know it */
  fill(
    db: Database,
    userId: string,
    words: readonly BareWord[],
  ): Promise<readonly (Filled | undefined)[]>;
}

/** A planned word with the dictionary from which it was filled. */
export function withSource<Planned extends object>(
  planned: Planned | undefined,
  filled: Filled | undefined,
): Planned | undefined {
  const dictionarySeq = filled?.kind === "draft" ? filled.dictionarySeq : undefined;
  return planned === undefined || dictionarySeq === undefined
    ? planned
    : { ...planned, dictionarySeq };
}
