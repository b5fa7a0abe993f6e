import type { RecordDraft } from "@wordloom/contract";
import type { StudyWord } from "../kit/study-word.ts";
import { askedSentence, rivalsByEar, type AskedSentence } from "./asked-by-ear.ts";
import type { AskedKind } from "./asked-kind.ts";
import { seededShare } from "./seeded-share.ts";

/** One of the answers to choose from. */
export interface Option {
  readonly text: string;
  /** The word this option belongs to, reported as `confusedWith` when chosen. */
  readonly wordId: string | null;
  readonly isRight: boolean;
}

/** What is on the screen: the word, its meaning or its sound, and the task. */
export interface Question {
  readonly kind: AskedKind;
  readonly word: StudyWord;
  /** Empty if there is nothing to choose. */
  readonly options: readonly Option[];
  /** The sentence that is heard, in dictation of a sentence or of a gap in it. */
  readonly sentence?: AskedSentence | undefined;
}

/**
 * Builds a question. Every second time a word is asked, it has other wrong options.
 *
 * @param seed  of the session: the order of the options depends on it, so that a learner learns the
 *              answer and not its place, and a reload keeps the order
 */
export function questionFor(
  word: StudyWord,
  kind: AskedKind,
  asked: number,
  seed: string,
): Question {
  const sentence = askedSentence(word, kind);
  if (kind === "minimal-pair") return { kind, word, options: pairFor(word, asked, seed) };
  const mode = kind === "listening" ? "word-to-meaning" : kind;
  const hasOptions = mode === "word-to-meaning" || mode === "meaning-to-word";
  return { kind, word, options: hasOptions ? optionsFor(word, mode, asked, seed) : [], sentence };
}

/** The word, and those that the learner took for it. */
function pairFor(word: StudyWord, asked: number, seed: string): Option[] {
  const { id, text } = word.word;
  const others = rivalsByEar(word).map((rival) => ({
    text: rival.word,
    wordId: rival.wordId,
    isRight: false,
  }));
  return shuffled([{ text, wordId: id, isRight: true }, ...others], `${seed} ${id} ${asked}`);
}

function shuffled(options: readonly Option[], seed: string): Option[] {
  const place = ({ text }: Option) => seededShare(`${seed} ${text}`);
  return options.toSorted((left, right) => place(left) - place(right));
}

/** What a question is made of. Kits that were stored by an earlier version have no others. */
type Offered = Pick<StudyWord, "options"> &
  Partial<Pick<StudyWord, "otherOptions">> & { readonly word: { readonly id: string } };

/** The answers to choose from, as `questionFor` orders them. */
export function optionsFor(
  word: Offered,
  mode: "word-to-meaning" | "meaning-to-word",
  asked: number,
  seed: string,
): Option[] {
  const given = (asked % 2 === 1 ? word.otherOptions?.[mode] : null) ?? word.options[mode];
  if (given === null) return [];
  const options = given.options.map((text, index) => ({
    text,
    wordId: given.wordIds[index] ?? null,
    isRight: index === given.correctIndex,
  }));
  return shuffled(options, `${seed} ${word.word.id} ${asked}`);
}

/**
 * The service's name of a kind; missing for kinds that it does not distinguish. What is heard and
 * typed counts as a typed word, and what is heard and chosen as a word recognized by ear.
 */
export const modeOf: Readonly<Record<AskedKind, RecordDraft["questionMode"]>> = {
  "word-to-meaning": "word-to-meaning",
  "meaning-to-word": "meaning-to-word",
  listening: "audio-to-meaning",
  spelling: "meaning-to-spelling",
  dictation: "meaning-to-spelling",
  "gap-dictation": "meaning-to-spelling",
  "sentence-dictation": "meaning-to-spelling",
  "minimal-pair": "audio-to-meaning",
  recall: undefined,
  "recall-word": undefined,
};
