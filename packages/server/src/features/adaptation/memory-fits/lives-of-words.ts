import type { AnswerInput, WordFacts } from "@wordloom/engine";
import type { Restart } from "./fit-wire.ts";

/** Between the id of a word and the number of an earlier life; no id contains it. */
const LIFE = "\n";

/** A history in which every life of a word has an id of its own; the present one has the word's. */
export interface Lives {
  readonly answers: AnswerInput[];
  readonly words: Record<string, WordFacts>;
}

/**
 * Divides the history of words that began anew, so that the engine takes each life for a word.
 *
 * @param restarts  in the order of their times for each word
 */
export function dividedAtRestarts({ answers, words }: Lives, restarts: readonly Restart[]): Lives {
  if (restarts.length === 0) return { answers, words };
  const timesOf = Map.groupBy(restarts, ([wordId]) => wordId);
  const divided = { ...words };
  const renamed = answers.map((answer) => {
    const times = timesOf.get(answer.wordId);
    if (times === undefined) return answer;
    const life = times.filter(([, atMs]) => atMs <= answer.atMs).length;
    if (life === times.length) return answer;
    const id = `${answer.wordId}${LIFE}${life}`;
    const facts = words[answer.wordId];
    if (facts !== undefined) divided[id] = { ...facts, id };
    return { ...answer, wordId: id };
  });
  return { answers: renamed, words: divided };
}

/** The word of an id, whichever life it names. */
export function wordOfLife(id: string): string {
  return id.split(LIFE, 1)[0] ?? id;
}

/** Whether the id names the present life of a word. */
export function isPresentLife(id: string): boolean {
  return !id.includes(LIFE);
}
