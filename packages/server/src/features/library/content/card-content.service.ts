import type { KitContent, WordPublic } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordReader } from "../words/seen-words.ts";
import { storedContexts } from "./contexts.service.ts";
import { storedEtymology } from "./etymology.service.ts";
import { storedAnswers } from "./model-answers.service.ts";
import { listPartsWithMeanings, toMorpheme } from "./morphemes.service.ts";

/** Maximum number of sentences on a card. */
const CONTEXTS_MAX = 3;

/** The back of a card, except words that resemble it. */
export type CardContent = Omit<KitContent, "confusables" | "lookalikes">;

/**
 * Parts, origin and sentences of several words, from stored data and rules. No model is called. The
 * number of statements does not depend on the number of words.
 */
export async function cardContents(
  db: Database,
  reader: WordReader,
  words: readonly WordPublic[],
): Promise<(word: WordPublic) => CardContent> {
  const parts = await listPartsWithMeanings(db, reader, words);
  const stored = await storedAnswers(db, words);
  return (word) => {
    const own = parts.get(word.id) ?? [];
    return {
      morphemes: own.map(toMorpheme),
      etymology: storedEtymology(word, stored, own),
      contexts: storedContexts(word, stored).slice(0, CONTEXTS_MAX),
    };
  };
}
