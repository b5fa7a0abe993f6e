import { hasAtMost, WORD_LIMITS, type EntryFault, type WordDraft } from "@wordloom/contract";
import {
  canonicalLanguage,
  composed,
  foldLines,
  foldText,
  searchForms,
  searchKeyOfLines,
} from "@wordloom/language";
import type { Insertable, Selectable } from "kysely";
import { refuse } from "../../../platform/basics/app-error.ts";
import { hasHan } from "../../../platform/basics/han.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { WordsTable } from "./words.tables.ts";

export { foldLines, foldText } from "@wordloom/language";

/** A word in its stored form: composed, trimmed, complete, within the limits of the contract. */
export interface CleanWord {
  readonly text: string;
  readonly meaning: string;
  readonly pronunciation: string | null;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
  readonly examples: readonly string[];
  readonly tags: readonly string[];
  /** Canonical tags of BCP 47. */
  readonly language: string;
  readonly meaningLanguage: string;
  readonly reading: string | null;
  /** As many as examples, or none. */
  readonly exampleMeanings: readonly string[];
  readonly audioUrl: string | null;
}

type WordColumns = Omit<
  Insertable<WordsTable>,
  "id" | "seq" | "created_at_ms" | "updated_at_ms" | "owner_id" | "based_on"
>;

const DIFFICULTY_DEFAULT = 0.5;
const LANGUAGE_DEFAULT = "en";

const CLIENT_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/**
 * Trims and completes a draft.
 *
 * @throws AppError WORDS_INVALID_PAYLOAD if a limit is exceeded; INVALID_LANGUAGE
 */
export function cleanWord(draft: WordDraft, before?: CleanWord): CleanWord {
  for (const tag of [draft.language, draft.meaningLanguage]) if (tag != null) requireLanguage(tag);
  const clean = completeWord(draft, before);
  const fault = faultOf(clean);
  if (fault !== undefined) refuse("WORDS_INVALID_PAYLOAD", fault.message);
  if (draft.audioUrl?.trim() && clean.audioUrl === null) {
    refuse("WORDS_INVALID_PAYLOAD", "audioUrl: a path /api/media/… or an https address");
  }
  return clean;
}

/**
 * Trims and completes a draft of any length. Omitted fields are taken from `before`; a malformed
 * language tag or recording counts as omitted.
 */
export function completeWord(draft: WordDraft, before?: CleanWord): CleanWord {
  const meaning = tidied(draft.meaning) || (before?.meaning ?? "");
  const examples = (draft.examples ?? before?.examples ?? []).map(composed);
  return {
    text: tidied(draft.text) || (before?.text ?? ""),
    meaning,
    // An empty one removes the previous one.
    pronunciation: tidied(draft.pronunciation ?? before?.pronunciation ?? "") || null,
    partOfSpeech: tidied(draft.partOfSpeech ?? before?.partOfSpeech ?? "") || null,
    difficulty: clampShare(draft.difficulty ?? before?.difficulty ?? DIFFICULTY_DEFAULT),
    examples,
    tags: (draft.tags ?? before?.tags ?? []).map(composed),
    language: canonical(draft.language) ?? before?.language ?? LANGUAGE_DEFAULT,
    meaningLanguage: canonical(draft.meaningLanguage) ?? meaningLanguageOf(meaning, before),
    reading: tidied(draft.reading ?? before?.reading ?? "") || null,
    exampleMeanings: alongside(examples, draft.exampleMeanings ?? meaningsOf(before, examples)),
    audioUrl: recordingOf(draft.audioUrl ?? before?.audioUrl ?? ""),
  };
}

function canonical(tag: string | null | undefined): string | undefined {
  return tag == null ? undefined : canonicalLanguage(tag.trim());
}

/** The language of a meaning about which nothing was said. */
function guessedMeaningLanguage(meaning: string): string {
  return hasHan(meaning) ? "zh" : LANGUAGE_DEFAULT;
}

/** A stated language stays; a guessed one follows the meaning. */
function meaningLanguageOf(meaning: string, before: CleanWord | undefined): string {
  const guessed = guessedMeaningLanguage(meaning);
  if (before === undefined) return guessed;
  const isGuessed = before.meaningLanguage === guessedMeaningLanguage(before.meaning);
  return isGuessed ? guessed : before.meaningLanguage;
}

/** The former translations of examples that are still there. */
function meaningsOf(before: CleanWord | undefined, examples: readonly string[]): string[] {
  if (before === undefined || before.exampleMeanings.length === 0) return [];
  return examples.map((text) => before.exampleMeanings[before.examples.indexOf(text)] ?? "");
}

/** As many translations as examples, or none. */
function alongside(examples: readonly string[], meanings: readonly string[]): string[] {
  const tidy = examples.map((_, at) => tidied(meanings[at] ?? ""));
  return tidy.some((meaning) => meaning !== "") ? tidy : [];
}

/** A media path of this service or an https address; null for anything else. */
function recordingOf(address: string): string | null {
  const text = address.trim();
  if (/^\/api\/media\/[\w-]{1,64}$/.test(text)) return text;
  return text.startsWith("https://") && URL.canParse(text) ? text : null;
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
  const texts = [
    "text",
    "meaning",
    "pronunciation",
    "partOfSpeech",
    "reading",
    "audioUrl",
  ] as const;
  const long = texts.find((field) => !hasAtMost(word[field] ?? "", WORD_LIMITS[field]));
  if (long !== undefined) {
    const args = { field: long, characters: WORD_LIMITS[long] };
    const message = `${long}: at most ${args.characters} characters`;
    return { code: "field_too_long", args, message };
  }
  const list = (["examples", "exampleMeanings", "tags"] as const).find((field) => {
    const { entries, characters } = limitsOf(field);
    return (
      word[field].length > entries || !word[field].every((text) => hasAtMost(text, characters))
    );
  });
  if (list === undefined) return undefined;
  const { entries, characters } = limitsOf(list);
  return {
    code: "list_too_long",
    args: { field: list, entries, characters },
    message: `${list}: at most ${entries} of ${characters} characters`,
  };
}

function limitsOf(field: "examples" | "exampleMeanings" | "tags") {
  return WORD_LIMITS[field === "exampleMeanings" ? "examples" : field];
}

function clampShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The columns that a search reads beside the folded ones; null where they say no more. */
export function keysOf({ text, meaning, reading, language }: SearchedWord): SearchKeys {
  const [textKeys, meaningKeys] = [searchForms(text, language), searchKeyOfLines(meaning)];
  return {
    text_keys: textKeys === foldText(text) ? null : textKeys,
    meaning_keys: meaningKeys === foldLines(meaning) ? null : meaningKeys,
    reading_keys: reading === null ? null : searchForms(reading, language),
  };
}

type SearchedWord = Pick<CleanWord, "text" | "meaning" | "reading" | "language">;
type SearchKeys = Pick<Selectable<WordsTable>, "text_keys" | "meaning_keys" | "reading_keys">;

/** The columns derived from a word. */
export function toColumns(word: CleanWord): WordColumns {
  return {
    text: word.text,
    text_folded: foldText(word.text),
    meaning: word.meaning,
    meaning_folded: foldLines(word.meaning),
    ...keysOf(word),
    pronunciation: word.pronunciation,
    part_of_speech: word.partOfSpeech,
    difficulty: word.difficulty,
    examples_json: JSON.stringify(word.examples),
    tags_json: JSON.stringify(word.tags),
    language: word.language,
    meaning_language: word.meaningLanguage,
    reading: word.reading,
    example_meanings_json: JSON.stringify(word.exampleMeanings),
    audio_url: word.audioUrl,
  };
}
