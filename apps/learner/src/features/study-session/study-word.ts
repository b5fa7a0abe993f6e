import type { KitWord } from "@wordloom/contract";

/** What is known of a word for asking it: the kit's entry. */
export type StudyWord = KitWord;

/** The language of the words being learned; meanings may be in any. */
export const WORD_LANGUAGE = "en";
