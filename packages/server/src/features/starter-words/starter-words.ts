import { arpabetToIpa } from "./arpabet.ts";
import { borrowExamples } from "./borrowed-examples.ts";
import { parseGloss, shortenDefinition } from "./gloss.ts";
import { chooseHeadwords, type Headword } from "./headwords.ts";
import { containsFormOf, type FormCount } from "./lemma.ts";
import { findPronunciation, type PronouncingDictionary } from "./pronunciation.ts";
import type { Wordnet } from "./wordnet-reader.ts";

/** The sources of the words. */
export interface StarterSources {
  readonly wordnet: Wordnet;
  /** Word forms with their counts in spoken English. */
  readonly forms: readonly FormCount[];
  readonly pronunciations: PronouncingDictionary;
}

/** A word of a new installation; within the limits of the words endpoints. */
export interface StarterWord {
  readonly text: string;
  /** One definition, at most 120 characters. */
  readonly meaning: string;
  readonly partOfSpeech: string;
  /** IPA between slashes, General American; null if the word is not in the dictionary. */
  readonly pronunciation: string | null;
  /** At most 5, each containing a form of the word; empty if the sources have none. */
  readonly examples: readonly string[];
  /** 0 for the most frequent word to 1 for the rarest, in even steps. */
  readonly difficulty: number;
  /** The tags of its books, and `no-example` if the word has no example. */
  readonly tags: readonly string[];
}

export interface StarterBook {
  readonly name: string;
  readonly description: string;
  /** Most frequent first. */
  readonly wordTexts: readonly string[];
}

export interface StarterContent {
  readonly words: readonly StarterWord[];
  readonly books: readonly StarterBook[];
}

const EXAMPLES_MAX = 5;
const NO_EXAMPLE_TAG = "no-example";

/** Smallest first; every book contains the ones before it. */
const BOOKS = [
  {
    size: 1000,
    tag: "core-1000",
    name: "English: first 1,000 words",
    description:
      "The thousand content words heard most often in spoken English, most frequent first.",
  },
  {
    size: 3000,
    tag: "core-3000",
    name: "English: first 3,000 words",
    description:
      "The three thousand content words heard most often in spoken English, most frequent first. " +
      "Begins with the first 1,000.",
  },
];

/**
 * The starter words and the two books that contain them. Equal sources give equal results.
 *
 * Difficulty is the rank spread evenly over [0, 1], so that a strategy finds equally many new words
 * at every difficulty.
 */
export function composeStarterContent(sources: StarterSources): StarterContent {
  const size = Math.max(...BOOKS.map((book) => book.size));
  const headwords = chooseHeadwords(sources.forms, sources.wordnet, size);
  const described = headwords.map((headword) => describe(headword, sources));
  const withoutExamples = headwords.filter((_, index) => described[index]?.examples.length === 0);
  const borrowed = borrowExamples(withoutExamples, sources.wordnet);

  return {
    words: described.map((word, index) => {
      const examples = borrowed.get(word.text) ?? word.examples;
      const difficulty = difficultyOfRank(index, described.length);
      return { ...word, examples, difficulty, tags: tagsOf(index, examples) };
    }),
    books: BOOKS.map(({ name, description, size: bookSize }) => ({
      name,
      description,
      wordTexts: headwords.slice(0, bookSize).map(({ text }) => text),
    })),
  };
}

function describe({ text, sense }: Headword, sources: StarterSources) {
  const gloss = parseGloss(sources.wordnet.readSynset(sense).gloss);
  const sounds = findPronunciation(text, sense.partOfSpeech, sources.pronunciations);
  return {
    text,
    meaning: shortenDefinition(gloss.definition),
    partOfSpeech: sense.partOfSpeech,
    pronunciation: sounds === undefined ? null : arpabetToIpa(sounds),
    examples: gloss.examples
      .filter((example) => containsFormOf(example, text, sense.partOfSpeech))
      .slice(0, EXAMPLES_MAX),
  };
}

/** Four decimals distinguish adjacent ranks and keep the result short. */
function difficultyOfRank(index: number, count: number): number {
  return count > 1 ? Math.round((10_000 * index) / (count - 1)) / 10_000 : 0;
}

function tagsOf(index: number, examples: readonly string[]): string[] {
  const tags = BOOKS.filter((book) => index < book.size).map((book) => book.tag);
  return examples.length > 0 ? tags : [...tags, NO_EXAMPLE_TAG];
}
