import type { KitOptions } from "@wordloom/contract";
import {
  areBothRight,
  fairFirst,
  foldText,
  haveSameLanguages,
  shownMeaning,
  withoutLabels,
} from "@wordloom/language";
import type { PractisedWord } from "../../server-state/study-words.ts";
import { seededShare } from "../question/seeded-share.ts";
import type { StudyWord } from "./study-word.ts";

/**
 * The entries of words that were chosen for practice: as the service has them; without it, as the
 * stored kit has them, or made of what is known.
 *
 * @param kept  words of the stored kit
 * @param read  entries from the service, in any order; some may be missing
 */
export async function practisedEntries(
  chosen: readonly PractisedWord[],
  kept: readonly StudyWord[],
  read: (ids: readonly string[]) => Promise<readonly StudyWord[]>,
): Promise<readonly StudyWord[]> {
  const found = await read(chosen.map(({ word }) => word.id)).catch(() => []);
  const byId = new Map([...kept, ...found].map((entry) => [entry.word.id, entry]));
  const words = chosen.map((entry) => byId.get(entry.word.id) ?? bareWord(entry));
  return withOptions(words, [...words, ...kept]);
}

const none = { "word-to-meaning": null, "meaning-to-word": null };

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
    options: none,
    otherOptions: none,
    content: { morphemes: [], etymology: null, confusables: [], lookalikes: [], contexts: [] },
  };
}

/** Gives words without options those of the other words, if there are enough of them. */
export function withOptions(
  words: readonly StudyWord[],
  fellows: readonly StudyWord[],
): readonly StudyWord[] {
  return words.map((entry) => {
    if (entry.options["word-to-meaning"] !== null) return entry;
    const rivals = rivalsOf(entry, fellows);
    const meanings = optionsTwice(entry, rivals, meaningOf, fairOf);
    const texts = optionsTwice(entry, rivals, textOf, (_, wrong) => wrong);
    return {
      ...entry,
      options: { "word-to-meaning": meanings.first, "meaning-to-word": texts.first },
      otherOptions: { "word-to-meaning": meanings.other, "meaning-to-word": texts.other },
    };
  });
}

type TextOf = (entry: StudyWord) => string;

const textOf: TextOf = ({ word }) => word.text.trim();

/** Without labels of parts of speech: a single one tells which option is right. */
const meaningOf: TextOf = ({ word }) => withoutLabels(shownMeaning(word)).trim();

/** Words that can be offered beside this one, in an order of its own. */
function rivalsOf(right: StudyWord, fellows: readonly StudyWord[]): readonly StudyWord[] {
  // A word without a meaning is neither asked by it nor offered for one.
  if (meaningOf(right) === "") return [];
  const place = ({ word }: StudyWord) => seededShare(`${right.word.id} ${word.id}`);
  return [...new Map(fellows.map((entry) => [entry.word.id, entry])).values()]
    .filter(
      (entry) =>
        entry.word.id !== right.word.id &&
        meaningOf(entry) !== "" &&
        haveSameLanguages(right.word, entry.word) &&
        !areBothRight(right.word, entry.word),
    )
    .toSorted((a, b) => place(a) - place(b));
}

const WRONG = 3;

type Order = (right: StudyWord, wrong: readonly StudyWord[]) => readonly StudyWord[];

/** Those first whose meanings do not give the right one away. */
const fairOf: Order = (right, wrong) => {
  const glosses = new Map(wrong.map((entry) => [glossOf(entry), entry]));
  const fair = fairFirst(glossOf(right), [...glosses.keys()], WRONG);
  return fair.flatMap((gloss) => glosses.get(gloss) ?? []);
};

const glossOf = (entry: StudyWord) => ({ ...entry.word, meaning: meaningOf(entry) });

/** Options, and others with none of their wrong ones. */
function optionsTwice(
  right: StudyWord,
  rivals: readonly StudyWord[],
  shown: TextOf,
  ordered: Order,
) {
  const look = (entry: StudyWord) => foldText(shown(entry));
  const byLook = new Map(rivals.map((entry) => [look(entry), entry]));
  byLook.delete(look(right));
  const wrong = ordered(right, [...byLook.values()]);
  return {
    first: optionsOf(right, wrong.slice(0, WRONG), shown),
    other: optionsOf(right, ordered(right, wrong.slice(WRONG)).slice(0, WRONG), shown),
  };
}

/** The right answer first; `questionFor` shuffles the options. */
function optionsOf(
  right: StudyWord,
  wrong: readonly StudyWord[],
  shown: TextOf,
): KitOptions | null {
  if (wrong.length < WRONG) return null;
  const all = [right, ...wrong];
  return { options: all.map(shown), wordIds: all.map(({ word }) => word.id), correctIndex: 0 };
}
