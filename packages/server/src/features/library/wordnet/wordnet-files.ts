import { openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

export type WordKind = "noun" | "verb" | "adjective" | "adverb";

/** The index entry of a lemma as one part of speech. */
export interface LemmaEntry {
  readonly kind: WordKind;
  /** Number of its senses that occur in WordNet's tagged texts. */
  readonly usedSenses: number;
  /** Byte positions of its synsets in the data file, most common sense first. */
  readonly synsets: readonly number[];
}

export interface Pointer {
  /** As in wninput(5WN): `@` hypernym, `~` hyponym, `!` antonym, `&` similar, `+` derived … */
  readonly symbol: string;
  readonly kind: WordKind;
  readonly synset: number;
  /** Number of the word in the source synset, from 1; 0 means all words. */
  readonly sourceWord: number;
  readonly targetWord: number;
}

export interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
  /** Definition and quoted examples, separated by semicolons. */
  readonly gloss: string;
}

export interface WordnetFiles {
  /** Entries of a lemma, one per part of speech; empty if it is unknown. */
  find(lemma: string): LemmaEntry[];
  synset(kind: WordKind, position: number): Synset;
  /** Lowercase single words that occur in WordNet's tagged texts; each call reads them again. */
  usedWords(): Set<string>;
}

const ENDINGS: Record<WordKind, string> = {
  noun: "noun",
  verb: "verb",
  adjective: "adj",
  adverb: "adv",
};
const KINDS = Object.keys(ENDINGS) as WordKind[];

const KIND_BY_LETTER: Record<string, WordKind> = {
  n: "noun",
  v: "verb",
  a: "adjective",
  s: "adjective",
  r: "adverb",
};

/** Longer than nearly all lines. Longer lines are read in several chunks. */
const CHUNK_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * Opens the files of a WordNet directory. The indexes (6 MB) are kept in memory and searched by
 * bisection. From the data (22 MB), single lines are read by position. Both take microseconds
 * thanks to the system's file cache.
 *
 * @throws when a file is missing
 *
 * Source: file formats wndb(5WN).
 */
export function openWordnetFiles(directory: string): WordnetFiles {
  const pathOf = (part: string, kind: WordKind) => join(directory, `${part}.${ENDINGS[kind]}`);
  const indexes = new Map(KINDS.map((kind) => [kind, readFileSync(pathOf("index", kind))]));
  const data = new Map(KINDS.map((kind) => [kind, openSync(pathOf("data", kind), "r")]));
  return {
    find: (lemma) =>
      [...indexes].flatMap(([kind, index]) => {
        const line = findLine(index, lemma);
        return line === undefined ? [] : [parseEntry(kind, line)];
      }),
    synset(kind, position) {
      const file = data.get(kind);
      return parseSynsetLine(file === undefined ? "" : readLine(file, position));
    },
    usedWords: () => new Set([...indexes].flatMap(([kind, index]) => usedWordsOf(kind, index))),
  };
}

function usedWordsOf(kind: WordKind, index: Buffer): string[] {
  return index
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const word = /^[a-z]+(?= )/.exec(line)?.[0];
      return word !== undefined && parseEntry(kind, line).usedSenses > 0 ? word : [];
    });
}

/** The line that starts with a key and a space. Lines are sorted by bytes. */
function findLine(index: Buffer, key: string): string | undefined {
  // Keys with spaces would match the terms of use at the top of the file.
  if (!/^\S+$/.test(key)) return undefined;
  const wanted = `${key} `;
  let [low, high] = [0, index.length];
  // Both bounds are always starts of lines, and the wanted line, if any, starts between them.
  while (low < high) {
    const middle = index.lastIndexOf(NEWLINE, Math.floor((low + high) / 2) - 1) + 1;
    const start = Math.max(low, middle);
    const newline = index.indexOf(NEWLINE, start);
    const end = newline === -1 ? index.length : newline;
    const line = index.toString("latin1", start, end);
    if (line.startsWith(wanted)) return line;
    if (line < wanted) low = end + 1;
    else high = start;
  }
  return undefined;
}

function readLine(file: number, position: number): string {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let text = "";
  for (let from = position; ; from += CHUNK_BYTES) {
    const chunk = buffer.subarray(0, readSync(file, buffer, 0, CHUNK_BYTES, from));
    const end = chunk.indexOf(NEWLINE);
    text += chunk.toString("latin1", 0, end === -1 ? chunk.length : end);
    if (end !== -1 || chunk.length === 0) return text;
  }
}

function parseEntry(kind: WordKind, line: string): LemmaEntry {
  const fields = line.trim().split(" ");
  const senses = Number(fields[2]);
  return {
    kind,
    usedSenses: Number(fields.at(-senses - 1)),
    synsets: fields.slice(-senses).map(Number),
  };
}

/** Parses a line of a data file. Word counts are hexadecimal, pointer counts decimal. */
function parseSynsetLine(line: string): Synset {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  const wordsEnd = 4 + 2 * Number.parseInt(fields[3] ?? "0", 16);
  const words = fields.slice(4, wordsEnd).filter((_, index) => index % 2 === 0);
  const pointers: Pointer[] = [];
  for (let start = wordsEnd + 1; start < wordsEnd + 1 + 4 * Number(fields[wordsEnd]); start += 4) {
    const [symbol = "", synset = "", letter = "", ends = "0000"] = fields.slice(start, start + 4);
    const kind = KIND_BY_LETTER[letter];
    if (kind === undefined) continue;
    const [sourceWord = 0, targetWord = 0] = [ends.slice(0, 2), ends.slice(2)].map((digits) =>
      Number.parseInt(digits, 16),
    );
    pointers.push({ symbol, kind, synset: Number(synset), sourceWord, targetWord });
  }
  return { words: words.map(plainWord), pointers, gloss: line.slice(bar + 3).trim() };
}

/** The word without markers of adjective position, with spaces for underscores. */
function plainWord(word: string): string {
  return word.replace(/\(.*/, "").replaceAll("_", " ");
}
