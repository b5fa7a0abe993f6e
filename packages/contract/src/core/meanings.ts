import { foldText } from "./fold-text.ts";

/** Tags, entities, references to sounds, what is left of a cloze, signs of emphasis. */
const MARKUP =
  /<[^<>]*>|&(?:[a-z]+\d*|#x?[\da-f]+);|\[(?:sound|anki):[^\]]*\]|\{\{|\}\}|[*_~`#]+/giu;

/** What dictionaries print before a meaning; without a full stop only what is no word itself. */
const PART =
  "(?:a|abbr|ad|adj|adv|art|attrib|aux|conj|contr|det|excl|int|interj|intr|n|num|part|phr|pl|" +
  "poss|pred|pref|prep|pron|sb|sg|sing|suff|tr|usu|v|vi|vt)";
const BARE = /^(?:adj|adv|aux|conj|interj|n|prep|pron|v|vi|vt)$/u;

/** Names of parts of speech stand alone only in brackets: "noun" is what "Nomen" means. */
const NAME =
  "(?:adjective|adverb|article|auxiliary|conjunction|determiner|interjection|noun|numeral|" +
  "particle|phrase|plural|preposition|pronoun|verb|(?:名|动|動|形|副|介|代|数|數|连|連|叹|嘆|冠|量|助)(?:词|詞|詞)?)";
const ABBREVIATED = new RegExp(`(?<![\\p{L}\\p{N}])${PART}\\.`, "giu");
const BRACKETED = new RegExp(
  `[(（\\[［【〔<〈《]\\s*(?:${PART}|${NAME})\\.?\\s*[)）\\]］】〕>〉》]`,
  "giu",
);

/** Letters, digits, and signs such as ♥ or €: what a reader can take for an answer. */
const SAYS = /[\p{L}\p{N}\p{Sc}\p{So}]|\p{Emoji_Presentation}/u;

/**
 * Whether a meaning says anything that a word could be told by: not if it is empty, markup,
 * punctuation or nothing but a part of speech.
 *
 * @param partOfSpeech  of the word; a meaning that only repeats it says nothing
 */
export function saysMeaning(meaning: string, partOfSpeech: string | null = null): boolean {
  const text = meaning.replace(BRACKETED, " ").replace(MARKUP, " ").replace(ABBREVIATED, " ");
  const folded = foldText(text);
  if (!SAYS.test(folded)) return false;
  const bare = folded.replace(/[^\p{L}\p{N}\p{S}]+/gu, " ").trim();
  const isPart = bare.split(/[ /&+]+/u).every((piece) => BARE.test(piece));
  return !isPart && bare !== foldText(partOfSpeech ?? "").replace(/[^\p{L}\p{N}\p{S}]+$/u, "");
}

/**
 * The meaning of a word for a question; empty if it says nothing a word could be told by. By an
 * empty one nothing is asked, and it is no option.
 */
export function toldMeaning(word: {
  readonly meaning: string;
  readonly partOfSpeech: string | null;
}): string {
  return saysMeaning(word.meaning, word.partOfSpeech) ? word.meaning : "";
}
