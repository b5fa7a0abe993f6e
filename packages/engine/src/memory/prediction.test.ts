import { expect, it } from "vitest";
import { reviewContext, reviewWord } from "../selection/review-score.ts";
import { playHistory, startScript, wordFacts } from "../testing/scripted-learner.ts";
import { newSignals, SIGNALS } from "./head-signals.ts";
import { predictRecall } from "./predict-recall.ts";
import { predictBoth } from "./prediction.ts";
import { type View, viewOf } from "./view.ts";
import { createMemory } from "./word-memory.ts";

function played() {
  const script = startScript();
  playHistory(script, 200, 10);
  const { learner, parameters } = script;
  const memoryOf = (id: string) => script.memories[id] ?? createMemory(id);
  const viewTo = (id: string) =>
    viewOf(learner, memoryOf(id), "word-to-meaning", parameters, wordFacts(id)) as View;
  return { learner, parameters, memoryOf, viewTo, atMs: script.atMs };
}

it("has a number for each signal", () => {
  expect(newSignals()).toHaveLength(SIGNALS);
});

it("the next question does not change what was predicted for the one before", () => {
  const { viewTo, atMs } = played();
  const context = { word: wordFacts("w3"), wordRating: null };
  const first = predictBoth(viewTo("w3"), context, atMs);
  const before = structuredClone(first);
  predictBoth(viewTo("w4"), { ...context, word: wordFacts("w4") }, atMs + 3_600_000);
  expect(first).toEqual(before);
  expect(first.example).not.toBeNull();
});

it("words are chosen by the same recall that an answer is predicted with", () => {
  const { learner, parameters, memoryOf, atMs } = played();
  const reviews = reviewContext(learner, { nowMs: atMs }, [], parameters);
  for (const id of ["w1", "w3", "w7"]) {
    const [word, memory] = [wordFacts(id), memoryOf(id)];
    const context = { word, wordRating: null };
    const { recall } = reviewWord(reviews, { word, memory, rating: null });
    expect(recall).toBe(predictRecall(learner, memory, atMs, parameters, { context }));
  }
});
