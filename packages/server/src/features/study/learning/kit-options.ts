import { generateOptions, scriptOf, type OptionSources, type WordFacts } from "@wordloom/engine";
import type { KitOptions, KitWord, OptionsMode } from "@wordloom/contract";
import { shownMeaning } from "@wordloom/contract/meanings";

/** How many words wrong options are chosen from. Comparing meanings takes most of the time. */
const CLOSE_MAX = 24;
const WIDE_MAX = 60;

/** A word and its meaning, which may be empty. */
export interface Gloss {
  readonly id: string;
  readonly text: string;
  readonly meaning: string;
  readonly partOfSpeech: string | null;
  readonly difficulty: number;
}

/** Where wrong options come from; words that look alike to a reader are grouped. */
export interface OptionPool {
  readonly all: readonly Gloss[];
  readonly byScript: ReadonlyMap<string, readonly Gloss[]>;
  readonly byKind: ReadonlyMap<string, readonly Gloss[]>;
}

/** Groups the words that wrong options are chosen from. */
export function optionPool(words: Iterable<Gloss>): OptionPool {
  const all = [...new Map([...words].map((word) => [word.id, told(word)])).values()];
  return { all, byScript: Map.groupBy(all, scriptsOf), byKind: Map.groupBy(all, kindOf) };
}

/**
 * Four options for a word in both directions, and four with other wrong ones for asking it again,
 * by the rules of the engine, which chooses among a few words of the same script and part of
 * speech. Null in a direction with too few candidates.
 *
 * @param rivals       words that the learner may confuse with it, most likely first
 * @param seed         the same seed gives the same options
 * @param areSynonyms  tells words that mean the same: both would be right
 */
export function kitOptions(
  asked: Gloss,
  rivals: readonly Gloss[],
  seed: number,
  pool: OptionPool,
  areSynonyms: OptionSources["areSynonyms"] & {},
): Pick<KitWord, "options" | "otherOptions"> {
  const word = told(asked);
  const groups = [
    rivals.map(told).filter((rival) => scriptsOf(rival) === scriptsOf(word)),
    pool.byKind.get(kindOf(word)) ?? [],
    pool.byScript.get(scriptsOf(word)) ?? [],
    pool.all,
  ];
  const facts = { ...word, confusables: rivals.map(({ id }) => ({ id, similarity: 1 })) };
  const optionsOf = (mode: OptionsMode, used: ReadonlySet<string | null>): KitOptions | null => {
    const free = groups.map((group) => group.filter(({ id }) => !used.has(id)));
    const close = firstOf(free, seed, CLOSE_MAX);
    const found = generateOptions(facts, mode, close, seed, { areSynonyms });
    if (found !== null) return found;
    const wide = firstOf(free, seed, WIDE_MAX);
    return generateOptions(facts, mode, wide, seed, { nearMeanings: true, areSynonyms });
  };
  const twice = (mode: OptionsMode) => {
    const first = optionsOf(mode, new Set());
    return { first, other: first && optionsOf(mode, new Set(first.wordIds)) };
  };
  const [meanings, texts] = [twice("word-to-meaning"), twice("meaning-to-word")];
  return {
    options: { "word-to-meaning": meanings.first, "meaning-to-word": texts.first },
    otherOptions: { "word-to-meaning": meanings.other, "meaning-to-word": texts.other },
  };
}

function told(word: Gloss): Gloss {
  return { ...word, meaning: shownMeaning(word) };
}

function kindOf(word: Gloss): string {
  return `${scriptsOf(word)} ${word.partOfSpeech ?? ""}`;
}

/** The scripts of a word and its meaning: one in another script gives the answer away. */
function scriptsOf({ text, meaning }: Gloss): string {
  return `${scriptOf(text)} ${scriptOf(meaning)}`;
}

/** Takes words group by group. Within a group it starts at a place that depends on the seed. */
function firstOf(groups: readonly (readonly Gloss[])[], seed: number, max: number): WordFacts[] {
  const found = new Map<string, Gloss>();
  for (const group of groups) {
    for (let step = 0; step < group.length && found.size < max; step += 1) {
      const word = group[(seed + step) % group.length] as Gloss;
      found.set(word.id, word);
    }
  }
  return [...found.values()];
}
