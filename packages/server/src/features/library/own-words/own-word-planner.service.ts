import type { EntryFault, OnDuplicate, WordDraft } from "@wordloom/contract";
import { hasHan } from "../../../platform/basics/han.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { mapInTurns } from "../../../platform/time/turns.ts";
import { completeWord, faultOf, foldLines, foldText, type CleanWord } from "../words/word-draft.ts";
import { listWordsByText, type WordByText } from "../words/words.service.ts";
import { preferredWord } from "./preferred-word.ts";

/** How words that a learner brings along are stored. */
export interface OwnWordRule {
  readonly userId: string;
  readonly onDuplicate: OnDuplicate;
  /** For a draft that does not say its own. */
  readonly language: string;
  /** The same for meanings without a Chinese character. */
  readonly meaningLanguage: string;
  /** The id of each word to be made. */
  newId(): string;
  /** Drafts are stored before the next ones are planned, so the database remembers them. */
  readonly isStored?: boolean;
}

/**
 * What becomes of a draft.
 *
 * - `own`: a word of the learner's own
 * - `duplicate`: the word with the same text, language and meaning
 * - `linked`: the library's word of the same text and language
 * - `skipped`: left out, because there is a word of the same text and language
 * - `invalid`: left out, because it cannot be stored
 */
export interface PlannedWord {
  readonly outcome: "own" | "duplicate" | "linked" | "skipped" | "invalid";
  /** The word that is there or, for `own`, that will be; null only if invalid. */
  readonly wordId: string | null;
  readonly word: CleanWord;
  /** The meaning of the word that is there or will be. */
  readonly meaning: string;
  /** For `own`: the library word it is made beside. */
  readonly basedOn: string | null;
  readonly fault?: EntryFault;
  /** Number of the dictionary from which it was filled. */
  readonly dictionarySeq?: number;
}

/** A word as far as it matters for duplicates. */
interface Known {
  readonly id: string;
  readonly ofLibrary: boolean;
  readonly meaning: string;
  readonly meaningKey: string;
  /** Only of the library. */
  readonly word?: WordByText;
}

/**
 * Plans drafts, some at a time and in order, remembering earlier ones: what is planned counts as
 * there. Stores nothing.
 */
export function createOwnWordPlanner(rule: OwnWordRule) {
  const planned = new Map<string, Known[]>();

  return async (db: Database, drafts: readonly WordDraft[]): Promise<PlannedWord[]> => {
    if (rule.isStored === true) planned.clear();
    const words = await mapInTurns(drafts, (draft) => completeWord(inLanguages(draft, rule)));
    const seen = await wordsLike(db, rule.userId, words);
    return mapInTurns(words, (word, at): PlannedWord => {
      const fault = faultOf(word);
      const textKey = keyOf(word);
      if (fault !== undefined || textKey === undefined) {
        const { meaning } = word;
        const invalid = { outcome: "invalid", wordId: null, word, meaning, basedOn: null } as const;
        return { ...invalid, ...(fault && { fault }) };
      }
      const known = [...(seen.get(textKey) ?? []), ...(planned.get(textKey) ?? [])];
      const key = meaningKey(word.meaning);
      const there = thereFor(word, key, known, rule.onDuplicate);
      if (there !== undefined) return { ...there, word, basedOn: null };
      const base = baseFor(word, known);
      const wordId = rule.newId();
      const { meaning } = word;
      const made = { id: wordId, ofLibrary: false, meaning, meaningKey: key };
      planned.set(textKey, [...(planned.get(textKey) ?? []), made]);
      const full = base === undefined ? word : inherited(drafts[at] as WordDraft, word, base);
      return { outcome: "own", wordId, word: full, meaning, basedOn: base?.id ?? null };
    });
  };
}

/** The draft in the languages it states, or those of the rule. */
function inLanguages(draft: WordDraft, rule: OwnWordRule): WordDraft {
  return {
    ...draft,
    language: draft.language ?? rule.language,
    meaningLanguage: draft.meaningLanguage ?? (hasHan(draft.meaning) ? "zh" : rule.meaningLanguage),
  };
}

/** The same for words of the same text and language; undefined without a text. */
function keyOf({ text, language }: CleanWord): string | undefined {
  const folded = foldText(text);
  return folded === "" ? undefined : `${folded}\n${language}`;
}

/** The same for meanings with the same parts, in any order. */
function meaningKey(meaning: string): string {
  const parts = foldLines(meaning)
    .split(/[;；、，,/\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return [...new Set(parts)].toSorted().join("\n");
}

async function wordsLike(
  db: Database,
  userId: string,
  words: readonly CleanWord[],
): Promise<Map<string, Known[]>> {
  const texts = new Set(words.map(({ text }) => foldText(text)));
  texts.delete("");
  const rows = await listWordsByText(db, userId, [...texts]);
  const found = rows.map((row) => {
    const { id, ownerId, meaning } = row;
    const known = { id, ofLibrary: ownerId === null, meaning, word: row };
    const key = `${row.textFolded}\n${row.language}`;
    return { key, known: { ...known, meaningKey: meaningKey(meaning) } };
  });
  const byKey = Map.groupBy(found, ({ key }) => key);
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ known }) => known)]));
}

function thereFor(
  word: CleanWord,
  key: string,
  known: readonly Known[],
  onDuplicate: OnDuplicate,
): Pick<PlannedWord, "outcome" | "wordId" | "meaning"> | undefined {
  const [first] = known;
  if (onDuplicate === "skip" && first !== undefined) {
    return { outcome: "skipped", wordId: first.id, meaning: first.meaning };
  }
  const same = known.find((one) => one.meaningKey === key);
  if (same !== undefined) return { outcome: "duplicate", wordId: same.id, meaning: same.meaning };
  const base = onDuplicate === "link" ? baseFor(word, known) : undefined;
  return base && { outcome: "linked", wordId: base.id, meaning: base.meaning };
}

/** The library's word of the same text and language, preferably explained in the same language. */
function baseFor(word: CleanWord, known: readonly Known[]): WordByText | undefined {
  const ofLibrary = known.filter((one) => one.ofLibrary).flatMap((one) => one.word ?? []);
  return preferredWord(ofLibrary, word.meaningLanguage);
}

/** Takes missing values of the draft from the library's word. */
function inherited(draft: WordDraft, word: CleanWord, base: WordByText): CleanWord {
  const isSilent = draft.examples == null || draft.examples.length === 0;
  const translates = base.meaningLanguage === word.meaningLanguage;
  return {
    ...word,
    pronunciation: word.pronunciation ?? base.pronunciation,
    reading: word.reading ?? base.reading,
    partOfSpeech: word.partOfSpeech ?? base.partOfSpeech,
    audioUrl: word.audioUrl ?? base.audioUrl,
    difficulty: draft.difficulty == null ? base.difficulty : word.difficulty,
    ...(isSilent && {
      examples: base.examples,
      exampleMeanings: translates ? base.exampleMeanings : [],
    }),
  };
}
