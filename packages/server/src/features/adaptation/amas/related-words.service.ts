import type { EngineParameters, WordFacts } from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { SimilarWord } from "../../library/confusables/confusables.service.ts";
import type { ParametersOf } from "../engine-trials/learner-parameters.service.ts";
import { partsOfWords, type WordParts } from "../../library/word-facts/familiar-parts.service.ts";
import { similarWords } from "../../library/word-facts/word-facts.service.ts";
import type { WordStateRow } from "../../progress/word-states/word-states.service.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** A learner's word. */
export interface LearnerWord {
  readonly userId: string;
  readonly wordId: string;
}

/** Words that affect the memory of others, as far as the learners' parameters use them. */
export interface RelatedWords {
  readonly similar: (wordId: string) => readonly SimilarWord[];
  readonly parts: ReadonlyMap<string, WordParts>;
  /** States of the learners' words, related words included, before the answers. */
  readonly rows: ReadonlyMap<string, WordStateRow>;
}

const NO_PARTS: ReadonlyMap<string, WordParts> = new Map();

/**
 * Confusable words and roots of the answered words, and which word states they require. Skips the
 * lookup for learners whose parameters do not use it.
 */
export async function findRelatedWords(
  needs: Needs,
  tx: Database,
  answered: readonly LearnerWord[],
  context: { readonly words: ReadonlyMap<string, WordFacts>; readonly served: ParametersOf },
): Promise<Omit<RelatedWords, "rows"> & { required: LearnerWord[] }> {
  const parametersOf = ({ userId }: LearnerWord) => context.served(userId).parameters;
  const interfered = answered.filter((pair) => usesInterference(parametersOf(pair)));
  const withParts = answered.filter((pair) => usesWordParts(parametersOf(pair)));
  const similar =
    interfered.length === 0 ? () => [] : await similarWords(needs, tx, wordIdsOf(interfered));
  const words = wordIdsOf(withParts).flatMap((id) => context.words.get(id) ?? []);
  const parts = words.length === 0 ? NO_PARTS : await partsOfWords(needs, tx, words);
  const confusables = interfered.flatMap(({ userId, wordId }) =>
    similar(wordId).map(({ id }) => ({ userId, wordId: id })),
  );
  const roots = withParts.flatMap(({ userId, wordId }) =>
    (parts.get(wordId)?.rootWordIds ?? []).map((id) => ({ userId, wordId: id })),
  );
  return { similar, parts, required: [...confusables, ...roots] };
}

function wordIdsOf(pairs: readonly LearnerWord[]): string[] {
  return [...new Set(pairs.map(({ wordId }) => wordId))];
}

/** Whether confusable words studied in between affect the predicted recall. */
export function usesInterference({ interference }: EngineParameters): boolean {
  return interference.weight !== 0;
}

/** Whether known word parts affect the initial memory of a word. */
export function usesWordParts({ memoryModel }: EngineParameters): boolean {
  return memoryModel.coldStartSMorphWeight !== 0 || memoryModel.coldStartDMorphWeight !== 0;
}

/**
 * How many parts of a word the learner knows: all affixes, and roots whose word was answered.
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
