import type { OtherWord } from "@wordloom/language";
import type { StudyWord } from "../kit/study-word.ts";

/** Kits that were stored by an earlier version have no lookalikes. */
type OldContent = Partial<StudyWord["content"]> & Pick<StudyWord["content"], "confusables">;

/**
 * Words that are not typos but other words: those of the session, the easily confused ones, and
 * those that differ by one letter. For `judgeAnswer`.
 */
export function otherWords(
  asked: StudyWord,
  words: Readonly<Record<string, StudyWord>>,
): readonly OtherWord[] {
  const others = Object.values(words).filter(({ word }) => word.id !== asked.word.id);
  const { confusables, lookalikes } = asked.content as OldContent;
  return [
    ...others.map(({ word: { text, meaning } }) => ({ text, meaning })),
    ...confusables.map(({ word: text, meaning }) => ({ text, meaning })),
    ...(lookalikes ?? []).map((text) => ({ text })),
  ];
}
