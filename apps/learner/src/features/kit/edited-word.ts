import type { WordEdit } from "../outbox/outbox-entry.ts";
import type { StudyWord } from "./study-word.ts";

type Options = StudyWord["options"];

/** The entry with an edited word, whose text or meaning is the right option of its questions. */
export function editedWord(entry: StudyWord, shown: WordEdit["shown"] | undefined): StudyWord {
  if (shown === undefined) return entry;
  const word = { ...entry.word, ...shown };
  const right = (options: Options): Options => ({
    "word-to-meaning": withRight(options["word-to-meaning"], word.meaning),
    "meaning-to-word": withRight(options["meaning-to-word"], word.text),
  });
  // Kits that were stored by an earlier version have no other options.
  const { otherOptions } = entry as Partial<Pick<StudyWord, "otherOptions">>;
  return {
    ...entry,
    word,
    options: right(entry.options),
    ...(otherOptions !== undefined && { otherOptions: right(otherOptions) }),
  };
}

function withRight(given: Options["word-to-meaning"], right: string): Options["word-to-meaning"] {
  if (given === null) return null;
  // Two equal options would both look right.
  const isClear = given.options.every((text, at) => at === given.correctIndex || text !== right);
  return isClear ? { ...given, options: given.options.with(given.correctIndex, right) } : null;
}
