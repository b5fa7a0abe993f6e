import type { KitOptions } from "@wordloom/contract";
import { shownMeaning } from "@wordloom/language";
import { fetchMoreNewWords } from "../../server-state/study-kit.ts";
import { type PractisedWord, slippingWords, wordsAtRisk } from "../../server-state/study-words.ts";
import type { StudyWord } from "../kit/study-word.ts";
import { seededShare } from "../question/seeded-share.ts";
import type { LearnerWorkspace } from "./learner-workspace.ts";
import type { Practised } from "./session-state.ts";
import { lastSession } from "./session-store.ts";
import { summaryOf } from "./summary.ts";

/** New words that one goes on with when those of the day are through. */
const MORE_NEW_WORDS = 10;

/** The words of a practice; undefined when the service, which chooses them, cannot be reached. */
export async function practiceWords(
  workspace: LearnerWorkspace,
  practised: Practised,
): Promise<readonly StudyWord[] | undefined> {
  if (practised === "new") return fetchMoreNewWords(MORE_NEW_WORDS).catch(() => undefined);
  const fellows = await workspace.words.kept();
  if (practised === "session") {
    const last = await lastSession(workspace.store);
    if (last === undefined) return [];
    const slipped = summaryOf(last).slipped.flatMap(({ wordId }) => last.words[wordId] ?? []);
    const met = slipped.map((word) => ({ ...word, kind: "due" as const }));
    return withOptions(met, [...Object.values(last.words), ...fellows]);
  }
  const read = practised === "slipping" ? slippingWords : wordsAtRisk;
  const chosen = await read().catch(() => undefined);
  if (chosen === undefined) return undefined;
  const byId = new Map(fellows.map((entry) => [entry.word.id, entry]));
  const words = chosen.map((entry) => byId.get(entry.word.id) ?? bareWord(entry));
  return withOptions(words, [...words, ...fellows]);
}

/** A word known only from its library entry. */
function bareWord({ word, recall, lapses }: PractisedWord): StudyWord {
  return {
    word,
    recall,
    lapses,
    state: null,
    waiting: false,
    kind: "due",
    note: null,
    favorite: false,
    options: { "word-to-meaning": null, "meaning-to-word": null },
    otherOptions: { "word-to-meaning": null, "meaning-to-word": null },
    content: { morphemes: [], etymology: null, confusables: [], lookalikes: [], contexts: [] },
  };
}

/** Gives words without options the meanings of the other words, if there are enough of them. */
function withOptions(
  words: readonly StudyWord[],
  fellows: readonly StudyWord[],
): readonly StudyWord[] {
  return words.map((entry) =>
    entry.options["word-to-meaning"] !== null
      ? entry
      : {
          ...entry,
          options: {
            "word-to-meaning": optionsOf(entry, fellows, ({ word }) => shownMeaning(word)),
            "meaning-to-word": optionsOf(entry, fellows, ({ word }) => word.text),
          },
        },
  );
}

const WRONG = 3;

/** Puts the right answer first; `questionFor` shuffles the options. */
function optionsOf(
  right: StudyWord,
  fellows: readonly StudyWord[],
  textOf: (word: StudyWord) => string,
): KitOptions | null {
  const place = ({ word }: StudyWord) => seededShare(`${right.word.id} ${word.id}`);
  const byText = new Map(
    fellows.toSorted((a, b) => place(a) - place(b)).map((entry) => [textOf(entry), entry]),
  );
  byText.delete(textOf(right));
  // A word without a meaning is neither asked by it nor offered for one.
  byText.delete("");
  if (shownMeaning(right.word) === "") return null;
  const wrong = [...byText.values()].slice(0, WRONG);
  if (wrong.length < WRONG) return null;
  const all = [right, ...wrong];
  return { options: all.map(textOf), wordIds: all.map(({ word }) => word.id), correctIndex: 0 };
}
