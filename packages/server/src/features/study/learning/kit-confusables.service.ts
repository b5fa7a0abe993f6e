import { haveSameLanguages, soundApart } from "@wordloom/language";
import type { KitContent } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { similarWords } from "../../library/word-facts/word-facts.service.ts";
import { listWordGlosses, type WordGloss } from "../../library/words/words.service.ts";
import { countConfusions } from "../../progress/answers/answers.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Words shown per word. */
const SHOWN_MAX = 5;

/** Words that a learner confuses, or may confuse, with one word, most likely first. */
export type Rivals = readonly {
  readonly gloss: WordGloss;
  readonly shown: KitContent["confusables"][number];
}[];

/**
 * At most five words for each of these: first those that the learner confused with it in answers,
 * most frequent first, then similar ones, as far as their similarity has been computed.
 */
export async function kitConfusables(
  needs: Needs,
  userId: string,
  wordIds: readonly string[],
): Promise<(wordId: string) => Rivals> {
  const confusions = await countConfusions(needs.database, userId, wordIds);
  const confusedOf = Map.groupBy(confusions, (row) => row.word_id);
  const similarTo = await similarWords(needs, needs.database, wordIds);
  const timesOf = new Map<string, Map<string, number>>();
  for (const wordId of wordIds) {
    const confused = confusedOf.get(wordId) ?? [];
    const similar = similarTo(wordId).map(({ id }) => [id, 0] as const);
    const times = confused.map((row) => [row.confused_with, row.times] as const);
    const all = [...times, ...similar.filter(([id]) => !confused.some(isOf(id)))];
    timesOf.set(wordId, new Map(all.filter(([id]) => id !== wordId)));
  }
  const ids = [...timesOf.values()].flatMap((times) => [...times.keys()].slice(0, 2 * SHOWN_MAX));
  const glosses = await listWordGlosses(needs.database, userId, [...new Set([...wordIds, ...ids])]);
  const glossOf = new Map(glosses.map((gloss) => [gloss.id, gloss]));
  return (wordId) => {
    const own = glossOf.get(wordId);
    const times = [...(timesOf.get(wordId) ?? [])];
    const rivals = times.flatMap(([id, timesConfused]) => {
      const gloss = glossOf.get(id);
      if (gloss === undefined || own === undefined) return [];
      // Similar words that were computed before scripts were compared are still in the cache.
      if (timesConfused === 0 && !haveSameLanguages(own, gloss)) return [];
      const { text: word, meaning } = gloss;
      const soundsApart = haveSameLanguages(own, gloss) && soundApart(own, gloss);
      const shown = {
        wordId: id,
        word,
        meaning,
        timesConfused,
        ...(soundsApart && { soundsApart }),
      };
      return { gloss, shown };
    });
    return rivals.slice(0, SHOWN_MAX);
  };
}

function isOf(id: string) {
  return (row: { confused_with: string }) => row.confused_with === id;
}
