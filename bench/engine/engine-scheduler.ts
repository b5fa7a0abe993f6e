import {
  type AnswerInput,
  applyFit,
  type Candidate,
  createLearner,
  createMemory,
  defaultParameters,
  dueAfterFit,
  fitMemory,
  type History,
  type LearnerState,
  nextReviewAtMs,
  type Parameters,
  type ParameterValue,
  processAnswer,
  type RatingState,
  type RecallGoal,
  selectWords,
  solveOptimalIntervals,
  solveRecallIntervals,
  type SspPolicy,
  withParameters,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Scheduler, SeenAnswer } from "./scheduler.ts";

const DAY_MS = 86_400_000;
const SEED = 1;
const TARGET_MIN_DAYS = 30;
const BATCH = 20;
/** More is put in order than the day holds, because answers may turn out quick. */
const SPARE = 1.3;
const SECONDS_STEP = 0.01;

/** How finely optimal intervals are solved, where it is not as delivered: parameters by path. */
export type Grid = Readonly<Record<string, ParameterValue>>;

export interface EngineHabits {
  /** What a learner has a day, s. */
  readonly daySeconds: number;
  /** What an operator has set other than it is delivered. */
  readonly changes?: Readonly<Record<string, ParameterValue>>;
  /** Optimal intervals, solved again after every fit. */
  readonly optimal?: Aim;
}

/** A half-life or stability at which a word is done, or what it is worth to know words. */
type Aim = { readonly halfLifeDays: number } | { readonly stabilityDays: number } | RecallGoal;

/** The engine as the service runs it, fitted whenever it asks to be. */
export function engineScheduler(habits: EngineHabits): Scheduler {
  const pupil = createPupil(habits);
  return {
    answered: (seen) => answered(pupil, seen),
    arrange: (due, day) => arrange(pupil, due, day),
    closeDay(day, dueDays) {
      if (!pupil.isFitDue) return;
      pupil.isFitDue = false;
      refit(pupil, day, dueDays);
    },
  };
}

interface Pupil {
  readonly habits: EngineHabits;
  readonly history: History;
  readonly memories: WordMemory[];
  readonly ratings: RatingState[];
  parameters: Parameters;
  learner: LearnerState;
  policy: SspPolicy | undefined;
  isFitDue: boolean;
  /** Usual seconds of a review. */
  seconds: number;
}

function createPupil(habits: EngineHabits): Pupil {
  const learner = createLearner(SEED, 0);
  const base = withParameters(defaultParameters(), {
    ...habits.changes,
    "featureFlags.sspEnabled": habits.optimal !== undefined,
  });
  const aimed = aim(learner, base, habits);
  return {
    habits,
    history: { seed: SEED, startMs: 0, answers: [], words: {} },
    memories: [],
    ratings: [],
    parameters: aimed.parameters,
    learner,
    policy: aimed.policy,
    isFitDue: false,
    seconds: 5,
  };
}

/** @returns the day on which the word is to be asked again */
function answered(pupil: Pupil, seen: SeenAnswer): number {
  const { history, memories, ratings, parameters, policy } = pupil;
  const facts = factsOf(seen);
  history.words[facts.id] = facts;
  const answer = answerOf(seen, facts.id);
  history.answers.push(answer);
  const before = memories[seen.word];
  if (before !== undefined) pupil.seconds += SECONDS_STEP * (seen.seconds - pupil.seconds);
  const memory = before ?? createMemory(facts.id);
  const wordRating = ratings[seen.word] ?? null;
  const outcome = processAnswer(pupil.learner, memory, answer, parameters, {
    word: facts,
    wordRating,
    seed: SEED,
    ...(policy !== undefined && { sspPolicy: policy }),
  });
  pupil.learner = outcome.learner;
  memories[seen.word] = outcome.memory;
  ratings[seen.word] = outcome.wordRating;
  pupil.isFitDue = outcome.fitDue;
  return dueDay(pupil, outcome.memory, seen.day);
}

/** Batches as the service would hand them out, until the day is full; then the rest. */
function arrange(pupil: Pupil, due: readonly number[], day: number): readonly number[] {
  const { daySeconds } = pupil.habits;
  const backlog = due.length * pupil.seconds;
  if (backlog <= daySeconds) return due;
  const ordered: number[] = [];
  let left = due;
  while (ordered.length * pupil.seconds < SPARE * daySeconds && left.length > 0) {
    const chosen = batchOf(pupil, left, day, (left.length / due.length) * backlog);
    ordered.push(...chosen);
    const taken = new Set(chosen);
    left = left.filter((word) => !taken.has(word));
  }
  return [...ordered, ...left];
}

