import type { ImportCounts, WordDraft, WordPublic } from "@wordloom/contract";
import { canonicalLanguage, saysMeaning } from "@wordloom/language";
import type { DeckNote, DeckRow, ImportedWord } from "@wordloom/imports";
import type { DeckWord } from "../../../deck-keeper.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { wordIdsByGuid } from "../deck-notes/deck-notes.service.ts";
import { fillWords } from "../own-words/fill-words.service.ts";
import { createOwnWordPlanner, type PlannedWord } from "../own-words/own-word-store.service.ts";
import { withSource, type Filled } from "../own-words/word-fillers.ts";
import { listWordsInBook } from "../wordbooks/wordbooks.service.ts";
import {
  foldText,
  listWordsById,
  listWordsByText,
  type WordByText,
} from "../words/words.service.ts";

/** How the rows of an import become words. */
export interface JudgeRule {
  readonly userId: string;
  readonly onDuplicate: "own" | "link" | "skip" | "replace";
  readonly language: string;
  readonly meaningLanguage: string;
  /** Words whose meaning nothing fills are kept without one: a learner has years of them. */
  readonly keepsUnknown: boolean;
  newId(): string;
  /** The address of a recording that a row names, if it may be played. */
  recordingOf(audio: string): string | undefined;
  /** Rows are stored before the next ones are judged. */
  readonly isStored?: boolean;
  /** Groups to take; undefined takes all. */
  readonly groups: ReadonlySet<string> | undefined;
  /** The key of the book for rows of this group, and its id if it exists. */
  bookFor(group: string | undefined): { readonly key: string; readonly id: string | undefined };
}

/** What becomes of a row. */
export interface JudgedRow {
  readonly outcome: "own" | "filled" | "linked" | "replaced" | "duplicate" | "unknown" | "invalid";
  readonly wordId: string | null;
  /** The word that is put in says no meaning by which it could be asked. */
  readonly isSilent?: boolean;
  /** The book into which the word goes, if it is not there already. */
  readonly bookKey?: string;
  /** The new word; only for `own` and `filled`. */
  readonly planned?: PlannedWord;
  /** The note of a deck that the row is. */
  readonly note?: DeckNote;
  /** Former and new values; only for `replaced`. */
  readonly change?: { readonly before: WordPublic; readonly draft: WordDraft };
  readonly problem?: { readonly where: string; readonly code: string; readonly message: string };
}

/**
 * Judges the rows of one file, some at a time and in order, remembering earlier ones. Stores
 * nothing. A plan and a run judge alike.
 */
