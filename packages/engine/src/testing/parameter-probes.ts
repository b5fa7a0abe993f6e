import type { AnswerInput, Mode, WordFacts } from "../answer.ts";
import type { Context } from "../context.ts";
import { MODES } from "../answer.ts";
import { fitMemory } from "../fit/fit-memory.ts";
import { nextReviewAtMs } from "../interval/next-review.ts";
import { solveOptimalIntervals } from "../interval/ssp-solve.ts";
import { closeSession, hourBoost } from "../learner-state/habit.ts";
import { applyVisualFatigue, interventions } from "../learner-state/intervention.ts";
import type { Mood } from "../learner-state/learner-types.ts";
import { DAY_MS, HOUR_MS } from "../numeric/durations.ts";
import { hash32 } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { type Candidate, type BatchRequest } from "../selection/candidate.ts";
import { pickNext } from "../selection/pick-next.ts";
import { selectWords } from "../selection/select-words.ts";
import { adjustStrategy, crossSessionDifficulty } from "../strategy/adjust-strategy.ts";
import { creditBatch } from "../strategy/credit.ts";
import { defaultStrategy } from "../strategy/strategy-types.ts";
import type { ProcessOutcome } from "../result-types.ts";
import {
  answerIn,
  type Script,
  START_MS,
  startScript,
  withLongHistory,
} from "./scripted-learner.ts";
import { simulatedHistory } from "./simulated-history.ts";

const WORDS = 24;

/**
 * A public output under a parameter set, generated lazily in pieces that can be compared as JSON;
 * the consumer may stop at any piece.
 */
export type Probe = (parameters: EngineParameters) => Iterable<unknown>;

function facts(i: number): WordFacts {
  const neighbor = { id: `w${i ^ 1}`, similarity: 0.55 + 0.02 * (i % 20) };
  return {
    id: `w${i}`,
    text: "abcdefghijklmno".slice(0, 2 + (i % 12)),
    difficulty: (i % 10) / 10,
    externalDifficulty: 1 + (i % 9),
    morphemes: { known: i % 3, total: 3 },
    confusables: [neighbor],
  };
}

function draw(i: number, tag: string): number {
  return hash32(21, i, 0, tag);
}

function answerAt(i: number): Partial<AnswerInput> {
  const given: Partial<AnswerInput> = {
    isCorrect: draw(i, "correct") < 0.78,
    responseTimeMs: Math.round(600 + 9000 * draw(i, "time") ** 2),
    sessionId: `s${Math.floor(i / 25)}`,
    mode: MODES[i % 5 === 4 ? Math.floor(4 * draw(i, "mode")) : 0] as Mode,
  };
  if (i % 97 === 50) given.responseTimeMs = 300_000;
  if (given.isCorrect === true && i % 9 === 5) given.selfRating = 4;
  if (draw(i, "hint") < 0.1) given.hintUsed = true;
  if (draw(i, "quit") < 0.02) given.isQuit = true;
  if (draw(i, "tele") < 0.4) {
    given.pauseCount = Math.floor(3 * draw(i, "pauses"));
    given.switchCount = Math.floor(2 * draw(i, "switches"));
    given.focusLossMs = Math.round(8000 * draw(i, "focus"));
  }
  return given;
}

/** Minutes before an answer: mostly seconds, some short breaks, a night after every session. */
function minutesBefore(i: number): number {
  if (i % 25 === 0 && i > 0) return 60 * (14 + 60 * draw(i, "night"));
  return draw(i, "break") < 0.05 ? 5 + 20 * draw(i, "length") : 0.1 + 0.3 * draw(i, "pace");
}

function contextAt(script: Script, i: number, word: number): Partial<Context> {
  const partner = script.memories[`w${word ^ 1}`]?.trace;
  const confusables =
    partner === null || partner === undefined
      ? []
      : [{ wordId: `w${word ^ 1}`, lastAtMs: partner.lastAtMs, similarity: 0.9 }];
  return {
    word: facts(word),
    recentConfusables: confusables,
    plan: {
      plannedSeconds: { [String(Math.floor(START_MS / DAY_MS) + (i % 17))]: 500 },
      weekdayCapacity: [0.2, 1, 1, 0.5, 1, 1, 0.3],
    },
  };
}

/** The outcomes of all answers of a history that uses every part of an answer. */
export function* answers(parameters: EngineParameters): Iterable<unknown> {
  yield* outcomesOf(startScript(parameters), 220);
  // The longest intervals need a learner who has shown long pauses.
  const veteran = startScript(parameters);
  veteran.learner = withLongHistory(veteran.learner);
  yield* outcomesOf(veteran, 220);
}

