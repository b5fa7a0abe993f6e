import { generateOptions, type WordFacts } from "@wordloom/engine";
import type { KitOptions, KitWord, OptionsMode } from "@wordloom/contract";
import { baseLanguage, scriptOf } from "@wordloom/language";
import { optionFacts, optionRules, type Gloss } from "../../library/wordnet/option-rules.ts";

/** How many words wrong options are chosen from. Comparing meanings takes most of the time. */
const CLOSE_MAX = 24;
const WIDE_MAX = 60;

/** Where wrong options come from; words that look alike to a reader are grouped. */
export interface OptionPool {
  readonly all: readonly Gloss[];
  readonly byScript: ReadonlyMap<string, readonly Gloss[]>;
  readonly byKind: ReadonlyMap<string, readonly Gloss[]>;
  readonly byLanguages: ReadonlyMap<string, readonly Gloss[]>;
}

/** Groups the words that wrong options are chosen from. */
export function optionPool(words: Iterable<Gloss>): OptionPool {
  const all = [...new Map([...words].map((word) => [word.id, optionFacts(word)])).values()];
  return {
    all,
    byScript: Map.groupBy(all, scriptsOf),
    byKind: Map.groupBy(all, kindOf),
    byLanguages: Map.groupBy(all, languagesOf),
  };
}

/**
 * Four options for a word in both directions, and four with other wrong ones for asking it again,
 * by the rules of the engine, which chooses among a few words of the same languages and, if there
 * are enough, part of speech. Null in a direction with too few candidates.
 *
 * @param rivals  words that the learner may confuse with it, most likely first
 * @param seed    the same seed gives the same options
 */
export function kitOptions(
  asked: Gloss,
  rivals: readonly Gloss[],
  seed: number,
  pool: OptionPool,
): Pick<KitWord, "options" | "otherOptions"> {
  const word = optionFacts(asked);
  const groups = [
    rivals.map(optionFacts).filter((rival) => scriptsOf(rival) === scriptsOf(word)),
    pool.byKind.get(kindOf(word)) ?? [],
    pool.byScript.get(scriptsOf(word)) ?? [],
    pool.byLanguages.get(languagesOf(word)) ?? [],
  ];
  const facts = { ...word, confusables: rivals.map(({ id }) => ({ id, similarity: 1 })) };
  const optionsOf = (mode: OptionsMode, used: ReadonlySet<string | null>): KitOptions | null => {
    const free = groups.map((group) => group.filter(({ id }) => !used.has(id)));
    const close = firstOf(free, seed, CLOSE_MAX);
    const found = generateOptions(facts, mode, close, seed, optionRules);
    if (found !== null) return found;
    const wide = firstOf(free, seed, WIDE_MAX);
    return generateOptions(facts, mode, wide, seed, { nearMeanings: true, ...optionRules });
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

function kindOf(word: Gloss): string {
  return `${scriptsOf(word)} ${word.partOfSpeech ?? ""}`;
}

/** Languages and scripts of a word and its meaning: the odd one out gives the answer away. */
function scriptsOf(word: Gloss): string {
  return `${languagesOf(word)} ${scriptOf(word.text)} ${scriptOf(word.meaning)}`;
}

/** Words with the same languages; of two scripts only those that belong together are offered. */
export function languagesOf({ language, meaningLanguage }: Gloss): string {
  return `${baseLanguage(language)} ${baseLanguage(meaningLanguage)}`;
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