export function createImportJudge(rule: JudgeRule) {
  const { userId, onDuplicate } = rule;
  const plan = createOwnWordPlanner({
    userId,
    onDuplicate: onDuplicate === "replace" ? "own" : onDuplicate,
    language: rule.language,
    meaningLanguage: rule.meaningLanguage,
    newId: rule.newId,
    isStored: rule.isStored ?? false,
  });
  /** Words by which this import put them into which books. */
  const entered = new Map<string, Set<string>>();
  const replaced = new Set<string>();
  /** Guids of earlier notes: a deck that has one twice means two notes. */
  const guids = new Set<string>();
  /** Words that this import makes, by text and language: a plan does not find them stored. */
  const made = new Map<string, string>();
  const keyOf = ({ draft }: ReadRow) =>
    `${foldText(draft?.text ?? "")}\n${canonicalLanguage(draft?.language ?? rule.language)}`;

  return async (db: Database, rows: readonly DeckRow[]): Promise<JudgedRow[]> => {
    const taken = rows.filter(({ group }) => isTaken(rule, group));
    const read = taken.map((row) => draftOf(row, rule));
    const known = await wordsOfNotes(db, read);
    await takeTurns();
    const fresh = read.filter((one) => !known.has(one));
    const bare = fresh.filter((one) => one.draft !== undefined && isSilent(one.draft));
    const filled = await fillAll(db, rule, bare);
    const again = new Map(
      bare.flatMap((one): [ReadRow, string][] => {
        const found = filled.get(one);
        const isOfLibrary = found?.kind === "word" && found.word.ownerId === null;
        const wordId = isOfLibrary ? undefined : made.get(keyOf(one));
        return wordId === undefined ? [] : [[one, wordId]];
      }),
    );
    const usable = fresh.filter((one) => {
      if (one.draft === undefined) return false;
      const found = filled.get(one);
      if (found !== undefined) return found.kind === "draft";
      return one.draft.meaning !== "" || rule.keepsUnknown;
    });
    const owns = onDuplicate === "replace" ? await ownWordsLike(db, rule, usable) : NONE;
    const toPlan = usable.filter((one) => !owns.has(one));
    const drafts = toPlan.map((one) => filledDraft(one, filled.get(one)));
    const plans = await plan(db, drafts);
    const planOf = new Map(toPlan.map((one, at) => [one, withSource(plans[at], filled.get(one))]));
    for (const [one, planned] of planOf)
      if (planned?.outcome === "own" && planned.wordId !== null)
        made.set(keyOf(one), planned.wordId);
    const judged = read.map((one): JudgedRow => {
      const word = known.get(one);
      if (word !== undefined) return judgeKnown(one, word);
      const wordId = again.get(one);
      if (wordId !== undefined) return { outcome: "duplicate", wordId };
      return judgeOne(one, planOf.get(one), filled.get(one), owns.get(one));
    });
    return placeAll(db, read, judged);
  };

  /** The words of notes that the learner has, whatever they say by now. */
  async function wordsOfNotes(
    db: Database,
    read: readonly ReadRow[],
  ): Promise<ReadonlyMap<ReadRow, WordPublic>> {
    const asked = read.filter(
      ({ note, draft }) =>
        note !== undefined && draft !== undefined && !guids.has(note.guid) && guids.add(note.guid),
    );
    const ids = await wordIdsByGuid(
      db,
      userId,
      asked.map(({ note }) => note?.guid ?? ""),
    );
    const words = await listWordsById(db, userId, [...new Set(ids.values())]);
    const wordOf = new Map(words.map((word) => [word.id, word]));
    return new Map(
      asked.flatMap((one): [ReadRow, WordPublic][] => {
        const word = wordOf.get(ids.get(one.note?.guid ?? "") ?? "");
        return word === undefined ? [] : [[one, word]];
      }),
    );
  }

  function judgeKnown(one: ReadRow, word: WordPublic): JudgedRow {
    const isRevised = onDuplicate === "replace" && !isSilent(one.draft);
    if (isRevised && word.ownerId === userId) return revised(one, word);
    return { outcome: "duplicate", wordId: onDuplicate === "skip" ? null : word.id };
  }

  function judgeOne(
    one: ReadRow,
    planned: PlannedWord | undefined,
    filled: Filled | undefined,
    own: WordByText | undefined,
  ): JudgedRow {
    if (one.problem !== undefined) return invalid(one.problem);
    if (planned !== undefined) return ofPlan(one, planned, filled !== undefined);
    if (filled?.kind === "word") {
      const { id, ownerId } = filled.word;
      const outcome = ownerId === null ? "linked" : "duplicate";
      return { outcome, wordId: id, isSilent: isSilent(filled.word) };
    }
    return own === undefined ? { outcome: "unknown", wordId: null } : revised(one, own);
  }

  /** An own word gets the values of the row, unless it has them. */
  function revised({ draft }: ReadRow, before: WordPublic): JudgedRow {
    const isSame = draft === undefined || !differs(draft, before);
    if (isSame || replaced.has(before.id)) return { outcome: "duplicate", wordId: before.id };
    replaced.add(before.id);
    const change = { before, draft };
    return { outcome: "replaced", wordId: before.id, isSilent: isSilent(draft), change };
  }

  /** Adds the book to rows whose word is not in it, and makes links of words of the library. */
  async function placeAll(
    db: Database,
    read: readonly ReadRow[],
    judged: readonly JudgedRow[],
  ): Promise<JudgedRow[]> {
    const inBooks = await wordsInBooks(db, read, judged);
    return judged.map((found, at) => {
      const note = read[at]?.note;
      const row = note === undefined ? found : { ...found, note };
      const { wordId, outcome } = row;
      if (wordId === null || outcome === "invalid") return row;
      const { key } = rule.bookFor(read[at]?.group);
      const there = entered.get(key) ?? new Set<string>();
      entered.set(key, there);
      const isThere = there.has(wordId) || (inBooks.get(key)?.has(wordId) ?? false);
      there.add(wordId);
      if (!isThere) return { ...row, bookKey: key };
      return outcome === "linked" ? { ...row, outcome: "duplicate" } : row;
    });
  }

  async function wordsInBooks(
    db: Database,
    read: readonly ReadRow[],
    judged: readonly JudgedRow[],
  ): Promise<Map<string, ReadonlySet<string>>> {
    const asked = new Map<string, { id: string; words: string[] }>();
    judged.forEach(({ wordId }, at) => {
      const { key, id } = rule.bookFor(read[at]?.group);
      if (wordId === null || id === undefined) return;
      const book = asked.get(key) ?? { id, words: [] };
      book.words.push(wordId);
      asked.set(key, book);
    });
    const found = new Map<string, ReadonlySet<string>>();
    for (const [key, { id, words }] of asked)
      found.set(key, new Set(await listWordsInBook(db, id, words)));
    return found;
  }
}

