import type { Database } from "../../../platform/database/tables.ts";
import { foldText, listWordsByText, type WordByText } from "../words/words.service.ts";
import { preferredWord } from "./preferred-word.ts";
import type { BareWord, WordFiller } from "./word-fillers.ts";

/**
 * The library's word of the language, preferably explained in the learner's language, or else an
 * own word. In English, a word may have accents that the library lacks.
 */
export const libraryFiller: WordFiller = {
  name: "library",
  async fill(db: Database, userId: string, words: readonly BareWord[]) {
    const texts = words.flatMap(formsOf);
    const found = await listWordsByText(db, userId, [...new Set(texts)]);
    const byText = Map.groupBy(found, ({ textFolded }) => textFolded);
    return words.map((bare) => {
      const lists = formsOf(bare).map((form) => ofLanguage(byText.get(form) ?? [], bare));
      const word = best(lists.find((list) => list.length > 0) ?? [], bare);
      return word && { kind: "word", word };
    });
  },
};

function formsOf({ text, language }: BareWord): string[] {
  const folded = foldText(text);
  return language === "en" ? [folded, foldText(withoutAccents(text))] : [folded];
}

function ofLanguage(words: readonly WordByText[], { language }: BareWord): readonly WordByText[] {
  return words.filter((word) => word.language === language);
}

/** The words are the library's first, own ones after them. */
function best(words: readonly WordByText[], { meaningLanguage }: BareWord): WordByText | undefined {
  const library = words.filter(({ ownerId }) => ownerId === null);
  return preferredWord(library, meaningLanguage) ?? words[0];
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
}
