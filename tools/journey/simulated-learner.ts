import type { WordPublic } from "@wordloom/contract";

/** An answer of a simulated learner. */
interface SimulatedAnswer {
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
  readonly hintUsed: boolean;
  readonly confusedWith?: string;
}

export interface SimulatedLearner {
  answer(word: WordPublic, others: readonly WordPublic[]): SimulatedAnswer;
}

/**
 * A learner who finds long words harder, sometimes uses a hint, and confuses one pair of words.
 * Deterministic: the answers depend only on the words.
 */
export function createSimulatedLearner(): SimulatedLearner {
  let asked = 0;
  let confusedOnce = false;
  return {
    answer(word, others) {
      asked += 1;
      const neighbor = others.find((other) => other.id !== word.id);
      if (!confusedOnce && asked >= 5 && neighbor !== undefined) {
        confusedOnce = true;
        return {
          isCorrect: false,
          responseTimeMs: 4_200,
          hintUsed: false,
          confusedWith: neighbor.id,
        };
      }
      const hard = word.text.length > 8;
      return {
        isCorrect: asked % (hard ? 2 : 6) !== 0,
        responseTimeMs: 900 + 180 * word.text.length + 40 * (asked % 7),
        hintUsed: asked % 9 === 0,
      };
    },
  };
}