function batchOf(
  pupil: Pupil,
  words: readonly number[],
  day: number,
  dueBacklogSeconds: number,
): number[] {
  const candidates = words.map((word): Candidate => ({
    word: pupil.history.words[idOf(word)] as WordFacts,
    memory: pupil.memories[word] as WordMemory,
    rating: pupil.ratings[word] ?? null,
  }));
  const request = {
    // Every word that falls due during the day is due.
    nowMs: (day + 1) * DAY_MS - 1,
    size: Math.min(BATCH, words.length),
    key: `day ${day}, ${words.length} left`,
    seed: SEED,
    exclude: [],
    shown: [],
    dueBacklogSeconds,
    sessionSeconds: pupil.habits.daySeconds,
  };
  const batch = selectWords(pupil.learner, candidates, request, pupil.parameters);
  return batch.wordIds.map((id) => Number(id.slice(1)));
}

function refit(pupil: Pupil, day: number, dueDays: number[]): void {
  const { history, memories } = pupil;
  const options = { nowMs: (day + 1) * DAY_MS, current: pupil.learner.fit.weights };
  const fitted = fitMemory(history, pupil.parameters, options);
  const applied = applyFit(pupil.learner, fitted, history, pupil.parameters);
  pupil.learner = applied.learner;
  const aimed = aim(pupil.learner, pupil.parameters, pupil.habits);
  pupil.parameters = aimed.parameters;
  pupil.policy = aimed.policy;
  for (const [id, memory] of Object.entries(applied.memories)) {
    const word = Number(id.slice(1));
    memories[word] = memory;
    const after = dueDay(pupil, memory, day);
    dueDays[word] = dueAfterFit(dueDays[word] as number, after, day);
  }
}

/**
 * Solves optimal intervals for the learner's weights. The policy's target is a stability; where a
 * half-life is wanted the learner's curve turns one into the other.
 */
function aim(
  learner: LearnerState,
  parameters: Parameters,
  { optimal }: EngineHabits,
): { parameters: Parameters; policy: SspPolicy | undefined } {
  if (optimal === undefined) return { parameters, policy: undefined };
  const weights = learner.fit.weights ?? parameters.memoryModel.w;
  if ("horizonDays" in optimal) {
    return { parameters, policy: solveRecallIntervals(weights, parameters, optimal) };
  }
  const target =
    "stabilityDays" in optimal
      ? optimal.stabilityDays
      : Math.max(optimal.halfLifeDays / stretchOf(weights[20] as number), TARGET_MIN_DAYS);
  const aimed = withParameters(parameters, { "ssp.targetStabilityDays": target });
  return { parameters: aimed, policy: solveOptimalIntervals(weights, aimed) };
}

/** How many times longer recall takes to fall to 0.5 than to 0.9. */
function stretchOf(decay: number): number {
  return (0.5 ** (-1 / decay) - 1) / (0.9 ** (-1 / decay) - 1);
}

/** The day nearest to the due time, at least tomorrow. */
function dueDay(pupil: Pupil, memory: WordMemory, today: number): number {
  const { learner, parameters, history, policy } = pupil;
  const lastAtMs = memory.trace?.lastAtMs ?? 0;
  const next = nextReviewAtMs(learner, memory, lastAtMs, parameters, {
    word: history.words[memory.wordId] as WordFacts,
    wordRating: null,
    seed: SEED,
    ...(policy !== undefined && { sspPolicy: policy }),
  });
  const pauseDays = Math.round((next.atMs - lastAtMs) / DAY_MS);
  return Math.max(today + 1, Math.floor(lastAtMs / DAY_MS) + pauseDays);
}

function idOf(word: number): string {
  return `w${word}`;
}

function factsOf({ word, difficulty }: SeenAnswer): WordFacts {
  const share = difficulty === null ? null : (difficulty - 1) / 9;
  return { id: idOf(word), text: "unknown", difficulty: share };
}

function answerOf(seen: SeenAnswer, wordId: string): AnswerInput {
  return {
    wordId,
    atMs: seen.day * DAY_MS + seen.second * 1000,
    isCorrect: seen.recalled,
    responseTimeMs: seen.seconds * 1000,
    ...(seen.grade !== null && { grade: seen.grade }),
    utcOffsetMinutes: 0,
    dayStartHour: 0,
  };
}