/** A row as a draft, or its problem. */
interface ReadRow {
  readonly group: string | undefined;
  readonly where: string;
  readonly draft?: WordDraft;
  readonly note?: DeckNote;
  readonly problem?: JudgedRow["problem"];
}

const NONE: ReadonlyMap<ReadRow, WordByText> = new Map();

function isTaken({ groups }: JudgeRule, group: string | undefined): boolean {
  return groups === undefined || (group !== undefined && groups.has(group));
}

function draftOf(row: DeckRow, rule: JudgeRule): ReadRow {
  const { where, group } = row;
  if ("fault" in row) return { where, group, problem: { where, ...row.fault } };
  const { audio, language, meaningLanguage, ...word } = row.word;
  for (const tag of [language, meaningLanguage]) {
    if (tag === undefined || canonicalLanguage(tag) !== undefined) continue;
    const message = `There is no language ${tag.slice(0, 40)}.`;
    return { where, group, problem: { where, code: "invalid_language", message } };
  }
  const audioUrl = audio && rule.recordingOf(audio);
  const draft = {
    ...listsOf(word),
    language: language ?? rule.language,
    ...(meaningLanguage !== undefined && { meaningLanguage }),
    ...(audioUrl && { audioUrl }),
  };
  return { where, group, draft, ...(row.note !== undefined && { note: row.note }) };
}

function listsOf({ examples, exampleMeanings, tags, ...word }: ImportedWord): WordDraft {
  return {
    ...word,
    ...(examples && { examples: [...examples] }),
    ...(exampleMeanings && { exampleMeanings: [...exampleMeanings] }),
    ...(tags && { tags: [...tags] }),
  };
}

