import type { StarterEntry } from "./starter-entries.ts";

/** Languages in which the starter words are explained. */
export type StarterLanguage = "en" | "zh";

/** A word of a new installation, within the limits of the words endpoints. */
export interface StarterWord {
  readonly text: string;
  readonly meaning: string;
  readonly partOfSpeech: string;
  /** IPA between slashes, General American. */
  readonly pronunciation: string;
  readonly examples: readonly string[];
  /** 0 for the most frequent word to 1 for the rarest, in even steps. */
  readonly difficulty: number;
}

interface StarterBook {
  readonly name: string;
  readonly description: string;
  /** Most frequent first. */
  readonly wordTexts: readonly string[];
}

/** The words explained in one language, and their books. */
export interface StarterEdition {
  readonly language: StarterLanguage;
  readonly words: readonly StarterWord[];
  readonly books: readonly StarterBook[];
}

/** English first. */
export type StarterContent = readonly StarterEdition[];

/**
 * Version of the words. Raise it with every change of `entries.txt`: installations with older words
 * are updated at their next start. Version 1 was made from WordNet, without Chinese.
 */
export const STARTER_VERSION = 3;

/** Smallest first. Every book contains the ones before it. */
const BOOKS = [
  {
    size: 1000,
    en: {
      name: "English: first 1,000 words",
      description:
        "The thousand content words heard most often in spoken English, most frequent first.",
    },
    zh: {
      name: "英语核心词汇 1000（中文释义）",
      description: "英语口语中最常用的一千个实词，按使用频率排列，附中文释义、音标和例句。",
    },
  },
  {
    size: 3000,
    en: {
      name: "English: first 3,000 words",
      description:
        "The three thousand content words heard most often in spoken English, most frequent " +
        "first. Begins with the first 1,000.",
    },
    zh: {
      name: "英语核心词汇 3000（中文释义）",
      description:
        "英语口语中最常用的三千个实词，按使用频率排列，附中文释义、音标和例句。包含前一千词。",
    },
  },
] as const;

/**
 * The words and books in each language. Equal entries give equal results.
 *
 * Difficulty is the rank spread evenly over [0, 1], so that a strategy finds equally many new words
 * at every difficulty.
 */
export function composeStarterContent(entries: readonly StarterEntry[]): StarterContent {
  return (["en", "zh"] as const).map((language) => ({
    language,
    words: entries.map((entry, index) => ({
      text: entry.text,
      meaning: language === "en" ? entry.english : entry.chinese,
      partOfSpeech: entry.partOfSpeech,
      pronunciation: entry.pronunciation,
      examples: [entry.example],
      difficulty: difficultyOfRank(index, entries.length),
    })),
    books: BOOKS.map((book) => ({
      ...book[language],
      wordTexts: entries.slice(0, book.size).map(({ text }) => text),
    })),
  }));
}

/** Four decimals distinguish adjacent ranks and keep the result short. */
function difficultyOfRank(index: number, count: number): number {
  return count > 1 ? Math.round((10_000 * index) / (count - 1)) / 10_000 : 0;
}
