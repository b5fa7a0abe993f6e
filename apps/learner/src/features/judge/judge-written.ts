import type { QuestionKind } from "../app-settings/app-settings.ts";
import { otherWords } from "../question/other-words.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { judgeSpelling, type Judgment, type Tolerance } from "./judge-spelling.ts";

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
  const judgment = judgeSpelling(given, asked.word.text, tolerance, otherWords(asked, words));
  if (judgment.verdict !== "wrong" || kind !== "spelling") return judgment;
  const synonym = sameMeaning(asked, words).find(
    (text) => judgeSpelling(given, text, tolerance).verdict === "right",
  );
  return synonym === undefined ? judgment : { ...judgment, verdict: "right", synonym };
}

function sameMeaning(
  { word, content }: StudyWord,
  words: Readonly<Record<string, StudyWord>>,
): string[] {
  const inSession = Object.values(words).map((entry) => entry.word);
  const similar = content.confusables.map((one) => ({ text: one.word, meaning: one.meaning }));
  const meaning = plain(word.meaning);
  return [...inSession, ...similar]
    .filter((other) => other.text !== word.text && plain(other.meaning) === meaning)
    .map(({ text }) => text);
}

const plain = (meaning: string) =>
  meaning.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
