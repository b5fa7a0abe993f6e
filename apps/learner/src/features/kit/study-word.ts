import type { KitWord } from "@wordloom/contract";

/** What is known of a word for asking it: the kit's entry. */
export type StudyWord = KitWord;
