import {
  applyFit,
  fitMemory,
  replay,
  reschedule,
  type FittedWeights,
  type History,
  type LearnerState,
  type RecallTargets,
} from "@wordloom/engine";
import type { WordStateName } from "@wordloom/contract";
import { withEdge } from "../../progress/word-states/mastery-edges.ts";
import type { RebuildTask, RebuiltWord } from "./fit-wire.ts";
import { isPresentLife, wordOfLife } from "./lives-of-words.ts";

/** A fit uses at most this many answers, the latest ones. */
const FITTED_MAX = 100_000;

/** A learner and the words, as all answers together make them. */
export interface Rebuilt {
  readonly learner: LearnerState;
  readonly words: RebuiltWord[];
}

/**
 * Fits the memory to a whole history, and then replays it with that fit from the first answer on.
 *
 * @param targetsAfter  recall targets under the fitted weights
 */
export function rebuildHistory(
  history: History,
  { nowMs, learner: before, parameters }: RebuildTask,
  targetsAfter: (fitted: FittedWeights) => RecallTargets,
): Rebuilt {
  const current = before.fit.weights;
  const latest = { ...history, answers: history.answers.slice(-FITTED_MAX) };
  const fitted = fitMemory(latest, parameters, { nowMs, current });
  const targets = targetsAfter(fitted);
  // Weights that the fit did not improve stay in force.
  const inForce = { ...fitted, accepted: fitted.accepted || current !== null };
  const edges = new Map<string, string | null>();
  const replayed = replay(history, parameters, {
    fitted: inForce,
    onAnswer(known, after, atMs) {
      if (known.level === after.level) return;
      const wordId = wordOfLife(after.wordId);
      const [from, to] = [nameOf(known.level), nameOf(after.level)];
      edges.set(wordId, withEdge(edges.get(wordId) ?? null, { from, to, atMs }));
    },
  });
  const { memories, ratings } = replayed;
  // A refused fit postpones the next one.
  const learner = inForce.accepted
    ? replayed.learner
    : applyFit(replayed.learner, fitted, history, parameters).learner;
  const counts = new Map<string, number>();
  for (const { wordId } of history.answers) {
    const word = wordOfLife(wordId);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = Object.values(memories).flatMap((memory): RebuiltWord[] => {
    const { wordId } = memory;
    const rating = ratings[wordId];
    if (!isPresentLife(wordId) || rating === undefined) return [];
    const facts = history.words[wordId] ?? { id: wordId, text: wordId, difficulty: null };
    reschedule(learner, memory, facts, parameters, targets);
    return [
      {
        memory,
        rating,
        masteryEdges: edges.get(wordId) ?? null,
        answers: counts.get(wordId) ?? 0,
      },
    ];
  });
  return { learner, words };
}

const nameOf = (level: string) => level.toLowerCase() as WordStateName;
