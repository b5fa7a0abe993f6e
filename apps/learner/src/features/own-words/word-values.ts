import type { OwnWordDraft, WordPublic } from "@wordloom/contract";
import { editedFields, type WordEdit } from "../outbox/outbox-entry.ts";

/** A word as the fields of the dialog hold it. */
export interface WordValues {
  readonly text: string;
  readonly meaning: string;
  readonly reading: string;
  readonly pronunciation: string;
  readonly partOfSpeech: string;
  readonly examples: readonly ExampleValue[];
  /** Separated by commas. */
  readonly tags: string;
  readonly language: string;
  readonly meaningLanguage: string;
  /** Address of the recording; empty without one. */
  readonly audioUrl: string;
}

export interface ExampleValue {
  readonly sentence: string;
  readonly meaning: string;
}

/** Words that an earlier service sent lack the newer fields. */
type StoredWord = Pick<WordPublic, "text" | "meaning"> & Partial<WordPublic>;

export function valuesOf(word: StoredWord): WordValues {
  return {
    text: word.text,
    meaning: word.meaning,
    reading: word.reading ?? "",
    pronunciation: word.pronunciation ?? "",
    partOfSpeech: word.partOfSpeech ?? "",
    examples: (word.examples ?? []).map((sentence, at) => ({
      sentence,
      meaning: word.exampleMeanings?.[at] ?? "",
    })),
    tags: (word.tags ?? []).join(", "),
    language: word.language ?? "",
    meaningLanguage: word.meaningLanguage ?? "",
    audioUrl: word.audioUrl ?? "",
  };
}

/** The fields of a word as the service stores them. */
export function fieldsOf(values: WordValues) {
  const examples = values.examples
    .map(({ sentence, meaning }) => ({ sentence: sentence.trim(), meaning: meaning.trim() }))
    .filter(({ sentence }) => sentence !== "");
  const hasMeanings = examples.some(({ meaning }) => meaning !== "");
  return {
    text: values.text.trim(),
    meaning: values.meaning.trim(),
    reading: values.reading.trim() || null,
    pronunciation: values.pronunciation.trim() || null,
    partOfSpeech: values.partOfSpeech.trim() || null,
    examples: examples.map(({ sentence }) => sentence),
    exampleMeanings: hasMeanings ? examples.map(({ meaning }) => meaning) : [],
    tags: values.tags
      .split(/[,，、;；]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    language: values.language,
    meaningLanguage: values.meaningLanguage,
    audioUrl: values.audioUrl || null,
  };
}

/** A new word; what is left empty is filled in from the library. */
export function draftOf(values: WordValues): OwnWordDraft {
  const fields = Object.entries(fieldsOf(values));
  const isGiven = ([, value]: (typeof fields)[number]) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== "";
  return Object.fromEntries(fields.filter(isGiven)) as OwnWordDraft;
}

/**
 * What the learner changed.
 *
 * @param library  the library's version of a library word: a value equal to it is no own value
 * @returns undefined if nothing was changed
 */
export function editOf(
  word: StoredWord,
  values: WordValues,
  library: WordPublic | null,
): WordEdit | undefined {
  const [before, after] = [fieldsOf(valuesOf(word)), fieldsOf(values)];
  const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  const changed = editedFields.filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const original = library === null ? undefined : fieldsOf(valuesOf(library));
  const sent = (name: (typeof editedFields)[number]) => {
    if (original !== undefined && isSame(original[name], after[name])) return null;
    // A null would return to the library's value; an empty text says that there is none.
    return after[name] ?? "";
  };
  return {
    change: Object.fromEntries(changed.map((name) => [name, sent(name)])),
    shown: Object.fromEntries(changed.map((name) => [name, after[name]])),
  };
}
