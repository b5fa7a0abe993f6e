import type { Question } from "../../features/question/question.ts";
import type { Answered, SessionState } from "../../features/study-session/session-state.ts";
import type { StudyWord } from "../../features/kit/study-word.ts";

/** A word beside the one asked. */
export interface Pair {
  readonly text: string;
  readonly meaning: string;
}

/** What the learner took the word for; undefined if the answer was no other known word. */
export function takenFor(
  session: SessionState,
  question: Question,
  { confusedWith: id }: Answered,
): string | undefined {
  return id === null ? undefined : knownWord(session, question, id).text;
}

/**
 * The word to compare with: the one just chosen, otherwise the one taken for it before in this
 * session, otherwise the most similar one. Undefined if the chosen one is not known well enough:
 * beside it, any other would be out of place.
 */
export function comparedWith(
  session: SessionState,
  question: Question,
  answer: Answered,
): Pair | undefined {
  const { word } = question;
  const before = session.history.findLast(
    ({ wordId, confusedWith }) => wordId === word.word.id && confusedWith !== null,
  );
  for (const id of [answer.confusedWith, before?.confusedWith ?? null]) {
    if (id === null) continue;
    const { text, meaning } = knownWord(session, question, id);
    if (text !== undefined && meaning !== undefined) return { text, meaning };
    if (text !== undefined && id === answer.confusedWith) return undefined;
  }
  const [similar] = word.content.confusables;
  return similar && { text: similar.word, meaning: similar.meaning };
}

/** What the session says of a word: as one of its words, as a similar one, or as an option. */
function knownWord(session: SessionState, { word, options, kind }: Question, id: string) {
  const inSession = session.words[id]?.word;
  if (inSession !== undefined) return inSession;
  const similar = word.content.confusables.find(({ wordId }) => wordId === id);
  if (similar !== undefined) return { text: similar.word, meaning: similar.meaning };
  const chosen = options.find(({ wordId }) => wordId === id)?.text;
  const areWords = kind === "meaning-to-word" || kind === "minimal-pair";
  const fellows = [word, ...Object.values(session.words)];
  const offered = (mode: Mode) => {
    const isChosen = areWords === (mode === "meaning-to-word");
    return (isChosen ? chosen : undefined) ?? offeredAs(fellows, mode, id);
  };
  return { text: offered("meaning-to-word"), meaning: offered("word-to-meaning") };
}

type Mode = "meaning-to-word" | "word-to-meaning";

function offeredAs(words: readonly StudyWord[], mode: Mode, id: string): string | undefined {
  for (const { options, otherOptions } of words) {
    // Kits that an earlier service made have no other options.
    for (const made of [options[mode], (otherOptions as typeof options | undefined)?.[mode]]) {
      const at = made?.wordIds.indexOf(id) ?? -1;
      if (at >= 0) return made?.options[at];
    }
  }
  return undefined;
}
