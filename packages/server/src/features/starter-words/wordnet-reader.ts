import { readFileSync } from "node:fs";
import { join } from "node:path";

export type PartOfSpeech = "noun" | "verb" | "adjective" | "adverb";

/** A sense of a lemma, as listed in the sense index. */
export interface Sense {
  readonly partOfSpeech: PartOfSpeech;
  /** 1 is the most frequent sense within its part of speech. */
  readonly number: number;
  /** Number of occurrences tagged with this sense, ≥ 0. */
  readonly taggedCount: number;
  /** Byte position of the synset in the data file of its part of speech. */
  readonly offset: number;
}

/** A set of words that share one meaning. */
export interface Synset {
  /** Names are capitalised, spaces are underscores; markers of adjective position are removed. */
  readonly words: readonly string[];
  /** True for one particular person, place or thing. */
  readonly isInstance: boolean;
  /** Definition and quoted examples, separated by semicolons. */
  readonly gloss: string;
}

/** The parts of WordNet that a word list needs. */
export interface Wordnet {
  /** All senses of a lower-case single word, most tagged first; empty if unknown. */
  sensesOf(lemma: string): readonly Sense[];
  readSynset(sense: Pick<Sense, "partOfSpeech" | "offset">): Synset;
  /** The glosses of all synsets of a part of speech, in file order. */
  glossesOf(partOfSpeech: PartOfSpeech): IteratorObject<string>;
}

const DATA_FILES: Record<PartOfSpeech, string> = {
  noun: "data.noun",
  verb: "data.verb",
  adjective: "data.adj",
  adverb: "data.adv",
};

/** Digit after the "%" of a sense key; 5 is an adjective satellite, kept in the same data file. */
const PARTS_BY_DIGIT: Record<string, PartOfSpeech> = {
  "1": "noun",
  "2": "verb",
  "3": "adjective",
  "4": "adverb",
  "5": "adjective",
};

const GLOSS = / \| (.+)$/gm;
const SENSE_LINE = /^([a-z]+)%([1-5])\S* (\d{8}) (\d+) (\d+)$/gm;

/**
 * Opens the database files of a directory. Reads about 30 MB synchronously, so it belongs in a
 * worker thread.
 *
 * @throws when a file is missing
 *
 * Source: file formats senseidx(5WN) and wndb(5WN).
 */
export function openWordnet(directory: string): Wordnet {
  const senses = readSenseIndex(readFileSync(join(directory, "index.sense"), "latin1"));
  const data = new Map<PartOfSpeech, Buffer>();
  const open = (partOfSpeech: PartOfSpeech): Buffer => {
    const file = data.get(partOfSpeech) ?? readFileSync(join(directory, DATA_FILES[partOfSpeech]));
    data.set(partOfSpeech, file);
    return file;
  };

  return {
    sensesOf: (lemma) => senses.get(lemma) ?? [],
    readSynset({ partOfSpeech, offset }) {
      const file = open(partOfSpeech);
      return parseSynset(file.toString("latin1", offset, file.indexOf("\n", offset)));
    },
    glossesOf: (partOfSpeech) =>
      open(partOfSpeech)
        .toString("latin1")
        .matchAll(GLOSS)
        .map(([, gloss = ""]) => gloss),
  };
}

/**
 * Senses by lemma. Phrases, names with dots and words with hyphens or digits are skipped.
 *
 * @param text  lines of `sense_key synset_offset sense_number tag_count`
 */
export function readSenseIndex(text: string): Map<string, Sense[]> {
  const senses = new Map<string, Sense[]>();
  for (const [, lemma = "", digit = "", offset, number, tagged] of text.matchAll(SENSE_LINE)) {
    const partOfSpeech = PARTS_BY_DIGIT[digit];
    if (!partOfSpeech) continue;
    const sense = {
      partOfSpeech,
      number: Number(number),
      taggedCount: Number(tagged),
      offset: Number(offset),
    };
    const known = senses.get(lemma);
    if (known) known.push(sense);
    else senses.set(lemma, [sense]);
  }
  for (const list of senses.values()) list.sort(byUse);
  return senses;
}

function byUse(a: Sense, b: Sense): number {
  return b.taggedCount - a.taggedCount || a.number - b.number;
}

/**
 * Parses a line of a data file: offset, lexicographer file, type, word count (hexadecimal), words
 * each with an id, pointer count, pointers of four fields, and the gloss after a bar.
 */
export function parseSynset(line: string): Synset {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  const wordsEnd = 4 + 2 * Number.parseInt(fields[3] ?? "0", 16);
  return {
    words: fields
      .slice(4, wordsEnd)
      .filter((_, index) => index % 2 === 0)
      .map((word) => word.replace(/\(.*/, "")),
    isInstance: fields.slice(wordsEnd).includes("@i"),
    gloss: line.slice(bar + 3).trim(),
  };
}
