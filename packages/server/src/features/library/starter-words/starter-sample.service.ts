import { createHash } from "node:crypto";
import { generateOptions, type WordFacts } from "@wordloom/engine";
import type {
  KitOptions,
  OptionsMode,
  SampleWord,
  StarterSample,
  WordPublic,
} from "@wordloom/contract";
import { baseLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { optionFacts, optionRules } from "../wordnet/option-rules.ts";
import { listWordsById } from "../words/words.service.ts";
import { hasStarterWords, listFirstStarterIds } from "./starter-sample.repo.ts";
import { TAUGHT_LANGUAGES } from "./languages/taught-languages.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings"> & {
  readonly peers?: Deps["peers"];
};

const SAMPLE_WORDS = 10;
/** Wrong options come from so many of the first words. */
const OPTION_WORDS = 60;

interface SampleEdition {
  readonly key: string;
  readonly language: string;
  readonly meaningLanguage: string;
}

const EDITIONS: readonly SampleEdition[] = [
  { key: "en", language: "en", meaningLanguage: "en" },
  { key: "zh", language: "en", meaningLanguage: "zh" },
  ...TAUGHT_LANGUAGES.flatMap(({ language, editions }) =>
    editions.map(({ meaningLanguage }) => {
      return { key: `${language}-${meaningLanguage}`, language, meaningLanguage };
    }),
  ),
];

/** One entry per edition, 15 KB each. */
const samples = ttlCachePerApp<readonly SampleWord[]>({
  entriesMax: EDITIONS.length,
  ttlMs: MINUTE_MS,
});

/** The editions that have words. Those without are not kept: a new service is still adding them. */
const present = ttlCachePerApp<true>({ entriesMax: EDITIONS.length, ttlMs: MINUTE_MS });

/** A visitor's languages: what to learn, and what to read meanings in. Language tags. */
export interface SampleLanguages {
  readonly language: string;
  readonly meaningLanguage: string;
}

/** The first starter words with answers to choose from, the same for every visitor. */
export async function readStarterSample(
  needs: Needs,
  { language, meaningLanguage }: SampleLanguages,
): Promise<StarterSample> {
  const { registration_enabled: registrationOpen } = await readSystemSettings(needs);
  const offered = await presentEditions(needs);
  const taught = offered.filter((one) => baseLanguage(one.language) === baseLanguage(language));
  const wanted = baseLanguage(meaningLanguage);
  const edition = taught.find((one) => one.meaningLanguage === wanted) ?? taught[0];
  const words =
    edition && (await samples(needs).readOne(edition.key, () => makeSample(needs, edition.key)));
  return {
    language: edition?.language ?? baseLanguage(language),
    meaningLanguage: edition?.meaningLanguage ?? "en",
    words: [...(words ?? [])],
    languages: [...new Set(offered.map((one) => one.language))],
    registrationOpen,
  };
}

async function presentEditions(needs: Needs): Promise<SampleEdition[]> {
  const found = await Promise.all(
    EDITIONS.map(({ key }) =>
      present(needs).readOne(key, async () =>
        (await hasStarterWords(needs.database, key)) ? true : undefined,
      ),
    ),
  );
  return EDITIONS.filter((_, at) => found[at] === true);
}

/** @returns undefined without words, which is not cached: a new service is still adding them */
async function makeSample(
  { database }: Needs,
  edition: string,
): Promise<readonly SampleWord[] | undefined> {
  const ids = await listFirstStarterIds(database, edition, OPTION_WORDS);
  if (ids.length === 0) return undefined;
  const words = await listWordsById(database, null, ids);
  const pool = words.map(optionFacts);
  return words.slice(0, SAMPLE_WORDS).map((word) => {
    const meanings = optionsTwice(word, "word-to-meaning", pool);
    const texts = optionsTwice(word, "meaning-to-word", pool);
    return {
      word,
      options: { "word-to-meaning": meanings.first, "meaning-to-word": texts.first },
      otherOptions: { "word-to-meaning": meanings.other, "meaning-to-word": texts.other },
    };
  });
}

/** Options of a word, and others without the wrong ones of the first. */
function optionsTwice(word: WordPublic, mode: OptionsMode, pool: readonly WordFacts[]) {
  const seed = createHash("sha256").update(word.id).digest().readUInt32BE(0);
  const optionsFrom = (words: readonly WordFacts[]): KitOptions | null =>
    generateOptions(optionFacts(word), mode, words, seed, optionRules);
  const first = optionsFrom(pool);
  const used = new Set(first?.wordIds);
  return { first, other: first && optionsFrom(pool.filter(({ id }) => !used.has(id))) };
}
