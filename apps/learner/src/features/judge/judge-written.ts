import { foldText, judgeAnswer, type Judgment, type Tolerance } from "@wordloom/language";
import type { QuestionKind } from "../app-settings/app-settings.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { otherWords } from "../question/other-words.ts";
import { wordLanguage } from "../question/word-language.ts";

interface Written extends Judgment {
  /** The synonym that was written, which counts as right. */
  readonly synonym?: string;
}

/**
 * Judges a written answer. If only the meaning was shown, a synonym is right as well: one from the
 * session, or one of the easily confused words.
 * @param words those of the session
 */
export function judgeWritten(
  given: string,
  { word: asked, kind }: { readonly word: StudyWord; readonly kind: QuestionKind },
  words: Readonly<Record<string, StudyWord>>,
  tolerance: Tolerance,
): Written {
  const { text, meaning, reading } = asked.word;
  const expected = { text, meaning, reading, language: wordLanguage(asked.word) };
  const others = otherWords(asked, words);
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
