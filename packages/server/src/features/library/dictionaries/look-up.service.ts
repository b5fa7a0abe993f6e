import type { DictionaryEntry } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { foldText, listWordsByText, type WordByText } from "../words/words.service.ts";
import { listEntries } from "./dictionary-entries.repo.ts";
import { listComplete, type DictionaryRow } from "./dictionary-rows.repo.ts";
import { englishBases } from "./english-bases.ts";
import {
  figuresFor,
  isOneLanguage,
  rankFound,
  type AskedWord,
  type Found,
  type Known,
} from "./found-entries.ts";
import type { StoredEntry } from "./stored-entry.ts";

const LIBRARY = { id: "library", title: "Wordloom", attribution: "" };

/**
 * What the library and the dictionaries say of a word.
 *
 * @throws AppError INVALID_LANGUAGE
 */
export async function lookUp(
  { database }: Pick<Deps, "database">,
  query: { text: string; language: string; meaningLanguage?: string | undefined; limit: number },
): Promise<DictionaryEntry[]> {
  const { text, meaningLanguage } = query;
  const asked = {
    text,
    language: requireLanguage(query.language),
    meaningLanguage: meaningLanguage === undefined ? undefined : requireLanguage(meaningLanguage),
  };
  const lexicon = await readLexicon(database, [asked], listLibrary);
  await lexicon.addBases([asked]);
  return lexicon.find(asked).slice(0, query.limit).map(toReply);
}

/**
 * The best entry of the dictionaries for each of many words; base forms count where nothing else is
 * found.
 */
export async function lookUpMany(
  db: Database,
  asked: readonly AskedWord[],
): Promise<(Found | undefined)[]> {
  const lexicon = await readLexicon(db, asked, async () => []);
  const open = asked.filter((word) => lexicon.find(word).length === 0);
  if (open.length > 0) await lexicon.addBases(open);
  return asked.map((word) => lexicon.find(word)[0]);
}

type Library = (db: Database, foldedTexts: readonly string[]) => Promise<WordByText[]>;

const listLibrary: Library = (db, foldedTexts) => listWordsByText(db, null, foldedTexts);

/** Reads what is known of some words. */
async function readLexicon(db: Database, asked: readonly AskedWord[], library: Library) {
  const dictionaries = (await listComplete(db)).filter(
    ({ enabled, language }) =>
      enabled === 1 && asked.some((word) => isOneLanguage(language ?? "", word.language)),
  );
  const known = new Map<string, Known[]>();
  const bases = new Map<string, readonly string[]>();
  await read(asked.map(({ text }) => foldText(text)));

  async function read(keys: readonly string[]): Promise<void> {
    const fresh = [...new Set(keys)].filter((key) => key !== "" && !known.has(key));
    for (const key of fresh) known.set(key, []);
    const words = await library(db, fresh);
    for (const word of words) known.get(word.textFolded)?.push(ofLibrary(word));
    const numbers = dictionaries.map(({ seq }) => seq);
    for (const row of await listEntries(db, numbers, fresh)) {
      const at = numbers.indexOf(row.dictionary_seq);
      const dictionary = dictionaries[at];
      const entry = JSON.parse(row.entry_json) as StoredEntry;
      if (dictionary !== undefined)
        known.get(row.text_folded)?.push(ofDictionary(entry, dictionary, at));
    }
  }

  const knownOf = ({ text, language }: AskedWord) =>
    (known.get(foldText(text)) ?? []).filter((one) => isOneLanguage(one.language, language));

  return {
    /** Reads the base forms of these words: as entries name them, in English also by rules. */
    async addBases(words: readonly AskedWord[]): Promise<void> {
      for (const word of words) {
        const named = knownOf(word).flatMap(({ entry }) => (entry.formOf ?? []).map(foldText));
        const isEnglish = isOneLanguage("en", word.language);
        const ruled = isEnglish ? englishBases(foldText(word.text)) : [];
        bases.set(foldText(word.text), [...new Set([...named, ...ruled])]);
      }
      await read([...bases.values()].flat());
    },

    /** The entries for a word, the best first. */
    find(word: AskedWord): Found[] {
      const key = foldText(word.text);
      const based = (bases.get(key) ?? []).flatMap((base) => known.get(base) ?? []);
      const found = rankFound(word, knownOf(word), based);
      return found.map((one) => ({ ...one, ...figuresFor(one, known) }));
    },
  };
}

function ofLibrary(word: WordByText): Known {
  return {
    order: -1,
    language: word.language,
    meaningLanguage: word.meaningLanguage,
    source: LIBRARY,
    seq: undefined,
    entry: {
      kind: "word",
      text: word.text,
      reading: word.reading ?? "",
      pronunciation: word.pronunciation ?? "",
      partOfSpeech: word.partOfSpeech ?? "",
      meanings: word.meaning.split("\n").filter((line) => line.trim() !== ""),
      examples: word.examples,
      exampleMeanings: word.exampleMeanings,
    },
  };
}

function ofDictionary(entry: StoredEntry, dictionary: DictionaryRow, order: number): Known {
  const { seq, id, title, attribution, language, meaning_language: meaningLanguage } = dictionary;
  return {
    order,
    language: language ?? "",
    meaningLanguage: meaningLanguage ?? "",
    source: { id, title, attribution },
    seq,
    entry,
  };
}

function toReply({ entry, source, pronunciation, rank }: Found): DictionaryEntry {
  return {
    text: entry.text,
    reading: entry.reading || null,
    pronunciation: pronunciation || null,
    partOfSpeech: entry.partOfSpeech || null,
    meanings: [...(entry.meanings ?? [])],
    examples: [...(entry.examples ?? [])],
    level: entry.level || null,
    frequencyRank: rank,
    source,
  };
}
