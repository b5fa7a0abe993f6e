import { createHash } from "node:crypto";
import { generateOptions, type WordFacts } from "@wordloom/engine";
import type { KitOptions, SampleWord, StarterSample, WordPublic } from "@wordloom/contract";
import { baseLanguage } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { readSystemSettings } from "../../accounts/settings/settings.service.ts";
import { optionFacts, optionRules } from "../wordnet/option-rules.ts";
import { listWordsById } from "../words/words.service.ts";
import { listFirstStarterIds } from "./starter-sample.repo.ts";
import type { StarterLanguage } from "./starter-words.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings"> & {
  readonly peers?: Deps["peers"];
};

const SAMPLE_WORDS = 10;
/** Wrong options come from so many of the first words. */
const OPTION_WORDS = 60;

/** The only language that the starter words teach. */
const LEARNED = "en";
const MEANING_LANGUAGES: readonly StarterLanguage[] = ["en", "zh"];

/** One entry per language of meanings, 15 KB each. */
const samples = ttlCachePerApp<readonly SampleWord[]>({
  entriesMax: MEANING_LANGUAGES.length,
  ttlMs: MINUTE_MS,
});

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
  const wanted = baseLanguage(meaningLanguage);
  const meanings = MEANING_LANGUAGES.find((known) => known === wanted) ?? "en";
  const words =
    baseLanguage(language) === LEARNED
      ? ((await samples(needs).readOne(meanings, () => makeSample(needs, meanings))) ?? [])
      : [];
  return {
    language: baseLanguage(language),
    meaningLanguage: meanings,
    words: [...words],
    registrationOpen,
  };
}

/** @returns undefined without words, which is not cached: a new service is still adding them */
async function makeSample(
  { database }: Needs,
  language: StarterLanguage,
): Promise<readonly SampleWord[] | undefined> {
  const ids = await listFirstStarterIds(database, language, OPTION_WORDS);
  if (ids.length === 0) return undefined;
  const words = await listWordsById(database, null, ids);
  const pool = words.map(optionFacts);
  return words.slice(0, SAMPLE_WORDS).map((word) => ({
    word,
    options: {
      "word-to-meaning": optionsOf(word, "word-to-meaning", pool),
      "meaning-to-word": optionsOf(word, "meaning-to-word", pool),
    },
  }));
}

function optionsOf(
  word: WordPublic,
  mode: "word-to-meaning" | "meaning-to-word",
  pool: readonly WordFacts[],
): KitOptions | null {
  const seed = createHash("sha256").update(word.id).digest().readUInt32BE(0);
  return generateOptions(optionFacts(word), mode, pool, seed, optionRules);
}
