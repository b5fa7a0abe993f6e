import { hasAtMost, WORD_LIMITS, type OnDuplicate, type WordListRow } from "@wordloom/contract";
import { saysMeaning } from "@wordloom/language";
import type { Database } from "../../../platform/database/tables.ts";
import { fillWords } from "../own-words/fill-words.service.ts";
import {
  createOwnWordPlanner,
  type OwnWordRule,
  type PlannedWord,
} from "../own-words/own-word-store.service.ts";
import { withSource, type Filled } from "../own-words/word-fillers.ts";
import { listWordsInBook } from "../wordbooks/wordbooks.service.ts";
import { foldText } from "../words/words.service.ts";
import type { LineFault, WordLine } from "./word-list-lines.ts";

/** A line and its outcome. */
export interface JudgedLine extends Pick<
  WordListRow,
  "line" | "text" | "meaning" | "outcome" | "wordId"
> {
  readonly fault?: LineFault | "long_word" | "long_meaning";
  /** The word to be stored for it, if any. */
  readonly planned?: PlannedWord;
}

export interface ListRule extends OwnWordRule {
  readonly onDuplicate: OnDuplicate;
  /** Whether a word of which nothing is known is stored without a meaning. */
  readonly keepUnknown: boolean;
}

/**
 * Judges the lines of one list, some at a time and in order, remembering earlier lines. A line that
 * has a meaning keeps it; a bare word takes what is known of it.
 */
export function createJudge(bookId: string, rule: ListRule) {
  const plan = createOwnWordPlanner(rule);
  const seenIds = new Set<string>();
  const seenTexts = new Set<string>();

  return async (db: Database, lines: readonly WordLine[]): Promise<JudgedLine[]> => {
    const again = repeatedIn(lines, seenTexts);
    const usable = lines.filter((line) => faultOf(line) === undefined);
    const known = new Map(await filledLines(db, rule, usable));
    const toPlan = usable.filter(
      (line) => !again.has(line) && draftOf(line, known.get(line), rule) !== undefined,
    );
    const plans = await plan(
      db,
      toPlan.flatMap((line) => draftOf(line, known.get(line), rule) ?? []),
    );
    const planOf = new Map(
      toPlan.map((line, at) => [line, withSource(plans[at], known.get(line))]),
    );
    const ids = [...known.values()].flatMap((one) => (one?.kind === "word" ? one.word.id : []));
    const there = plans.flatMap(({ outcome, wordId }) => (outcome === "own" ? [] : (wordId ?? [])));
    const inBook = new Set(await listWordsInBook(db, bookId, [...ids, ...there]));
    const isRepeated = (wordId: string) => {
      const repeated = seenIds.has(wordId) || inBook.has(wordId);
      seenIds.add(wordId);
      return repeated;
    };
    return lines.map((line) => {
      const { fault = faultOf(line), ...rest } = line;
      if (fault !== undefined) {
        return { ...rest, meaning: null, wordId: null, outcome: "invalid", fault };
      }
      const found = known.get(line);
      if (found?.kind === "word") {
        const { id, meaning } = found.word;
        const outcome = isRepeated(id) ? "duplicate" : "found";
        return { ...rest, meaning: meaning || null, wordId: id, outcome };
      }
      const planned = planOf.get(line);
      if (planned === undefined) {
        const outcome = again.has(line) ? "duplicate" : "unknown";
        return { ...rest, meaning: null, wordId: null, outcome };
      }
      return judged(line, planned, isRepeated(planned.wordId ?? ""));
    });
  };
}

/** Bare words that the list has already, with or without a meaning. */
function repeatedIn(lines: readonly WordLine[], seenTexts: Set<string>): Set<WordLine> {
  const again = new Set<WordLine>();
  for (const line of lines.filter((one) => faultOf(one) === undefined)) {
    const text = foldText(line.text);
    if (line.meaning === "" && seenTexts.has(text)) again.add(line);
    seenTexts.add(text);
  }
  return again;
}

function judged(line: WordLine, planned: PlannedWord, isRepeated: boolean): JudgedLine {
  const { outcome, wordId, word, meaning } = planned;
  const base = { line: line.line, text: line.text, meaning: meaning || null, wordId };
  if (outcome !== "own") {
    const isLeftOut = outcome === "skipped" || isRepeated;
    return { ...base, outcome: isLeftOut ? "duplicate" : "found" };
  }
  const isFilled = isBare(line) && word.meaning !== line.meaning;
  const made = word.meaning === "" ? "unknown" : isFilled ? "filled" : "own";
  return { ...base, outcome: made, planned };
}

/** Whether a line says no meaning: also a part of speech alone is none. */
const isBare = ({ meaning }: WordLine) => !saysMeaning(meaning);

/** What is known of the words without a meaning. */
async function filledLines(
  db: Database,
  { userId, language, meaningLanguage }: ListRule,
  lines: readonly WordLine[],
): Promise<[WordLine, Filled | undefined][]> {
  const bare = lines.filter(isBare);
  if (bare.length === 0) return [];
  const words = bare.map(({ text }) => ({ text, language, meaningLanguage }));
  const filled = await fillWords(db, userId, words);
  return bare.map((line, at) => [line, filled[at]]);
}

/** The draft of a word to be made; undefined where there is one, or nothing to make it of. */
function draftOf(line: WordLine, filled: Filled | undefined, rule: ListRule) {
  const { text, meaning } = line;
  if (filled?.kind === "word") return undefined;
  if (filled?.kind === "draft") return { ...filled.draft, text };
  if (meaning === "" && !rule.keepUnknown) return undefined;
  return { text, meaning, tags: ["imported"] };
}

function faultOf({ fault, text, meaning }: WordLine): JudgedLine["fault"] {
  if (fault !== undefined) return fault;
  if (!hasAtMost(text, WORD_LIMITS.text)) return "long_word";
  return hasAtMost(meaning, WORD_LIMITS.meaning) ? undefined : "long_meaning";
}
