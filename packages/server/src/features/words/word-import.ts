import type { WordDraft } from "@wordloom/contract";

/**
 * Parses a word list: one word per line, `word<TAB>meaning` or `word - meaning`.
 *
 * Blank lines, lines that begin with `#`, and lines with nothing before the separator are skipped;
 * a line without a separator is a word without a meaning.
 */
export function parseWordList(text: string): WordDraft[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => !line.trimStart().startsWith("#"))
    .map(parseLine)
    .filter((draft) => draft.text !== "");
}

function parseLine(line: string): WordDraft {
  const [separator] = ["\t", " - "].filter((candidate) => line.includes(candidate));
  const end = separator === undefined ? line.length : line.indexOf(separator);
  return {
    text: line.slice(0, end).trim(),
    meaning: line.slice(end + (separator?.length ?? 0)).trim(),
    tags: ["imported"],
  };
}
