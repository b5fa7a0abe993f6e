import type { WordDraft } from "@wordloom/contract";

/**
 * Reads a word list: one word a line, `word<TAB>meaning` or `word - meaning`.
 *
 * Blank lines and lines that begin with `#` are left out, and so are lines with nothing before the
 * separator; a line without a separator is a word whose meaning is not known yet.
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
  const at = separator === undefined ? line.length : line.indexOf(separator);
  return {
    text: line.slice(0, at).trim(),
    meaning: line.slice(at + (separator?.length ?? 0)).trim(),
    tags: ["imported"],
  };
}
