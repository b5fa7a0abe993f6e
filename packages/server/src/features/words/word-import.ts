import type { WordDraft } from "@wordloom/contract";

/**
 * Reads a word list: one word a line, `word<TAB>meaning` or `word - meaning`.
 *
 * Blank lines and lines that begin with `#` are left out; a line without a separator is a word whose
 * meaning is not known yet.
 */
export function parseWordList(text: string): WordDraft[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(parseLine);
}

function parseLine(line: string): WordDraft {
  const tab = line.indexOf("\t");
  const dash = line.indexOf(" - ");
  const at = tab >= 0 ? tab : dash;
  const width = tab >= 0 ? 1 : 3;
  const parts =
    at < 0 ? { text: line, meaning: "" } : { text: line.slice(0, at), meaning: line.slice(at + width) };
  return { text: parts.text.trim(), meaning: parts.meaning.trim(), tags: ["imported"] };
}
