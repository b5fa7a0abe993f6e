import type { WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import { relatedWords } from "../wordnet/wordnet.service.ts";
import { foldText, listLibrary, listWordsById } from "../words/words.service.ts";
import { listIdsByText } from "./embeddings.repo.ts";
import { partsOfQuery, deviceHintsOf } from "./query-parts.ts";

type Needs = Pick<Deps, "database" | "settings">;

/** What a find is worth, by the way it was found. */
const WORTH = { same: 1, meaningSame: 0.9, begins: 0.75, meaning: 0.65, contains: 0.5 } as const;
/** What a meaning that is almost the query has over one that merely contains it. */
const NEARLY = 0.09;
/** Finds by a part of the query, and by what was found, count less. */
const PART = 0.5;
const STEP = 0.7;
const STEPS_FROM = 3;
/** As dictionaries begin: "to give up" is about giving up. */
const OPENING = /^(?:to|an?|the)\s+(?=\S)/;
/** Words read for each part of the query. */
const FOUND_MAX = 100;

interface Finds {
  readonly worth: Map<string, number>;
  readonly words: Map<string, WordPublic>;
}

/**
 * Words that have to do with a text, without understanding it: those that contain it, in the word
 * or in its meaning, and English ones that WordNet relates to it; most fitting first.
 *
 * A query that is not English is led on by the English words it finds: 快乐 → happy → glad. Where a
 * query in signs finds nothing, its signs are looked for one by one: 房子 → 房 → house.
 */
export async function searchRelated(
  needs: Needs,
  query: string,
  limit: number,
): Promise<WordPublic[]> {
  const finds: Finds = { worth: new Map(), words: new Map() };
  const folded = foldText(query).replace(OPENING, "");
  const parts = partsOfQuery(folded);
  await addContaining(needs, finds, folded, 1);
  await addRelated(needs, finds, folded, 1);
  for (const { text, isWord } of parts) {
    await addContaining(needs, finds, text, PART);
    if (isWord) await addRelated(needs, finds, text, PART);
  }
  for (const word of best(finds, STEPS_FROM)) {
    const worth = finds.worth.get(word.id) ?? 0;
    if (foldText(word.text) !== folded) await addRelated(needs, finds, word.text, worth * STEP);
  }
  if (finds.worth.size === 0) {
    for (const sign of deviceHintsOf(folded)) await addContaining(needs, finds, sign, PART);
  }
  return best(finds, limit);
}

async function addContaining(needs: Needs, finds: Finds, text: string, weight: number) {
  const { data } = await listLibrary(needs, { page: 1, perPage: FOUND_MAX, search: text });
  for (const word of data) add(finds, word, weight * worthOf(word, text));
}

async function addRelated(needs: Needs, finds: Finds, text: string, weight: number) {
  const closeness = new Map(relatedWords(text).map((word) => [word.text, word.closeness]));
  if (closeness.size === 0) return;
  const rows = await listIdsByText(needs.database, [...closeness.keys()]);
  const texts = new Map(rows.map((row) => [row.id, row.text_folded]));
  for (const word of await listWordsById(needs.database, [...texts.keys()])) {
    add(finds, word, weight * (closeness.get(texts.get(word.id) ?? "") ?? 0));
  }
}

function add({ worth, words }: Finds, word: WordPublic, value: number): void {
  words.set(word.id, word);
  worth.set(word.id, Math.max(worth.get(word.id) ?? 0, value));
}

function worthOf({ text, meaning }: WordPublic, sought: string): number {
  const [own, said] = [foldText(text), foldText(meaning)];
  if (own === sought) return WORTH.same;
  const pieces = said.split(/[^\p{L}\p{N} '-]+/u).map((piece) => piece.trim());
  if (pieces.includes(sought)) return WORTH.meaningSame;
  if (own.startsWith(sought)) return WORTH.begins;
  const within = pieces.filter((piece) => piece.includes(sought));
  if (within.length === 0) return said.includes(sought) ? WORTH.meaning : WORTH.contains;
  return WORTH.meaning + Math.max(...within.map((piece) => NEARLY * fit(piece, sought)));
}

/** How much of a meaning the sought text is, 0 to 1; the half of it for standing in front. */
function fit(piece: string, sought: string): number {
  return (sought.length / piece.length + (piece.startsWith(sought) ? 1 : 0)) / 2;
}

function best({ worth, words }: Finds, most: number): WordPublic[] {
  const inOrder = (a: WordPublic, b: WordPublic) =>
    (worth.get(b.id) ?? 0) - (worth.get(a.id) ?? 0) ||
    (`${a.text} ${a.id}` < `${b.text} ${b.id}` ? -1 : 1);
  return [...words.values()].toSorted(inOrder).slice(0, most);
}
