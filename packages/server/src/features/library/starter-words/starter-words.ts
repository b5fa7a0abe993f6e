import type { LanguageEntry } from "./languages/language-entries.ts";
import type { TaughtEdition, TaughtLanguage } from "./languages/taught-languages.ts";
import type { FormerOrder, StarterEntry } from "./starter-entries.ts";

/** A word of a new installation, within the limits of the words endpoints. */
export interface StarterWord {
  readonly text: string;
  readonly meaning: string;
  readonly partOfSpeech: string;
  /** IPA between slashes; where they differ, "US /…/ UK /…/". Null for words with a reading. */
  readonly pronunciation: string | null;
  /** Kana, pinyin or romanization; null where the text itself shows how it is read. */
  readonly reading: string | null;
  readonly examples: readonly string[];
  /** Translations of the examples in the language of the meaning; none in English. */
  readonly exampleMeanings: readonly string[];
  /** 0 for the first word to 1 for the last, in even steps. */
  readonly difficulty: number;
}

interface StarterBook {
  readonly name: string;
  readonly description: string;
  /** What earlier versions said of it. */
  readonly formerDescriptions: readonly string[];
  /** In the order of the words. */
  readonly wordTexts: readonly string[];
}

/** The words of one language explained in one language, and their books. */
export interface StarterEdition {
  /** Stored with the words: the language of meanings for English ones, otherwise both: "de-zh". */
  readonly key: string;
  readonly language: string;
  readonly meaningLanguage: "en" | "zh";
  readonly words: readonly StarterWord[];
  readonly books: readonly StarterBook[];
  /** Oldest first. The books had as many words as now. Empty for editions with one order only. */
  readonly formerOrders: readonly FormerOrder[];
}

/** English first, then the other languages in the order in which they were added. */
export type StarterContent = readonly StarterEdition[];

/**
 * Version of the words and books. Raise it with every change of the files or a description: older
 * installations are updated at their next start. Version 1 was made from WordNet, without Chinese;
 * languages beside English came with version 6.
 */
export const STARTER_VERSION = 15;

/** Smallest first. Every book contains the ones before it. */
const BOOKS = [
  {
    size: 1000,
    en: {
      name: "English: first 1,000 words",
      description:
        "The thousand words that beginners meet first: greetings, numbers, days and months as " +
        "whole sets, then by use in speech and writing.",
      formerDescriptions: [
        "The thousand content words heard most often in spoken English, most frequent first.",
      ],
    },
    zh: {
      name: "英语核心词汇 1000（中文释义）",
      description:
        "初学者最先遇到的一千个词：问候、数字、星期、月份成组在前，其余按口语和书面语中的使用频率排列，" +
        "附中文释义、英美音标和带译文的例句。",
      formerDescriptions: [
        "英语口语中最常用的一千个实词，按使用频率排列，附中文释义、音标和例句。",
      ],
    },
  },
  {
    size: 3000,
    en: {
      name: "English: first 3,000 words",
      description:
        "Three thousand words in the order in which beginners meet them. Begins with the first " +
        "1,000.",
      formerDescriptions: [
        "The three thousand content words heard most often in spoken English, most frequent " +
          "first. Begins with the first 1,000.",
      ],
    },
    zh: {
      name: "英语核心词汇 3000（中文释义）",
      description:
        "按初学者遇到的先后排列的三千个词，附中文释义、英美音标和带译文的例句。包含前一千词。",
      formerDescriptions: [
        "英语口语中最常用的三千个实词，按使用频率排列，附中文释义、音标和例句。包含前一千词。",
      ],
    },
  },
] as const;

/**
 * The English words and books, in each language of meanings. Equal entries give equal results.
 *
 * Difficulty is the rank spread evenly over [0, 1], so that a strategy finds equally many new words
 * at every difficulty.
 */
export function composeStarterContent(
  entries: readonly StarterEntry[],
  formerOrders: readonly FormerOrder[],
): StarterContent {
  return (["en", "zh"] as const).map((language) => ({
    key: language,
    language: "en",
    meaningLanguage: language,
    words: entries.map((entry, index) => ({
      text: entry.text,
      meaning: language === "en" ? entry.english : entry.chinese,
      partOfSpeech: entry.partOfSpeech,
      pronunciation: pronunciationOf(entry),
      reading: null,
      examples: entry.examples.map((example) => example.english),
      exampleMeanings: language === "en" ? [] : entry.examples.map(({ chinese }) => chinese),
      difficulty: difficultyOfRank(index, entries.length),
    })),
    books: BOOKS.map((book) => ({
      ...book[language],
      wordTexts: entries.slice(0, book.size).map(({ text }) => text),
    })),
    formerOrders,
  }));
}

/** The words and books of a language beside English. */
export function composeEdition(
  { language, sound }: TaughtLanguage,
  { meaningLanguage, books }: TaughtEdition,
  entries: readonly LanguageEntry[],
): StarterEdition {
  const isEnglish = meaningLanguage === "en";
  return {
    key: `${language}-${meaningLanguage}`,
    language,
    meaningLanguage,
    words: entries.map((entry, index) => ({
      text: entry.text,
      meaning: isEnglish ? entry.english : entry.chinese,
      partOfSpeech: entry.partOfSpeech,
      pronunciation: sound === "ipa" ? `/${entry.sound}/` : null,
      reading: sound === "ipa" ? null : entry.sound || null,
      examples: entry.examples.map(({ text }) => text),
      exampleMeanings: entry.examples.map((one) => (isEnglish ? one.english : one.chinese)),
      difficulty: difficultyOfRank(index, entries.length),
    })),
    books: books.map(({ size, name, description }) => {
      const wordTexts = entries.slice(0, size).map(({ text }) => text);
      return { name, description, formerDescriptions: [], wordTexts };
    }),
    formerOrders: [],
  };
}

/** Both, where they differ. The American one comes first, as in the texts of the words. */
function pronunciationOf({ american, british }: StarterEntry): string {
  return british === "" ? american : `US ${american} UK ${british}`;
}

/** Four decimals distinguish adjacent ranks and keep the result short. */
export function difficultyOfRank(index: number, count: number): number {
  return count > 1 ? Math.round((10_000 * index) / (count - 1)) / 10_000 : 0;
}
