import {
  predictRecall,
  secondsPerReview,
  selectWords,
  type BatchRequest,
  type Candidate,
  type LearnerState,
  type Strategy,
} from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { countFailures } from "../engine-trials/arm-stats.service.ts";
import {
  parametersOfLearner,
  withStableFallback,
  type LearnerParameters,
} from "../engine-trials/learner-parameters.service.ts";
import { candidatesOf, type LoadedWord } from "./amas.service.ts";
import { readEngineState } from "./engine-states.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** The words that would be offered to the engine after `taken` words have been handed out. */
export interface ForeseenPool {
  /** Every word that may be offered. */
  readonly words: readonly LoadedWord[];
  /** Ids of the words that are due. */
  readonly due: ReadonlySet<string>;
  offered(taken: number): { readonly wordIds: readonly string[]; readonly backlog?: number };
}

export interface ForeseenWord {
  readonly wordId: string;
  /** Whether the word would be asked for the first time. */
  readonly isNew: boolean;
  /**
   * Probability of recalling it now, 0..1, by time alone, as in statistics; null for a new word.
   */
  readonly recall: number | null;
  /** Wrong answers since the last reset. */
  readonly lapses: number;
}

/** The engine's view of a learner who requests words in advance. */
export interface Foresight {
  readonly learner: LearnerState;
  readonly served: LearnerParameters;
  /** The learner's usual time for an answer and the pause after it, seconds. */
  readonly secondsPerReview: number;
}

export async function foresightOf(needs: Needs, userId: string): Promise<Foresight> {
  const learner = await readEngineState(needs, userId);
  const served = await parametersOfLearner(needs, userId);
  return { learner, served, secondsPerReview: secondsPerReview(learner, served.parameters) };
}

/** The moment of the batches, and the learner's day. */
interface ForeseenAt {
  readonly nowMs: number;
  readonly dayEndMs: number;
  /** yyyy-MM-dd. */
  readonly day: string;
}

/** How many words to foresee. */
export interface ForeseenLimits {
  readonly words: number;
  readonly newWords: number;
  /** New words whose first answer waits to be processed. They do not count toward the limit. */
  readonly begun: ReadonlySet<string>;
}

/**
 * The words of the learner's next batches if all of them were requested now, one after the other.
 * Nothing is stored, and no batch waits for its reward.
 *
 * New words within the limit are always among them, even if the engine has none for now: words that
 * are neither due nor new take no place of theirs, and follow them.
 *
 * @param nowMs  the time of all batches; the same state and day give the same words
 * @returns the words in order, and the strategy of the first batch
 */
export async function foreseeBatches(
  needs: Needs,
  { nowMs, dayEndMs, day }: ForeseenAt,
  { foresight, pool, limits }: { foresight: Foresight; pool: ForeseenPool; limits: ForeseenLimits },
): Promise<{ words: ForeseenWord[]; strategy: Strategy }> {
  const { served } = foresight;
  const { database } = needs;
  const candidates = (await candidatesOf(database, new Set([pool.words])))(pool.words);
  const candidateOf = new Map(candidates.map((candidate) => [candidate.word.id, candidate]));
  const plan = openPlan(candidates, pool.due, limits);
  const taken: string[] = [];
  let learner = foresight.learner;
  let strategy: Strategy | undefined;
  for (let number = 0; !plan.isFull(); number += 1) {
    await takeTurns();
    const { wordIds, backlog } = pool.offered(taken.length);
    const found = wordIds.flatMap((wordId) => candidateOf.get(wordId) ?? []);
    const request = {
      nowMs,
      dayEndMs,
      key: `kit ${day} ${number}`,
      seed: learner.seed,
      exclude: taken,
      shown: [],
    };
    const batch = withStableFallback(served, countFailures(needs), ({ parameters }) => {
      const dueBacklogSeconds = (backlog ?? 0) * secondsPerReview(learner, parameters);
      const seeded: BatchRequest = {
        ...request,
        ...(backlog !== undefined && { dueBacklogSeconds }),
      };
      return selectWords(learner, found.filter(plan.isOpen), seeded, parameters);
    });
    ({ learner } = batch);
    strategy ??= batch.strategy;
    const chosen = batch.wordIds.flatMap((wordId) => candidateOf.get(wordId) ?? []);
    if (!chosen.some(plan.isPlanned)) chosen.unshift(...plan.remainingNew());
    if (chosen.length === 0) break;
    for (const candidate of chosen) {
      taken.push(candidate.word.id);
      plan.add(candidate);
    }
  }
  strategy ??= foresight.learner.strategy.inForce;
  return { words: plan.words.map((one) => toForeseen(foresight, one, nowMs)), strategy };
}

/** The words chosen so far, and which may follow. */
function openPlan(
  candidates: readonly Candidate[],
  due: ReadonlySet<string>,
  limits: ForeseenLimits,
) {
  const words: Candidate[] = [];
  const chosen = new Set<string>();
  const isDue = ({ word }: Candidate) => due.has(word.id);
  const isLimited = (candidate: Candidate) =>
    isNew(candidate) && !limits.begun.has(candidate.word.id);
  let newLeft = Math.min(limits.newWords, candidates.filter(isLimited).length);
  let dueLeft = candidates.filter(isDue).length;
  return {
    words: words as readonly Candidate[],
    isFull: () => words.length >= limits.words,
    isOpen: (candidate: Candidate) => newLeft > 0 || !isLimited(candidate),
    isPlanned: (candidate: Candidate) => isDue(candidate) || isNew(candidate),
    /** The new words that are still to come, in the order of their books. */
    remainingNew(): Candidate[] {
      const left = candidates.filter((one) => isNew(one) && !chosen.has(one.word.id));
      const begun = left.filter((one) => !isLimited(one));
      return [...begun, ...left.filter(isLimited).slice(0, newLeft)];
    },
    /** Adds a word that was chosen next, unless it would take the place of another. */
    add(candidate: Candidate): void {
      chosen.add(candidate.word.id);
      if (isDue(candidate)) dueLeft -= 1;
      else if (isLimited(candidate)) {
        if (newLeft === 0) return;
        newLeft -= 1;
      } else if (!isNew(candidate) && words.length + dueLeft + newLeft >= limits.words) return;
      if (words.length < limits.words) words.push(candidate);
    },
  };
}

function toForeseen(
  { learner, served }: Foresight,
  candidate: Candidate,
  nowMs: number,
): ForeseenWord {
  const { memory, word } = candidate;
  const wordId = word.id;
  const lapses = memory?.lapses ?? 0;
  if (memory === null || memory.trace === null) {
    return { wordId, isNew: true, recall: null, lapses };
  }
  const { parameters } = served;
  const recall = predictRecall(learner, memory, nowMs, parameters, { variant: "schedule" });
  return { wordId, isNew: false, recall, lapses };
}

/** Whether the word was never asked, or was reset since. */
function isNew({ memory }: Candidate): boolean {
  return memory === null || memory.trace === null;
}
