import {
  foldText,
  judgeAnswer,
  judgeSentence,
  type Judgment,
  type Tolerance,
} from "@wordloom/language";
import type { StudyWord } from "../kit/study-word.ts";
import type { Question } from "../question/question.ts";
import { otherWords } from "../question/other-words.ts";
import { wordLanguage } from "../question/word-language.ts";

interface Written extends Judgment {
  /** The synonym that was written, which counts as right. */
  readonly synonym?: string;
  /** Of a sentence: whether every word of it was typed. */
  readonly isWhole?: boolean;
}

/**
 * Judges a written answer. If only the meaning was shown, a synonym is right as well: one from the
 * session, or one of the easily confused words. In a sentence the word counts as it stands there,
 * and no other word of the sentence.
 * @param words those of the session
 */
export function judgeWritten(
  given: string,
  { word: asked, kind, sentence }: Pick<Question, "word" | "kind" | "sentence">,
  words: Readonly<Record<string, StudyWord>>,
  tolerance: Tolerance,
): Written {
  const { text, meaning, reading } = asked.word;
  const expected = { text, meaning, reading, language: wordLanguage(asked.word) };
  const others = otherWords(asked, words);
  if (sentence !== undefined) {
    const whole = sentence.before + sentence.word + sentence.after;
    // The reading of another form is not known.
    const isAsInBook = foldText(sentence.word) === foldText(text);
    const language = wordLanguage(asked.word, whole);
    const inSentence = { language, meaning, reading: isAsInBook ? reading : null };
    return kind === "sentence-dictation"
      ? judgeSentence(given, { ...sentence, ...inSentence }, tolerance, others)
      : judgeAnswer(given, { text: sentence.word, ...inSentence }, tolerance, others);
  }
  const judgment = judgeAnswer(given, expected, tolerance, others);
  if (judgment.isRight || kind !== "spelling") return judgment;
  const synonym = others.find(
    (other) =>
      other.meaning !== undefined &&
      foldText(other.meaning) === foldText(meaning) &&
      judgeAnswer(given, { ...expected, text: other.text, reading: null }, tolerance).isRight,
  );
  return synonym === undefined ? judgment : { ...judgment, isRight: true, synonym: synonym.text };
}
