import {
  applyFit,
  dueFits,
  fitMemory,
  replay,
  reschedule,
  type EngineParameters,
  type FitOptions,
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
  const fitted = fitWhole(latest, parameters, { nowMs, current });
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

/**
 * The fit to a whole history. If it is refused, the fits count that would have been made while the
 * history grew: a learner who gave these answers here would still have their weights.
 */
function fitWhole(
  history: History,
  parameters: EngineParameters,
  options: FitOptions,
): FittedWeights {
  const whole = fitMemory(history, parameters, options);
  if (whole.accepted || options.current !== null) return whole;
  let current: number[] | null = null;
  for (const length of dueFits(history, parameters)) {
    const part = { ...history, answers: history.answers.slice(0, length) };
    const fitted = fitMemory(part, parameters, { ...options, current });
    if (fitted.accepted) current = fitted.weights;
  }
  if (current === null) return whole;
  const last = fitMemory(history, parameters, { ...options, current });
  const after = last.accepted ? last.logLossAfter : last.logLossBefore;
  if (after > whole.logLossBefore) return whole;
  const losses = { logLossBefore: whole.logLossBefore, logLossAfter: after };
  const reason = last.accepted ? last.reason : "earlier_fit";
  return { ...last, ...losses, reason, accepted: true };
}

const nameOf = (level: string) => level.toLowerCase() as WordStateName;
