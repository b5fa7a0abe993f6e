import type { RecordDraft } from "@wordloom/contract";
import type { QuestionKind } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { seededShare } from "./seeded-share.ts";

/** One of four answers to choose from. */
export interface Option {
  readonly text: string;
  /** The word it belongs to, for what it was confused with. */
  readonly wordId: string | null;
  readonly isRight: boolean;
}

/** What stands on the screen: the word, its meaning or its sound, and what is to be done. */
export interface Question {
  readonly kind: QuestionKind;
  readonly word: StudyWord;
  /** Empty where nothing is chosen. */
  readonly options: readonly Option[];
}

/** Puts a question together; the order of the options depends on the word and `asked` alone. */
export function questionFor(word: StudyWord, kind: QuestionKind, asked: number): Question {
  return { kind, word, options: optionsFor(word, kind, asked) };
}

function optionsFor(word: StudyWord, kind: QuestionKind, asked: number): Option[] {
  const mode = kind === "listening" ? "word-to-meaning" : kind;
  if (mode !== "word-to-meaning" && mode !== "meaning-to-word") return [];
  const given = word.options[mode];
  if (given === null) return [];
  const options = given.options.map((text, index) => ({
    text,
    wordId: given.wordIds[index] ?? null,
    isRight: index === given.correctIndex,
  }));
  const place = ({ text }: Option) => seededShare(`${word.word.id} ${asked} ${text}`);
  return options.toSorted((left, right) => place(left) - place(right));
}

/** The service's name of a kind; absent for those it does not tell apart. */
export const modeOf: Readonly<Record<QuestionKind, RecordDraft["questionMode"]>> = {
  "word-to-meaning": "word-to-meaning",
  "meaning-to-word": "meaning-to-word",
  listening: "audio-to-meaning",
  spelling: "meaning-to-spelling",
  dictation: "meaning-to-spelling",
  recall: undefined,
};
