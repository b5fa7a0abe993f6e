import type { Parameters, WordFacts } from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import type { SimilarWord } from "../confusables/confusables.service.ts";
import type { ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { partsOfWords, type WordParts } from "../word-facts/familiar-parts.service.ts";
import { similarWords } from "../word-facts/word-facts.service.ts";
import type { WordStateRow } from "../word-states/word-states.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** A learner and a word that is asked about. */
interface Asked {
  readonly userId: string;
  readonly wordId: string;
}

/** Words that bear on the memory of others, where the parameters of some learner want them. */
export interface Relatives {
  readonly similar: (wordId: string) => readonly SimilarWord[];
  readonly parts: ReadonlyMap<string, WordParts>;
  /** States of the learners' words, relatives included, as they were before the answers. */
  readonly rows: ReadonlyMap<string, WordStateRow>;
}

const NO_PARTS: ReadonlyMap<string, WordParts> = new Map();

/**
 * Look-alikes and roots of the words asked about, and the states that will be needed to judge them.
 * Nothing is looked up for learners whose parameters make no use of it.
 */
export async function findRelatives(
  needs: Needs,
  tx: Database,
  asked: readonly Asked[],
  known: { readonly words: ReadonlyMap<string, WordFacts>; readonly served: ParametersOf },
): Promise<Omit<Relatives, "rows"> & { wanted: Asked[] }> {
  const rulesOf = ({ userId }: Asked) => known.served(userId).parameters;
  const rivalled = asked.filter((pair) => wantsRivals(rulesOf(pair)));
  const taken = asked.filter((pair) => wantsParts(rulesOf(pair)));
  const similar =
    rivalled.length === 0 ? () => [] : await similarWords(needs, tx, wordIdsOf(rivalled));
  const words = wordIdsOf(taken).flatMap((id) => known.words.get(id) ?? []);
  const parts = words.length === 0 ? NO_PARTS : await partsOfWords(needs, tx, words);
  const rivals = rivalled.flatMap(({ userId, wordId }) =>
    similar(wordId).map(({ id }) => ({ userId, wordId: id })),
  );
  const roots = taken.flatMap(({ userId, wordId }) =>
    (parts.get(wordId)?.rootWordIds ?? []).map((id) => ({ userId, wordId: id })),
  );
  return { similar, parts, wanted: [...rivals, ...roots] };
}

function wordIdsOf(pairs: readonly Asked[]): string[] {
  return [...new Set(pairs.map(({ wordId }) => wordId))];
}

/** Whether look-alikes studied since may weigh on a prediction. */
export function wantsRivals({ interference }: Parameters): boolean {
  return interference.weight !== 0;
}

/** Whether known parts may ease a first answer. */
export function wantsParts({ memoryModel }: Parameters): boolean {
  return memoryModel.coldStartSMorphWeight !== 0 || memoryModel.coldStartDMorphWeight !== 0;
}

/**
 * How many parts of a word the learner knows: affixes always, a root once its word was answered.
 *
 * @param isMet  whether the learner has answered a word
 */
export function familiarParts(
  { total, affixes, rootWordIds }: WordParts,
  isMet: (wordId: string) => boolean,
): { known: number; total: number } {
  const met = rootWordIds.filter(isMet).length;
  return { known: Math.min(total, affixes + met), total };
}
