import type { WordPublic } from "@wordloom/contract";

/** A word in the fields of its form. */
export interface TypedWord {
  readonly text: string;
  readonly meaning: string;
  readonly pronunciation: string;
  readonly partOfSpeech: string;
  readonly difficulty: string;
  /** One per line; tags, too. */
  readonly examples: string;
  readonly tags: string;
}

export function typedOf(word: WordPublic): TypedWord {
  const { text, meaning, pronunciation, partOfSpeech, difficulty, examples, tags } = word;
  return {
    text,
    meaning,
    pronunciation: pronunciation ?? "",
    partOfSpeech: partOfSpeech ?? "",
    difficulty: String(difficulty),
    examples: examples.join("\n"),
    tags: tags.join("\n"),
  };
}

/** The word for the service. @returns undefined if the difficulty is invalid */
export function draftOf(typed: TypedWord) {
  const { text, meaning, pronunciation, partOfSpeech, examples, tags } = typed;
  const difficulty = Number(typed.difficulty.trim().replace(",", "."));
  const isDifficulty = typed.difficulty.trim() !== "" && difficulty >= 0 && difficulty <= 1;
  if (!isDifficulty) return undefined;
  return {
    text: text.trim(),
    meaning: meaning.trim(),
    difficulty,
    // Empty, not null: null would keep the old value.
    pronunciation: pronunciation.trim(),
    partOfSpeech: partOfSpeech.trim(),
    examples: linesOf(examples),
    tags: linesOf(tags),
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
