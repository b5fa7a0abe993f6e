import type { StudyWord } from "../kit/study-word.ts";

/**
 * Words that are not typos but other words: those of the session, and the easily confused ones. For
 * `judgeSpelling`.
 */
export function otherWords(
  asked: StudyWord,
  words: Readonly<Record<string, StudyWord>>,
): readonly string[] {
  const others = Object.values(words).filter(({ word }) => word.id !== asked.word.id);
  return [...others.map(({ word }) => word.text), ...asked.content.confusables.map((c) => c.word)];
}
