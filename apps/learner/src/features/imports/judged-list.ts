import type { WordListResult, WordListRow } from "@wordloom/contract";

/** What to do with a line whose word the library has with another meaning. */
export const choices = ["own", "link", "skip"] as const;
export type Choice = (typeof choices)[number];

/** A line of a list, and what would become of it. */
export interface JudgedLine extends WordListRow {
  /** If the library has the word with another meaning: the outcome of taking the library's word. */
  readonly library: WordListRow | undefined;
}

/** The preview of a list. */
export interface JudgedList {
  readonly lines: readonly JudgedLine[];
  /** Words to be added that have no meaning, or only a part of speech; without unknown ones. */
  readonly withoutMeaning: number;
}

/**
 * @param own   result if lines keep their meanings
 * @param link  result if they take the library's words
 */
export function judgedList(own: WordListResult, link: WordListResult): JudgedList {
  const linked = new Map(link.rows.map((row) => [row.line, row]));
  const lines = own.rows.map((row) => {
    const other = linked.get(row.line);
    const differs = row.outcome === "own" && other !== undefined && other.wordId !== null;
    const isOther = differs && other.outcome !== "own" && other.meaning !== row.meaning;
    return { ...row, library: isOther ? other : undefined };
  });
  return { lines, withoutMeaning: own.withoutMeaning };
}

/** The outcome of a line under a choice; undefined if it is skipped. */
export function outcomeOf(line: JudgedLine, choice: Choice): WordListRow["outcome"] | undefined {
  if (line.library === undefined || choice === "own") return line.outcome;
  return choice === "link" ? line.library.outcome : undefined;
}

/** How many words are added, and how many lines are not, with the reason. */
export function countsOf(
  lines: readonly JudgedLine[],
  choiceOf: (line: JudgedLine) => Choice,
  keepUnknown: boolean,
): { readonly added: number; readonly unknown: number; readonly duplicates: number } {
  const counts = { found: 0, own: 0, filled: 0, unknown: 0, duplicate: 0, invalid: 0 };
  for (const line of lines) {
    const outcome = outcomeOf(line, choiceOf(line));
    if (outcome !== undefined) counts[outcome] += 1;
  }
  const { found, own, filled, unknown, invalid } = counts;
  const kept = keepUnknown ? unknown : 0;
  const added = found + own + filled + kept;
  return { added, unknown: unknown - kept + invalid, duplicates: counts.duplicate };
}

/** How many of the words to be added cannot be asked by their meaning. */
export function silentOf({ lines, withoutMeaning }: JudgedList, keepUnknown: boolean): number {
  const unknown = lines.filter(({ outcome }) => outcome === "unknown").length;
  return withoutMeaning + (keepUnknown ? unknown : 0);
}

/**
 * The parts of the list to be added under each choice, as lists of their own, without skipped
 * lines. Each begins with the header of a table, which says how the lines are read.
 */
export function partsOf(
  text: string,
  lines: readonly JudgedLine[],
  choiceOf: (line: JudgedLine) => Choice,
): readonly { readonly onDuplicate: "own" | "link"; readonly text: string }[] {
  const rows = text.split(/\r\n|\r|\n/);
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const choiceAt = (at: number) => {
    const line = byLine.get(at + 1);
    return line === undefined ? undefined : line.library === undefined ? "own" : choiceOf(line);
  };
  return (["own", "link"] as const).flatMap((onDuplicate) => {
    if (!rows.some((_, at) => choiceAt(at) === onDuplicate)) return [];
    const part = rows.filter((_, at) => [undefined, onDuplicate].includes(choiceAt(at) as never));
    return [{ onDuplicate, text: part.join("\n") }];
  });
}
