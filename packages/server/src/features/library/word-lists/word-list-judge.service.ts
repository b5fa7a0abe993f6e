import { hasAtMost, type Language, type WordListRow } from "@wordloom/contract";
import { hasHan } from "../../../platform/basics/han.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { listWordsInBook } from "../wordbooks/wordbooks.service.ts";
import { foldText, listWordsByText, WORD_LIMITS, type WordReader } from "../words/words.service.ts";
import type { LineFault, WordLine } from "./word-list-lines.ts";

/** A line and its outcome. */
export interface JudgedLine extends Pick<
  WordListRow,
  "line" | "text" | "meaning" | "outcome" | "wordId"
> {
  readonly fault?: LineFault | "long_word" | "long_meaning";
}

export interface ListRule {
  /** The learner's language. Meanings in its script are preferred. */
  readonly language: Language;
  /** Which meaning to use if the library has the word with another meaning than the line. */
  readonly onDuplicate: "library" | "own";
}

interface LibraryWord {
  readonly id: string;
  readonly meaning: string;
}

/** Languages whose meanings are written with Chinese characters. */
const HAN: ReadonlySet<Language> = new Set(["zh", "ja"]);

/**
 * Judges the lines of one list, some at a time and in order, remembering earlier lines.
 *
 * A library word matches regardless of case, and also if the line has accents that the library
 * lacks. Of several words with the same text, the one whose meaning is in the script of the line's
 * meaning is preferred, or for a bare word in that of the learner's language.
 */
export function createJudge(bookId: string, rule: ListRule) {
  const seenTexts = new Set<string>();
  const seenIds = new Set<string>();

  return async (db: Database, lines: readonly WordLine[]): Promise<JudgedLine[]> => {
    const library = await wordsLike(db, null, lines);
    const chosen = lines.map((line) => chooseWord(library, line, rule));
    const ids = chosen.flatMap((word) => word?.id ?? []);
    const inBook = new Set(await listWordsInBook(db, bookId, ids));
    return lines.map((line, index) => {
      const { fault = lengthFault(line), ...rest } = line;
      const word = chosen[index];
      const base = {
        ...rest,
        meaning: (word?.meaning ?? line.meaning) || null,
        wordId: word?.id ?? null,
      };
      if (fault !== undefined) {
        return { ...rest, meaning: null, wordId: null, outcome: "invalid", fault };
      }
      const key = keyOf(line, rule);
      const isRepeated = seenTexts.has(key) || (word !== undefined && seenIds.has(word.id));
      seenTexts.add(key);
      if (word !== undefined) seenIds.add(word.id);
      if (isRepeated || inBook.has(word?.id ?? "")) return { ...base, outcome: "duplicate" };
      if (word !== undefined) return { ...base, outcome: "found" };
      return { ...base, outcome: line.meaning === "" ? "unknown" : "new" };
    });
  };
}

/** Library words with the texts of these lines, by folded text. */
async function wordsLike(
  db: Database,
  reader: WordReader,
  lines: readonly WordLine[],
): Promise<ReadonlyMap<string, readonly LibraryWord[]>> {
  const texts = lines
    .filter((line) => line.fault === undefined && lengthFault(line) === undefined)
    .flatMap(({ text }) => [foldText(text), foldText(withoutAccents(text))]);
  return Map.groupBy(
    await listWordsByText(db, reader, [...new Set(texts)]),
    (word) => word.textFolded,
  );
}

function chooseWord(
  library: ReadonlyMap<string, readonly LibraryWord[]>,
  { text, meaning }: WordLine,
  { language, onDuplicate }: ListRule,
): LibraryWord | undefined {
  const folded = foldText(text);
  const words = library.get(folded) ?? library.get(foldText(withoutAccents(text))) ?? [];
  const same = words.find((word) => foldText(word.meaning) === foldText(meaning));
  if (meaning !== "" && (same !== undefined || onDuplicate === "own")) return same;
  const wantsHan = meaning === "" ? HAN.has(language) : hasHan(meaning);
  return words.find((word) => hasHan(word.meaning) === wantsHan) ?? words[0];
}

/** Lines with the same key have the same content. */
function keyOf({ text, meaning }: WordLine, { onDuplicate }: ListRule): string {
  return onDuplicate === "own" ? `${foldText(text)}\n${foldText(meaning)}` : foldText(text);
}

function lengthFault({ text, meaning }: WordLine): JudgedLine["fault"] {
  if (!hasAtMost(text, WORD_LIMITS.text)) return "long_word";
  return hasAtMost(meaning, WORD_LIMITS.meaning) ? undefined : "long_meaning";
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
}