function play(script: Script, count: number): void {
  for (const _ of outcomesOf(script, count));
}

function* outcomesOf(script: Script, count: number): Iterable<unknown> {
  for (let i = 0; i < count; i++) {
    const word = Math.floor(WORDS * draw(i, "word"));
    const outcome = answerIn(
      script,
      `w${word}`,
      minutesBefore(i),
      answerAt(i),
      contextAt(script, i, word),
    );
    yield digest(outcome);
  }
  yield [script.learner, script.memories, script.ratings];
}

/** The numbers of an outcome that are not part of the final state. */
function digest({ result, monitoring, memory, fitDue }: ProcessOutcome): unknown[] {
  const { state, reward, wordMastery, coldStartPhase } = result;
  const { predictedRecall, objective, anomalies, invariantViolations, store } = monitoring;
  const mood = [state.attention, state.fatigue, state.motivation, state.confidence];
  const results = [mood, reward, wordMastery, coldStartPhase, memory.dueAtMs, fitDue];
  return [...results, predictedRecall, objective, anomalies, invariantViolations, store];
}

const MOODS: readonly Partial<Mood>[] = [
  {},
  { fatigue: 0.95 },
  { attention: 0.2 },
  { motivation: -0.8 },
  { fatigue: 0.95, motivation: -0.9, attention: 0.6 },
];

function candidates(script: Script): Candidate[] {
  return Array.from({ length: 3 * WORDS }, (_, i) => ({
    word: facts(i),
    memory: script.memories[`w${i}`] ?? null,
    rating: script.ratings[`w${i}`] ?? null,
  }));
}

/** The same words, with some marked as mastered yesterday. */
function justMastered(script: Script): Candidate[] {
  return candidates(script).map((candidate, i) => {
    if (candidate.memory === null || i % 3 !== 0) return candidate;
    const masteredAtMs = script.atMs - DAY_MS;
    return { ...candidate, memory: { ...candidate.memory, level: "MASTERED", masteredAtMs } };
  });
}

function request(script: Script, key: string, days: number): BatchRequest {
  return {
    nowMs: script.atMs + Math.round(days * DAY_MS),
    key,
    seed: 7,
    exclude: [],
    shown: [],
  };
}

/** Batches for a learner in several moods, before and within a session. */
export function* batches(parameters: EngineParameters): Iterable<unknown> {
  const script = startScript(parameters);
  const first = request(script, "first", 0);
  yield selectWords(script.learner, candidates(script), first, parameters);
  play(script, 250);
  for (const [m, change] of MOODS.entries()) {
    const learner = { ...script.learner, mood: { ...script.learner.mood, ...change } };
    for (const days of [0.002, 3, 80]) {
      const wanted = { ...request(script, `m${m}-${days}`, days), size: 9 };
      yield selectWords(learner, candidates(script), wanted, parameters);
    }
    const session = { recentAccuracy: 0.85, errorProne: ["w1", "w2", "w3", "w4"] };
    const open = { ...request(script, `s${m}`, 1), session };
    yield selectWords(learner, candidates(script), open, parameters);
    yield interventions(learner, parameters);
    const word = facts(3);
    yield answerIn({ ...script, learner }, "w3", 3, { isCorrect: m % 2 === 0 }, { word });
  }
  const later = request(script, "later", 60);
  yield selectWords(script.learner, justMastered(script), later, parameters);
  for (const success of [0.5, 0.95]) {
    const learner = { ...script.learner, success, medianSlowness: -0.3 };
    const wanted = request(script, `success${success}`, 2);
    yield selectWords(learner, candidates(script), wanted, parameters);
  }
}

/** Thirty batches with their credit, then one more decision. */
export function* credits(parameters: EngineParameters): Iterable<unknown> {
  const script = startScript(parameters);
  play(script, 120);
  for (let b = 0; b < 30; b++) {
    script.atMs += DAY_MS / 2;
    const batch = selectWords(
      script.learner,
      candidates(script),
      { ...request(script, `b${b}`, 0), size: 4 },
      parameters,
    );
    script.learner = batch.learner;
    for (const id of batch.wordIds) {
      const word = facts(Number(id.slice(1)));
      const given = { isCorrect: draw(b, id) < 0.8, responseTimeMs: 2500 };
      answerIn(script, id, 0.2, given, { word, batchId: batch.id });
    }
    const words = [reviewed(script.atMs, b, 6), reviewed(script.atMs, b + 1, 20)];
    script.learner = creditBatch(script.learner, { batchId: batch.id }, parameters);
    script.learner = creditBatch(script.learner, { batchId: batch.id, words }, parameters);
    yield batch.strategy;
  }
  yield [script.learner.strategy, batchAfter(script, parameters)];
}

