import { generateOptions, type WordFacts } from "@wordloom/engine";
import type { KitOptions, OptionsMode } from "@wordloom/contract";
import { toldMeaning } from "@wordloom/contract/meanings";

/** How many words wrong options are chosen from. Comparing meanings takes most of the time. */
const CLOSE_MAX = 12;
const WIDE_MAX = 36;

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

/** @param scriptOf  the script of a meaning: one in another script gives the answer away */
export function optionPool(
  words: Iterable<Gloss>,
  scriptOf: (meaning: string) => string,
): OptionPool & { scriptOf(meaning: string): string } {
  const all = [...new Map([...words].map((word) => [word.id, told(word)])).values()];
  const byScript = Map.groupBy(all, ({ meaning }) => scriptOf(meaning));
  const byKind = Map.groupBy(all, (word) => kindOf(word, scriptOf));
  return { all, byScript, byKind, scriptOf };
}

/**
 * Four options for a word in both directions, by the rules of the engine, which chooses among a few
 * words of the same script and part of speech. Null in a direction with too few candidates.
 *
 * @param rivals  words that the learner may confuse with it, most likely first
 * @param seed    the same seed gives the same options
 */
export function kitOptions(
  asked: Gloss,
  rivals: readonly Gloss[],
  seed: number,
  pool: ReturnType<typeof optionPool>,
): Readonly<Record<OptionsMode, KitOptions | null>> {
  const word = told(asked);
  const groups = [
    rivals.map(told),
    pool.byKind.get(kindOf(word, pool.scriptOf)) ?? [],
    pool.byScript.get(pool.scriptOf(word.meaning)) ?? [],
    pool.all,
  ];
  const close = firstOf(groups, seed, CLOSE_MAX);
  const facts = { ...word, confusables: rivals.map(({ id }) => ({ id, similarity: 1 })) };
  const optionsOf = (mode: OptionsMode): KitOptions | null => {
    const found = generateOptions(facts, mode, close, seed);
    if (found !== null) return withIds(found, word, close, mode);
    const wide = firstOf(groups, seed, WIDE_MAX);
    const more = generateOptions(facts, mode, wide, seed, { nearMeanings: true });
    return more && withIds(more, word, wide, mode);
  };
  return {
    "word-to-meaning": optionsOf("word-to-meaning"),
    "meaning-to-word": optionsOf("meaning-to-word"),
  };
}

function told(word: Gloss): Gloss {
  return { ...word, meaning: toldMeaning(word) };
}

function kindOf({ meaning, partOfSpeech }: Gloss, scriptOf: (meaning: string) => string): string {
  return `${scriptOf(meaning)} ${partOfSpeech ?? ""}`;
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

function withIds(
  { options, correctIndex }: { options: string[]; correctIndex: number },
  word: Gloss,
  from: readonly WordFacts[],
  mode: OptionsMode,
): KitOptions {
  const shown = (facts: WordFacts) =>
    (mode === "word-to-meaning" ? (facts.meaning ?? "") : facts.text).trim();
  const idOf = (text: string) => from.find((facts) => shown(facts) === text)?.id ?? null;
  const wordIds = options.map((text, at) => (at === correctIndex ? word.id : idOf(text)));
  return { options, wordIds, correctIndex };
}
