import { openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

export type WordKind = "noun" | "verb" | "adjective" | "adverb";

/** What the index says about a lemma as one kind of word. */
export interface LemmaEntry {
  readonly kind: WordKind;
  /** How many of its senses were met in running text by those who made the database. */
  readonly usedSenses: number;
  /** Byte positions of its synsets in the data file of its kind, the commonest sense first. */
  readonly synsets: readonly number[];
}

export interface Pointer {
  /** As in wninput(5WN): `@` hypernym, `~` hyponym, `!` antonym, `&` similar, `+` derived … */
  readonly symbol: string;
  readonly kind: WordKind;
  readonly synset: number;
  /** Which word of the source synset it is about, from 1; 0 means all of them. */
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
  /** Entries of a lemma, one for each kind of word it can be; none when it is not known. */
  find(lemma: string): LemmaEntry[];
  synset(kind: WordKind, position: number): Synset;
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

/** Longer than nearly all lines; longer ones are read in several goes. */
const PIECE_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * The files of a WordNet directory. The indexes, 6 MB, are kept in memory and searched by halving;
 * of the data, 22 MB, single lines are read by position. Both take some millionths of a second,
 * because the system keeps what is read often.
 *
 * @throws when a file is missing
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
  };
}

/** The line that starts with a key and a blank. Lines are in the order of their bytes. */
function findLine(index: Buffer, key: string): string | undefined {
  // The terms of use at the top of each file are lines that begin with blanks.
  if (!/^\S+$/.test(key)) return undefined;
  const wanted = `${key} `;
  let [low, high] = [0, index.length];
  // Both stay at starts of lines; the line, if there is one, starts between them.
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
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let text = "";
  for (let from = position; ; from += PIECE_BYTES) {
    const piece = buffer.subarray(0, readSync(file, buffer, 0, PIECE_BYTES, from));
    const end = piece.indexOf(NEWLINE);
    text += piece.toString("latin1", 0, end === -1 ? piece.length : end);
    if (end !== -1 || piece.length === 0) return text;
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

/** One line of a data file; numbers of words are hexadecimal, of pointers decimal. */
function parseSynsetLine(line: string): Synset {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  const wordsEnd = 4 + 2 * Number.parseInt(fields[3] ?? "0", 16);
  const words = fields.slice(4, wordsEnd).filter((_, at) => at % 2 === 0);
  const pointers: Pointer[] = [];
  for (let at = wordsEnd + 1; at < wordsEnd + 1 + 4 * Number(fields[wordsEnd]); at += 4) {
    const [symbol = "", synset = "", letter = "", ends = "0000"] = fields.slice(at, at + 4);
    const kind = KIND_BY_LETTER[letter];
    if (kind === undefined) continue;
    const [sourceWord = 0, targetWord = 0] = [ends.slice(0, 2), ends.slice(2)].map((digits) =>
      Number.parseInt(digits, 16),
    );
    pointers.push({ symbol, kind, synset: Number(synset), sourceWord, targetWord });
  }
  return { words: words.map(plainWord), pointers, gloss: line.slice(bar + 3).trim() };
}

/** Without marks of adjective position, with blanks between words. */
function plainWord(word: string): string {
  return word.replace(/\(.*/, "").replaceAll("_", " ");
}
