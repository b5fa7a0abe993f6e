import { readFile } from "node:fs/promises";

/** A word as written in `entries.txt`. */
export interface StarterEntry {
  readonly text: string;
  readonly partOfSpeech: string;
  /** IPA between slashes, General American. */
  readonly pronunciation: string;
  /** One to four definitions joined by "; ", labeled if there are several parts of speech. */
  readonly english: string;
  /** A sentence that contains a form of the word. */
  readonly example: string;
  /** Simplified Chinese, labeled like the English meaning. */
  readonly chinese: string;
}

const FILE = new URL("./entries.txt", import.meta.url);
const COLUMNS = 6;

/**
 * The starter words, most frequent first, written by hand. docs/decisions/0022 explains why.
 *
 * @throws if the file is missing or malformed
 */
export async function readStarterEntries(): Promise<StarterEntry[]> {
  return parseEntries(await readFile(FILE, "utf8"));
}

/** @throws RangeError for a line without exactly six filled columns */
export function parseEntries(file: string): StarterEntry[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const columns = line.split("|");
    if (columns.length !== COLUMNS || columns.includes("")) {
      throw new RangeError(`not an entry of six columns: ${line}`);
    }
    const [text = "", partOfSpeech = "", pronunciation = "", ...rest] = columns;
    const [english = "", example = "", chinese = ""] = rest;
    return { text, partOfSpeech, pronunciation, english, example, chinese };
  });
}
