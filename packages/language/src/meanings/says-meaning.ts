import { foldText } from "../keys/fold-text.ts";
import { PART_LABELS } from "./part-labels.ts";

/** Tags, entities, sound references, remains of a cloze and emphasis marks. */
const MARKUP =
  /<[^<>]*>|&(?:[a-z]+\d*|#x?[\da-f]+);|\[(?:sound|anki):[^\]]*\]|\{\{|\}\}|[*_~`#]+/giu;

/**
 * Also other abbreviations of dictionaries. Without a full stop, only those that are not words
 * themselves.
 */
const OTHERS = "attrib|contr|excl|intr|part|phr|poss|pred|pref|sb|sg|sing|suff|tr|usu";
const PART = `(?:${PART_LABELS}|${OTHERS})`;
const BARE = /^(?:adj|adv|aux|conj|interj|n|prep|pron|v|vi|vt)$/u;

/**
 * Full names of parts of speech are matched only in brackets: "noun" alone is the meaning of
 * "Nomen".
 */
const NAME =
  "(?:adjective|adverb|article|auxiliary|conjunction|determiner|interjection|noun|numeral|" +
  "particle|phrase|plural|preposition|pronoun|verb|(?:名|动|動|形|副|介|代|数|數|连|連|叹|嘆|冠|量|助)(?:词|詞|詞)?)";
const ABBREVIATED = new RegExp(`(?<![\\p{L}\\p{N}])${PART}\\.`, "giu");
const BRACKETED = new RegExp(
  `[(（\\[［【〔<〈《]\\s*(?:${PART}|${NAME})\\.?\\s*[)）\\]］】〕>〉》]`,
  "giu",
);

/** Letters, digits, and signs such as ♥ or €: characters that a reader can take for an answer. */
const SAYS = /[\p{L}\p{N}\p{Sc}\p{So}]|\p{Emoji_Presentation}/u;

/**
 * Whether a meaning is good enough to identify a word. It is not if it is empty, or consists only
 * of markup, punctuation or a part of speech.
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
 * The meaning of a word for a question, or an empty string if it does not identify the word. Words
 * with an empty meaning are neither asked by it nor offered as an option.
 */
export function shownMeaning(word: {
  readonly meaning: string;
  readonly partOfSpeech: string | null;
}): string {
  return saysMeaning(word.meaning, word.partOfSpeech) ? word.meaning : "";
}
