import type { WordDraft } from "@wordloom/contract";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The non-empty lines of a text, with any line ending, one at a time. No regular expression: a line
 * of ten megabytes can exceed its stack.
 */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN) continue;
    if (at > start) yield text.slice(start, at);
    start = at + 1;
  }
  if (start < text.length) yield text.slice(start);
}

/**
 * Parses a line of a word list: `word<TAB>meaning` or `word - meaning`. A line without a separator
 * is a word without a meaning.
 *
 * @returns undefined for a blank line, one that begins with `#`, or one with nothing before the
 *   separator
 */
export function parseWordLine(line: string): WordDraft | undefined {
  // Checked first, because a line may be as long as the file.
  const content = line.trimStart();
  if (content === "" || content.startsWith("#")) return undefined;
  const [separator] = ["\t", " - "].filter((candidate) => line.includes(candidate));
  const end = separator === undefined ? line.length : line.indexOf(separator);
  const text = line.slice(0, end).trim();
  if (text === "") return undefined;
  const meaning = line.slice(end + (separator?.length ?? 0)).trim();
  return { text, meaning, tags: ["imported"] };
}
