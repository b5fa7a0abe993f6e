import { areBothRight, baseLanguage, foldText, type GlossedWord } from "@wordloom/language";
import type { Deps } from "../../../deps.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { englishWords } from "../wordnet/wordnet.ts";
import { listOwnSpellings, listSpellings, type SpellingRow } from "./confusables.repo.ts";
import { slipsOf } from "./spelling-variants.ts";

type Needs = Pick<Deps, "clock" | "database">;

type Word = GlossedWord & { readonly language: string };

/**
 * Spellings looked up at once, in 10 to 15 ms; the words left over are looked up for the next kit.
 * A word of eight letters has about five hundred.
 */
const LOOKED_UP_MAX = 12_000;

/** Words of a learner's own that are compared. */
const OWN_MAX = 2_000;

/** The library's words among the slips of a word, by language and text; 400 bytes each. */
const librarySlips = ttlCachePerApp<readonly Word[]>({ entriesMax: 10_000, ttlMs: DAY_MS });

/**
 * Other words that a slip of the finger or a missing accent makes of a word: words of the same
 * language in the library, the learner's own ones, those around it and, of English ones, all words
 * in use. What is equally right, such as colour for color, is no other word.
 *
 * @param words   those asked about, most important first
 * @param around  words that were read already
 */
export async function lookalikesAmong(
  needs: Needs,
  userId: string,
  words: readonly Word[],
  around: readonly Word[],
): Promise<(word: Word) => string[]> {
  const own = (await listOwnSpellings(needs.database, userId, OWN_MAX)).map(toWord);
  const known = Map.groupBy([...around, ...own], keyOf);
  const inLibrary = await slipsInLibrary(needs, words);
  return (word) => {
    const { language } = word;
    const isEnglish = baseLanguage(language) === "en";
    const near = [...slipsOf(foldText(word.text))].flatMap((text): readonly Word[] => {
      const others = known.get(keyOf({ text, language })) ?? [];
      return others.length === 0 && isEnglish && englishWords().has(text)
        ? [{ text, language }]
        : others;
    });
    const others = [...near, ...(inLibrary.get(keyOf(word)) ?? [])];
    const right = new Set(others.filter((other) => areBothRight(word, other)).map(folded));
    return [...new Set(others.map(folded))].filter((text) => !right.has(text)).toSorted();
  };
}

/** Reads those of words not looked up lately in one statement. */
async function slipsInLibrary(
  needs: Needs,
  words: readonly Word[],
): Promise<ReadonlyMap<string, readonly Word[]>> {
  const wordOf = new Map(words.map((word) => [keyOf(word), word]));
  return librarySlips(needs).read([...wordOf.keys()], async (missing) => {
    const slips = new Map<string, ReadonlySet<string>>();
    let count = 0;
    for (const key of missing) {
      const of = slipsOf(foldText(wordOf.get(key)?.text ?? ""));
      if (count + of.size > LOOKED_UP_MAX) break;
      count += of.size;
      slips.set(key, of);
    }
    const spellings = new Set([...slips.values()].flatMap((of) => [...of]));
    const found = (await listSpellings(needs.database, [...spellings])).map(toWord);
    const byKey = Map.groupBy(found, keyOf);
    return new Map(
      [...slips].map(([key, of]) => {
        const { language = "" } = wordOf.get(key) ?? {};
        return [key, [...of].flatMap((text) => byKey.get(keyOf({ text, language })) ?? [])];
      }),
    );
  });
}

function toWord(row: SpellingRow): Word {
  const { text_folded: text, language, meaning_folded: meaning } = row;
  return { text, language, meaning, meaningLanguage: row.meaning_language };
}

function folded({ text }: Word): string {
  return foldText(text);
}

function keyOf({ text, language }: Pick<Word, "text" | "language">): string {
  return `${baseLanguage(language)} ${foldText(text)}`;
}
