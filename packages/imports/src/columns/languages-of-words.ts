import { guessLanguage } from "@wordloom/language";
import { languageOfName } from "./language-names.ts";
import type { DraftRow } from "./to-draft.ts";

/** By the names of the columns, then by a column of languages, then by the texts. */
export function languagesOfWords(
  header: readonly string[] | null,
  drafts: readonly DraftRow[],
): { text: string | null; meaning: string | null } {
  const words = drafts.flatMap((draft) => ("word" in draft ? [draft.word] : []));
  const [first] = words;
  const named = (header ?? []).flatMap((name) => languageOfName(name) ?? []);
  // One name alone is that of the meanings: `Wort, Englisch`.
  const [text, meaning] = named.length > 1 ? named : [undefined, named[0]];
  const texts = words.map((word) => word.text);
  const beside = words.flatMap((word) => [word.reading ?? "", ...(word.examples ?? [])]);
  const meanings = words.map((word) => word.meaning).filter((word) => word !== "");
  return {
    text: first?.language ?? text ?? guessLanguage(texts, beside),
    meaning: first?.meaningLanguage ?? meaning ?? guessLanguage(meanings),
  };
}
