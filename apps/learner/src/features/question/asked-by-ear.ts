import {
  foldText,
  gapExample,
  isShortSentence,
  type SentenceGap,
  type SpokenPart,
} from "@wordloom/language";
import type { StudyWord } from "../kit/study-word.ts";
import type { AskedKind } from "./asked-kind.ts";
import { wordLanguage } from "./word-language.ts";

/** An example sentence that is heard, divided where the word stands in it. */
export interface AskedSentence extends SentenceGap {
  /** Its place among the examples, from 0. */
  readonly at: number;
}

/** Kinds that let an example be heard. */
const bySentence: ReadonlySet<AskedKind> = new Set(["gap-dictation", "sentence-dictation"]);

/** The sentence of a question; undefined for other kinds, and if no example has the word. */
export function askedSentence(word: StudyWord, kind: AskedKind): AskedSentence | undefined {
  // Kits that were stored by an earlier version may have no examples.
  if (!bySentence.has(kind) || !Array.isArray(word.word.examples)) return undefined;
  return gapExample(word.word);
}

/** The part of the word that a spoken question lets be heard. */
export function heardPart(sentence: AskedSentence | undefined): SpokenPart {
  return sentence === undefined ? "text" : `example:${sentence.at}`;
}

/** Recalled as often in a row, a word leaves room for the sentence around it. */
const STREAK_MIN = 3;
/** From this strength on, a word is firm: about twelve days. */
export const FIRM_LEVEL = 0.4;

/**
 * Whether a word is known well enough for dictation of a whole sentence, and the sentence is short
 * enough: the word was right at the last three reviews and is remembered for about twelve days.
 */
export function isReadyForSentence({ word, state }: StudyWord, sentence: AskedSentence): boolean {
  const isKnown = state?.state === "reviewing" || state?.state === "mastered";
  const isFirm = (state?.masteryLevel ?? 0) >= FIRM_LEVEL;
  const text = sentence.before + sentence.word + sentence.after;
  return (
    isKnown &&
    isFirm &&
    (state?.correctStreak ?? 0) >= STREAK_MIN &&
    isShortSentence(text, wordLanguage(word, text))
  );
}

/** Options of a question besides the right one. */
const RIVALS_MAX = 3;

/** A word that the learner took for the one asked, and that is known to sound different. */
interface Rival {
  readonly wordId: string;
  readonly word: string;
}

/** At most three words that the learner confused with this one and can tell from it by ear. */
export function rivalsByEar({ word, content }: StudyWord): readonly Rival[] {
  const seen = new Set([foldText(word.text)]);
  const rivals = content.confusables.filter(({ word: text, timesConfused, soundsApart }) => {
    const key = foldText(text);
    if (soundsApart !== true || timesConfused === 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return rivals.slice(0, RIVALS_MAX);
}
