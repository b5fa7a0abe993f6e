import { readFile } from "node:fs/promises";

/** A sentence that contains a form of the word, and its translation. */
export interface StarterExample {
  readonly english: string;
  /** Simplified Chinese. */
  readonly chinese: string;
}

/** A word as written in `entries.txt`. */
export interface StarterEntry {
  readonly text: string;
  readonly partOfSpeech: string;
  /** IPA between slashes, General American. */
  readonly american: string;
  /** The same, British; empty where it sounds alike. */
  readonly british: string;
  /** One to four definitions joined by "; ", labeled if there are several parts of speech. */
  readonly english: string;
  /** Simplified Chinese, labeled like the English meaning. */
  readonly chinese: string;
  readonly examples: readonly StarterExample[];
}

const ENTRIES = new URL("./entries.txt", import.meta.url);
const FORMER_ORDERS = new URL("./former-orders.txt", import.meta.url);
const COLUMNS = 10;
const BRITISH = 3;

/**
 * The starter words in the order in which beginners meet them, written by hand. docs/decisions/0022
 * explains why.
 *
 * @throws if the file is missing or malformed
 */
export async function readStarterEntries(): Promise<StarterEntry[]> {
  return parseEntries(await readFile(ENTRIES, "utf8"));
}

/** The order of the words in earlier versions, which tells an upgrade what has changed. */
export interface FormerOrder {
  /** The last version with this order. */
  readonly until: number;
  readonly texts: readonly string[];
}

/** The former orders, oldest first. @throws if the file is missing */
export async function readFormerOrders(): Promise<FormerOrder[]> {
  const paragraphs = (await readFile(FORMER_ORDERS, "utf8")).trim().split("\n\n");
  return paragraphs.map((paragraph) => {
    const [until, ...texts] = paragraph.split(/\s+/);
    return { until: Number(until), texts };
  });
}

/** @throws RangeError for a line without ten columns, all filled but the British pronunciation */
export function parseEntries(file: string): StarterEntry[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const columns = line.split("|");
    const isFilled = columns.every((column, index) => column !== "" || index === BRITISH);
    if (columns.length !== COLUMNS || !isFilled) {
      throw new RangeError(`not an entry of ten columns: ${line}`);
    }
    const [text = "", partOfSpeech = "", american = "", british = "", ...rest] = columns;
    const [english = "", chinese = "", first = "", firstChinese = "", ...second] = rest;
    const [another = "", anotherChinese = ""] = second;
    const examples = [
      { english: first, chinese: firstChinese },
      { english: another, chinese: anotherChinese },
    ];
    return { text, partOfSpeech, american, british, english, chinese, examples };
  });
}