/** The own words that rows replace: those of the same text and language. */
async function ownWordsLike(
  db: Database,
  { userId, language }: JudgeRule,
  read: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, WordByText>> {
  const texts = new Set(read.map(({ draft }) => foldText(draft?.text ?? "")));
  texts.delete("");
  const known = await listWordsByText(db, userId, [...texts]);
  const byText = Map.groupBy(known, ({ textFolded }) => textFolded);
  const found = read.flatMap((one): [ReadRow, WordByText][] => {
    const tag = canonicalLanguage(one.draft?.language ?? language);
    const own = byText
      .get(foldText(one.draft?.text ?? ""))
      ?.find((word) => word.ownerId === userId && word.language === tag);
    return own === undefined ? [] : [[one, own]];
  });
  return new Map(found);
}

async function fillAll(
  db: Database,
  rule: JudgeRule,
  bare: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, Filled | undefined>> {
  const asked = bare.map(({ draft }) => ({
    text: draft?.text ?? "",
    language: canonicalLanguage(draft?.language ?? rule.language) ?? rule.language,
    meaningLanguage: draft?.meaningLanguage ?? rule.meaningLanguage,
  }));
  const found = await fillWords(db, rule.userId, asked);
  return new Map(bare.map((one, at) => [one, found[at]]));
}

/** The row's own values take precedence over those of a source. */
function filledDraft({ draft }: ReadRow, filled: Filled | undefined): WordDraft {
  const own: WordDraft = draft ?? { text: "", meaning: "" };
  if (filled?.kind !== "draft") return own;
  const { meaning: _none, ...said } = own;
  return { ...filled.draft, ...said };
}

/** Whether a word has no meaning, or one that is only markup or a part of speech. */
function isSilent(word: Pick<WordDraft, "meaning" | "partOfSpeech"> | undefined): boolean {
  return !saysMeaning(word?.meaning ?? "", word?.partOfSpeech ?? null);
}

function ofPlan({ where }: ReadRow, planned: PlannedWord, isFilled: boolean): JudgedRow {
  const { outcome, wordId, fault, meaning, word } = planned;
  const said = { wordId, isSilent: isSilent({ ...word, meaning }) };
  if (outcome === "own") return { outcome: isFilled ? "filled" : "own", ...said, planned };
  if (outcome === "linked") return { outcome, ...said };
  if (outcome === "invalid") {
    const told = fault ?? { code: "no_text", message: "The row has no word." };
    return invalid({ where, code: told.code, message: told.message });
  }
  // A word that is to be left out goes into no book.
  return { outcome: "duplicate", wordId: outcome === "skipped" ? null : wordId };
}

const invalid = (problem: NonNullable<JudgedRow["problem"]>): JudgedRow => ({
  outcome: "invalid",
  wordId: null,
  problem,
});

/** Whether a draft says anything that a word has not. */
function differs(draft: WordDraft, word: WordPublic): boolean {
  return Object.entries(draft).some(([key, value]) => {
    if (value === undefined || value === null) return false;
    const held = word[key as keyof WordPublic];
    return JSON.stringify(value) !== JSON.stringify(held);
  });
}

export const NO_COUNTS: ImportCounts = {
  words: 0,
  withoutMeaning: 0,
  linked: 0,
  own: 0,
  filled: 0,
  replaced: 0,
  duplicates: 0,
  unknown: 0,
  invalid: 0,
  books: 0,
  reviews: 0,
  reviewsKnown: 0,
  media: 0,
  mediaBytes: 0,
};

/** Adds files to counts. */
export function countFiles(
  counts: ImportCounts,
  { media, mediaBytes }: Pick<ImportCounts, "media" | "mediaBytes">,
): void {
  counts.media += media;
  counts.mediaBytes += mediaBytes;
}

/** Adds judged rows to counts; books are counted by the caller. */
export function countRows(counts: ImportCounts, rows: readonly JudgedRow[]): void {
  for (const { outcome, isSilent: isWithout = false } of rows) {
    counts[outcome === "duplicate" ? "duplicates" : outcome] += 1;
    const isIn = ["own", "linked", "filled", "replaced"].includes(outcome);
    if (isIn) counts.words += 1;
    if (isIn && isWithout) counts.withoutMeaning += 1;
  }
}

/** The words that rows of a deck are. */
export function deckWordsOf(judged: readonly JudgedRow[]): DeckWord[] {
  return judged.flatMap(({ wordId, note }) =>
    wordId === null || note === undefined ? [] : [{ wordId, note }],
  );
}

/** Adds what becomes of reviews to counts. */
export function addReviews(
  counts: Pick<ImportCounts, "reviews" | "reviewsKnown">,
  more: { readonly reviews: number; readonly reviewsKnown: number },
): void {
  counts.reviews += more.reviews;
  counts.reviewsKnown += more.reviewsKnown;
}
