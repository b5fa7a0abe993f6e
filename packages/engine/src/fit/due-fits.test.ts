import { describe, expect, it } from "vitest";
import { createLearner } from "../learner-state/create-learner.ts";
import { createMemory, type WordMemory } from "../memory/word-memory.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { processAnswer } from "../process-answer.ts";
import { factsOf, replay } from "../replay.ts";
import { simulatedHistory } from "../testing/simulated-history.ts";
import { dueFits } from "./fit-sequence.ts";

const parameters = withParameters(defaultParameters(), { "fit.minReviews": 32 });
const history = simulatedHistory(parameters.memoryModel.w, 40, 7);

/** After how many answers fits became due, each of them made at once and refused. */
function dueWhileAnswering(): number[] {
  let learner = createLearner(history.seed, history.startMs);
  const memories = new Map<string, WordMemory>();
  const due: number[] = [];
  for (const [at, answer] of history.answers.entries()) {
    const { wordId } = answer;
    const memory = memories.get(wordId) ?? createMemory(wordId);
    const context = { word: factsOf(history, wordId), wordRating: null };
    const outcome = processAnswer(learner, memory, answer, parameters, context);
    ({ learner } = outcome);
    memories.set(wordId, outcome.memory);
    if (!outcome.fitDue) continue;
    due.push(at + 1);
    learner = { ...learner, fit: { ...learner.fit, reviews: learner.fit.targets } };
  }
  return due;
}

describe("dueFits", () => {
  it("names the answers after which fits become due for a learner who gives them", () => {
    const due = dueFits(history, parameters);
    expect(due.length).toBeGreaterThan(2);
    expect(due).toEqual(dueWhileAnswering());
  });
});

describe("replay", () => {
  it("tells of every answer, and keeps the rating of every word", () => {
    const told: string[] = [];
    const { memories, ratings } = replay(history, parameters, {
      onAnswer: (before, after, atMs) =>
        told.push(`${after.wordId} ${after.attempts - before.attempts} ${atMs}`),
    });
    expect(told).toEqual(history.answers.map(({ wordId, atMs }) => `${wordId} 1 ${atMs}`));
    expect(Object.keys(ratings).toSorted()).toEqual(Object.keys(memories).toSorted());
  });
});
