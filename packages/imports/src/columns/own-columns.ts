/** The columns of the CSV file that this service exports, named like the fields of a word. */
export const OWN_COLUMNS = [
  "text",
  "meaning",
  "language",
  "meaningLanguage",
  "reading",
  "pronunciation",
  "partOfSpeech",
  "difficulty",
  "examples",
  "exampleMeanings",
  "tags",
  "audioUrl",
] as const;

/** A list of one empty text; a backslash never stands alone otherwise. */
const ONE_EMPTY = "\\";

/**
 * Joins the texts of a list for one cell; `splitOwnList` gives them back. A text may hold any
 * character.
 */
export function joinOwnList(texts: readonly string[]): string {
  if (texts.length === 1 && texts[0] === "") return ONE_EMPTY;
  return texts.map((text) => text.replace(/[\\|]/g, "\\$&")).join("|");
}

/** Undoes `joinOwnList`. */
export function splitOwnList(cell: string): string[] {
  if (cell === "") return [];
  if (cell === ONE_EMPTY) return [""];
  const texts = [""];
  for (const [token] of cell.matchAll(/\\?[^]/gu)) {
    if (token === "|") texts.push("");
    else texts[texts.length - 1] += token.length > 1 && token[0] === "\\" ? token.slice(1) : token;
  }
  return texts;
}
