import { hasAtMost, type EntryFault, type WordDraft } from "@wordloom/contract";
import { composed, foldLines, foldText } from "@wordloom/contract/fold-text";
import type { Insertable } from "kysely";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { WordsTable } from "./words.tables.ts";

export { foldLines, foldText } from "@wordloom/contract/fold-text";

/** A word in its stored form: composed, trimmed, complete, within the limits of the contract. */
export interface CleanWord {
  readonly text: string;
  readonly meaning: string;
  readonly pronunciation: string | null;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
  readonly examples: readonly string[];
  readonly tags: readonly string[];
}

type WordColumns = Omit<Insertable<WordsTable>, "id" | "seq" | "created_at_ms" | "updated_at_ms">;

const DIFFICULTY_DEFAULT = 0.5;

/** Maximum number of characters of each text, and of entries in each list. */
export const WORD_LIMITS = {
  text: 200,
  meaning: 2_000,
  pronunciation: 200,
  partOfSpeech: 64,
  examples: { entries: 50, characters: 1_000 },
  tags: { entries: 50, characters: 64 },
} as const;

const CLIENT_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** Trims and completes a draft. @throws AppError WORDS_INVALID_PAYLOAD if a limit is exceeded */
export function cleanWord(draft: WordDraft, before?: CleanWord): CleanWord {
  const clean = completeWord(draft, before);
  const fault = faultOf(clean);
  if (fault !== undefined) refuse("WORDS_INVALID_PAYLOAD", fault.message);
  return clean;
}

/** Trims and completes a draft of any length. Omitted fields are taken from `before`. */
export function completeWord(draft: WordDraft, before?: CleanWord): CleanWord {
  return {
    text: tidied(draft.text) || (before?.text ?? ""),
    meaning: tidied(draft.meaning) || (before?.meaning ?? ""),
    // An empty one removes the previous one.
    pronunciation: (draft.pronunciation?.trim() ?? before?.pronunciation) || null,
    partOfSpeech: (draft.partOfSpeech?.trim() ?? before?.partOfSpeech) || null,
    difficulty: clampShare(draft.difficulty ?? before?.difficulty ?? DIFFICULTY_DEFAULT),
    examples: (draft.examples ?? before?.examples ?? []).map(composed),
    tags: (draft.tags ?? before?.tags ?? []).map(composed),
  };
}

/** Whether a draft has a visible word and a visible meaning. */
export function isComplete({ text, meaning }: WordDraft): boolean {
  return tidied(text) !== "" && tidied(meaning) !== "";
}

/**
 * A character that `foldText` keeps. Testing for one is instant, while folding 10 MB takes a
 * second.
 */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Empty if nothing of the text is visible. */
function tidied(text: string): string {
  return VISIBLE.test(text) ? composed(text).trim() : "";
}

/** An id a client may choose for a word. @throws AppError WORDS_INVALID_PAYLOAD */
export function requireClientId(id: string): string {
  if (!CLIENT_ID.test(id)) refuse("WORDS_INVALID_PAYLOAD", "id: 1 to 64 of A-Z a-z 0-9 . _ : -");
  return id;
}

/** The fault of a word, or undefined. Empty texts and meanings are not checked here. */
export function faultOf(word: CleanWord): EntryFault | undefined {
  const texts = ["text", "meaning", "pronunciation", "partOfSpeech"] as const;
  const long = texts.find((field) => !hasAtMost(word[field] ?? "", WORD_LIMITS[field]));
  if (long !== undefined) {
    const args = { field: long, characters: WORD_LIMITS[long] };
    const message = `${long}: at most ${args.characters} characters`;
    return { code: "field_too_long", args, message };
  }
  const list = (["examples", "tags"] as const).find((field) => {
    const { entries, characters } = WORD_LIMITS[field];
    return (
      word[field].length > entries || !word[field].every((text) => hasAtMost(text, characters))
    );
  });
  if (list === undefined) return undefined;
  const { entries, characters } = WORD_LIMITS[list];
  return {
    code: "list_too_long",
    args: { field: list, entries, characters },
    message: `${list}: at most ${entries} of ${characters} characters`,
  };
}

function clampShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The columns derived from a word. */
export function toColumns(word: CleanWord): WordColumns {
  return {
    text: word.text,
    text_folded: foldText(word.text),
    meaning: word.meaning,
    meaning_folded: foldLines(word.meaning),
    pronunciation: word.pronunciation,
    part_of_speech: word.partOfSpeech,
    difficulty: word.difficulty,
    examples_json: JSON.stringify(word.examples),
    tags_json: JSON.stringify(word.tags),
  };
}
