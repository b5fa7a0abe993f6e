import type { KitWord } from "@wordloom/contract";

/** What is needed to ask a word: its entry in the kit. */
export type StudyWord = KitWord;