function batchAfter(script: Script, parameters: EngineParameters): unknown {
  return selectWords(script.learner, candidates(script), request(script, "end", 1), parameters);
}

function reviewed(atMs: number, b: number, days: number) {
  return {
    targetRecall: 0.9,
    isCorrect: b % 3 !== 0,
    reviewedAtMs: atMs + days * DAY_MS,
    predictedRecall: 0.7,
    stabilityGain: 0.4,
    seconds: 9,
  };
}

/** Outputs that need no history: session tools and habits. */
export function* tools(parameters: EngineParameters): Iterable<unknown> {
  const script = startScript(parameters);
  play(script, 60);
  let { learner } = script;
  const efficiencies: number[] = [];
  for (let s = 0; s < 8; s++) {
    const startedAtMs = START_MS + s * DAY_MS + (s % 2) * 6 * HOUR_MS;
    const risenWords = s % 2 === 0 ? 12 : 1;
    const times = { startedAtMs, endedAtMs: startedAtMs + 600_000 };
    const summary = { ...times, accuracy: 0.8, avgResponseTimeMs: 3000, risenWords };
    learner = closeSession(learner, summary, parameters);
    efficiencies.push(hourBoost(learner, startedAtMs, parameters));
  }
  const strategy = defaultStrategy();
  const states = ["focused", "tired", "review", "sprint", "other"];
  const performances = [0.9, 0.5, 0.2];
  const near = { mastered: 9, target: 10 };
  const progress = { masteredCount: near.mastered, targetMasteryCount: near.target };
  const sprint = { ...request(script, "sprint", 1), session: progress };
  yield [
    efficiencies,
    learner.habits,
    states.map((s) => performances.map((p) => adjustStrategy(strategy, s, p, parameters))),
    [0.9, 0.79, 0.6, 0.49, 0.2].map((p) => crossSessionDifficulty(p, parameters)),
    applyVisualFatigue(learner, 60, parameters).mood,
    interventions({ ...learner, mood: { ...learner.mood, fatigue: 0.71 } }, parameters),
    interventions({ ...learner, mood: { ...learner.mood, motivation: -0.31 } }, parameters),
    interventions({ ...learner, mood: { ...learner.mood, attention: 0.29 } }, parameters),
    selectWords(learner, candidates(script), sprint, parameters).strategy,
    picks(script, parameters),
  ];
}

function picks(script: Script, parameters: EngineParameters): unknown {
  const active = candidates(script).slice(0, 10);
  const shown = Object.fromEntries(active.map(({ word }, i) => [word.id, START_MS + 1000 * i]));
  return [1, 3, 5, 7].map((failed) =>
    pickNext(
      script.learner,
      active,
      {
        nowMs: script.atMs + 1000,
        seed: 7,
        errors: [`w${failed}`],
        lastShownMs: shown,
        priority: {},
      },
      parameters,
    ),
  );
}

const PERSONAL = [
  0.5, 2, 4, 12, 6, 0.8, 2.5, 0.01, 1.6, 0.2, 0.9, 1.6, 0.07, 0.3, 1.8, 0.5, 2, 0.6, 0.1, 0.1, 0.3,
];
const fitted = simulatedHistory(PERSONAL, 40, 9);

/** Weights fitted to a history and to a small part of it, and the learner after applying them. */
export function* fits(parameters: EngineParameters): Iterable<unknown> {
  const options = { nowMs: 0, current: null };
  const few = { ...fitted, answers: fitted.answers.slice(0, 60) };
  yield fitMemory(few, parameters, options);
  yield fitMemory(fitted, parameters, options);
  const script = startScript(parameters);
  const fit = { ...script.learner.fit, weights: PERSONAL, reviews: 5 };
  script.learner = { ...script.learner, fit };
  yield* outcomesOf(script, 80);
}

/** The optimal-interval table and the resulting due dates. */
export function* optimalIntervals(parameters: EngineParameters): Iterable<unknown> {
  const sspPolicy = solveOptimalIntervals(parameters.memoryModel.w, parameters);
  const script = startScript(parameters);
  play(script, 60);
  const context = { word: facts(1), wordRating: null, sspPolicy };
  const memories = Object.values(script.memories);
  yield sspPolicy;
  yield memories.map((memory) =>
    nextReviewAtMs(script.learner, memory, script.atMs, parameters, context),
  );
}
