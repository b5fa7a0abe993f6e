import { guessLanguage } from "./guess-language.ts";
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
  const meanings = words.map((word) => word.meaning).filter((word) => word !== "");
  return {
    text: first?.language ?? text ?? languageOfTexts(words),
    meaning: first?.meaningLanguage ?? meaning ?? guessLanguage(meanings),
  };
}

/** Kana in readings and examples tell Japanese from Chinese. */
function languageOfTexts(
  words: readonly { text: string; reading?: string; examples?: readonly string[] }[],
) {
  const guess = guessLanguage(words.map(({ text }) => text));
  if (guess !== "zh") return guess;
  const hasKana = words.some(({ text, reading = "", examples = [] }) =>
    /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test([text, reading, ...examples].join("")),
  );
  return hasKana ? "ja" : guess;
}
