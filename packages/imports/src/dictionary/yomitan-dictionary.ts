import { guessLanguage } from "@wordloom/language";
import type { ZipArchive } from "../files/zip.ts";
import {
  dictionaryEntries,
  dictionaryMeta,
  readIndex,
  tagCategories,
  type DictionaryEntry,
  type DictionaryIndex,
  type DictionaryMeta,
} from "../yomitan/open-yomitan.ts";
import { NOTHING_SAID, type DictionaryFile, type LexicalEntry } from "./lexical-entry.ts";

/** Entries from which languages are guessed if the dictionary does not state them. */
const SAMPLE_ENTRIES = 300;

/** Tags that state for which level of learners a word is. */
const LEVEL = /^(?:(?:jlpt|hsk|cefr|topik)[-_ ]?[a-z]?\d|[abc][12]|n[1-5])$/i;

/** The share of the terms, where figures follow. */
const FIGURES_FROM = 0.8;

/** @throws UnreadableError */
export async function openYomitanDictionary(archive: ZipArchive): Promise<DictionaryFile> {
  const index = await readIndex(archive);
  const categories = await tagCategories(archive);
  const guessed = await guessLanguages(archive, index);
  return {
    title: index.title,
    revision: index.revision,
    attribution: index.attribution,
    language: index.language ?? guessed.language,
    meaningLanguage: index.meaningLanguage ?? guessed.meaningLanguage,
    async *rows() {
      let figuresFrom = 0;
      for await (const { where, share, entry } of dictionaryEntries(archive, index.format)) {
        const place = { where, share: share * FIGURES_FROM };
        figuresFrom = FIGURES_FROM;
        const word = entry && entryFrom(entry, categories);
        yield word === undefined ? { ...place, fault: INVALID } : { ...place, entry: word };
      }
      const rankOf = index.countsOccurrences ? await ranksIn(archive) : (rank: number) => rank;
      for await (const { where, share, entry } of dictionaryMeta(archive)) {
        const place = { where, share: figuresFrom + share * (1 - figuresFrom) };
        if (entry !== undefined) yield { ...place, entry: figureFrom(entry, rankOf) };
      }
    },
  };
}

const INVALID = {
  code: "invalid_item",
  message: "The entry has another shape than a word with a meaning.",
} as const;

/** @returns undefined for an entry that says nothing */
function entryFrom(
  entry: DictionaryEntry,
  categories: ReadonlyMap<string, string>,
): LexicalEntry | undefined {
  const { text, reading, tags, termTags, score, formOf, ...glossary } = entry;
  const isWord = glossary.meanings.length > 0;
  if (!isWord && formOf.length === 0) return undefined;
  const known = tags.filter((tag) => categories.get(tag) === "partOfSpeech");
  const plain = tags.filter((tag) => !categories.has(tag) && !LEVEL.test(tag));
  return {
    ...NOTHING_SAID,
    kind: isWord ? "word" : "form",
    text,
    reading: reading === text ? "" : reading,
    partOfSpeech: (known.length > 0 ? known : plain).join(" "),
    level: [...termTags, ...tags].find((tag) => LEVEL.test(tag)) ?? "",
    formOf,
    score,
    ...glossary,
  };
}

function figureFrom(
  { kind, text, reading, pronunciation, frequency }: DictionaryMeta,
  rankOf: (frequency: number) => number,
): LexicalEntry {
  const rank = kind === "frequency" ? rankOf(frequency) : null;
  return { ...NOTHING_SAID, kind, text, reading, pronunciation, rank };
}

/** The rank of a number of occurrences among those of all words. */
async function ranksIn(archive: ZipArchive): Promise<(frequency: number) => number> {
  const counts: number[] = [];
  for await (const { entry } of dictionaryMeta(archive))
    if (entry?.kind === "frequency") counts.push(entry.frequency);
  const falling = Float64Array.from(counts, (count) => -count).sort();
  return (frequency) => {
    let [low, high] = [0, falling.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((falling[middle] ?? 0) < -frequency) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

async function guessLanguages(
  archive: ZipArchive,
  index: DictionaryIndex,
): Promise<Pick<DictionaryFile, "language" | "meaningLanguage">> {
  if (index.language !== null && index.meaningLanguage !== null)
    return { language: null, meaningLanguage: null };
  const [texts, meanings]: [string[], string[]] = [[], []];
  const readings: string[] = [];
  const isFull = () => texts.length >= SAMPLE_ENTRIES;
  for await (const { entry } of dictionaryEntries(archive, index.format)) {
    if (entry !== undefined) {
      texts.push(entry.text);
      readings.push(entry.reading);
      meanings.push(...entry.meanings.slice(0, 1));
    }
    if (isFull()) break;
  }
  if (!isFull())
    for await (const { entry } of dictionaryMeta(archive)) {
      if (entry !== undefined) texts.push(entry.text);
      if (isFull()) break;
    }
  return {
    language: guessLanguage(texts, readings),
    meaningLanguage: guessLanguage(meanings),
  };
}
