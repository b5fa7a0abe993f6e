import type { WordDraft } from "@wordloom/contract";
import type { Database } from "../../../platform/database/tables.ts";
import { lookUpMany } from "../dictionaries/look-up.service.ts";
import type { Found } from "../dictionaries/found-entries.ts";
import type { BareWord, WordFiller } from "./word-fillers.ts";

/** A card shows a few meanings at once; more are in the dictionary. Characters. */
const MEANING_LENGTH = 200;
const EXAMPLES = 3;

/** The best entry of the dictionaries that have meanings in the learner's language. */
export const dictionaryFiller: WordFiller = {
  name: "dictionary",
  async fill(db: Database, _userId: string, words: readonly BareWord[]) {
    const found = await lookUpMany(db, words);
    return found.map((one) => {
      if (one?.seq === undefined) return undefined;
      return { kind: "draft", draft: draftOf(one), dictionarySeq: one.seq };
    });
  },
};

function draftOf({ entry, match, pronunciation, ...of }: Found): WordDraft {
  const { text, reading, partOfSpeech, meanings = [], examples, exampleMeanings } = entry;
  // A base form sounds different from the form that was asked for.
  const isSame = match !== "base";
  return {
    text,
    meaning: firstMeanings(meanings),
    meaningLanguage: of.meaningLanguage,
    ...(isSame && reading && { reading }),
    ...(isSame && pronunciation !== "" && { pronunciation }),
    ...(partOfSpeech && { partOfSpeech }),
    ...(examples && { examples: examples.slice(0, EXAMPLES) }),
    ...(exampleMeanings && { exampleMeanings: exampleMeanings.slice(0, EXAMPLES) }),
  };
}

/** As many meanings as fit, but at least one. */
function firstMeanings(meanings: readonly string[]): string {
  let text = meanings[0] ?? "";
  for (const meaning of meanings.slice(1)) {
    const longer = `${text}; ${meaning}`;
    if (longer.length > MEANING_LENGTH) break;
    text = longer;
  }
  return text;
}
