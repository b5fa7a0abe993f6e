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
  type LearnerGoal,
  type LearnerState,
  nextReviewAtMs,
  type EngineParameters,
  type ParameterValue,
  planGoal,
  processAnswer,
  type RatingState,
  type RecallGoal,
  type RecallTargets,
  selectWords,
  solveGoalIntervals,
  solveOptimalIntervals,
  solveRecallIntervals,
  withParameters,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Scheduler, SeenAnswer } from "./scheduler.ts";

const DAY_MS = 86_400_000;
const SEED = 1;
const TARGET_MIN_DAYS = 30;
const BATCH = 20;
/** More words are ordered than fit into the day, because answers may be fast. */
const SPARE = 1.3;
const SECONDS_STEP = 0.01;

/** Overrides for the grid of the optimal-interval solver: parameters by path. */
export type Grid = Readonly<Record<string, ParameterValue>>;

export interface EngineHabits {
  /** Study time per day, s. */
  readonly daySeconds: number;
  /** Changed engine parameters. */
  readonly changes?: Readonly<Record<string, ParameterValue>>;
  /** Optimal intervals, solved again after every fit. */
  readonly optimal?: Aim;
  /** The learner's goal, as the service follows it; absent: one fixed recall. */
  readonly goal?: LearnerGoal;
  /** Intervals by the model alone, however little the learner has shown. */
  readonly isUnlimited?: boolean;
}

/** A half-life or stability at which a word counts as learned, or the value of knowing words. */
type Aim = { readonly halfLifeDays: number } | { readonly stabilityDays: number } | RecallGoal;

/** The engine as used in the service, fitted whenever it requests it. */
export function engineScheduler(habits: EngineHabits): Scheduler {
  const state = createSchedulerState(habits);
  return {
    answered: (seen) => answered(state, seen),
    arrange: (due, day) => arrange(state, due, day),
    closeDay(day, dueDays) {
      if (!state.isFitDue) return;
      state.isFitDue = false;
      refit(state, day, dueDays);
    },
  };
}

interface SchedulerState {
  readonly habits: EngineHabits;
  readonly history: History;
  readonly memories: WordMemory[];
  readonly ratings: RatingState[];
  parameters: EngineParameters;
  learner: LearnerState;
  targets: RecallTargets;
  isFitDue: boolean;
  /** Typical seconds of a review. */
  seconds: number;
  /** Day of the next review by word, and the words by day. */
  readonly dueOn: number[];
  readonly wordsOn: Record<string, number>;
}

function createSchedulerState(habits: EngineHabits): SchedulerState {
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
    targets: aimed.targets,
    isFitDue: false,
    seconds: 5,
    dueOn: [],
    wordsOn: {},
  };
}

/** @returns the day of the word's next review */
function answered(state: SchedulerState, seen: SeenAnswer): number {
  const { history, memories, ratings, parameters, targets } = state;
  const facts = factsOf(seen);
  history.words[facts.id] = facts;
  const answer = answerOf(seen, facts.id);
  history.answers.push(answer);
  const before = memories[seen.word];
  if (before !== undefined) state.seconds += SECONDS_STEP * (seen.seconds - state.seconds);
  const memory = before ?? createMemory(facts.id);
  const wordRating = ratings[seen.word] ?? null;
  const outcome = processAnswer(state.learner, memory, answer, parameters, {
    word: facts,
    wordRating,
    ...targets,
  });
  state.learner = outcome.learner;
  memories[seen.word] = outcome.memory;
  ratings[seen.word] = outcome.wordRating;
  state.isFitDue = outcome.fitDue;
  leave(state, seen.word);
  return join(state, seen.word, dueDay(state, outcome.memory, seen.day));
}

/** Removes a word from its day's load. */
function leave({ dueOn, wordsOn }: SchedulerState, word: number): void {
  const day = dueOn[word];
  if (day !== undefined) wordsOn[day] = (wordsOn[day] as number) - 1;
}

/** Adds a word to a day's load. */
function join({ dueOn, wordsOn }: SchedulerState, word: number, day: number): number {
  dueOn[word] = day;
  wordsOn[day] = (wordsOn[day] ?? 0) + 1;
  return day;
}

/** Batches as in the service until the day is full, then the rest. */
function arrange(state: SchedulerState, due: readonly number[], day: number): readonly number[] {
  const { daySeconds } = state.habits;
  const backlog = due.length * state.seconds;
  if (backlog <= daySeconds) return due;
  const ordered: number[] = [];
  let left = due;
  while (ordered.length * state.seconds < SPARE * daySeconds && left.length > 0) {
    const chosen = batchOf(state, left, day, (left.length / due.length) * backlog);
    ordered.push(...chosen);
    const taken = new Set(chosen);
    left = left.filter((word) => !taken.has(word));
  }
  return [...ordered, ...left];
}

function batchOf(
  state: SchedulerState,
  words: readonly number[],
  day: number,
  dueBacklogSeconds: number,
): number[] {
  const candidates = words.map((word): Candidate => ({
    word: state.history.words[idOf(word)] as WordFacts,
    memory: state.memories[word] as WordMemory,
    rating: state.ratings[word] ?? null,
  }));
  const request = {
    // Words that become due during the day count as due.
    nowMs: (day + 1) * DAY_MS - 1,
    size: Math.min(BATCH, words.length),
    key: `day ${day}, ${words.length} left`,
    seed: SEED,
    exclude: [],
    shown: [],
    dueBacklogSeconds,
    sessionSeconds: state.habits.daySeconds,
  };
  const batch = selectWords(state.learner, candidates, request, state.parameters);
  return batch.wordIds.map((id) => Number(id.slice(1)));
}

function refit(state: SchedulerState, day: number, dueDays: number[]): void {
  const { history, memories } = state;
  const options = { nowMs: (day + 1) * DAY_MS, current: state.learner.fit.weights };
  const fitted = fitMemory(history, state.parameters, options);
  const applied = applyFit(state.learner, fitted, history, state.parameters);
  state.learner = applied.learner;
  const aimed = aim(state.learner, state.parameters, state.habits);
  state.parameters = aimed.parameters;
  state.targets = aimed.targets;
  for (const [id, memory] of Object.entries(applied.memories)) {
    const word = Number(id.slice(1));
    memories[word] = memory;
    leave(state, word);
    const after = dueDay(state, memory, day);
    dueDays[word] = join(state, word, dueAfterFit(dueDays[word] as number, after, day));
  }
}

/**
 * Recall targets for the learner's weights, by goal or by optimal intervals. The policy's target is
 * a stability; a half-life is converted with the learner's forgetting curve.
 */
function aim(
  learner: LearnerState,
  parameters: EngineParameters,
  { optimal, goal }: EngineHabits,
): { parameters: EngineParameters; targets: RecallTargets } {
  if (goal !== undefined) return { parameters, targets: scheduleFor(goal, learner, parameters) };
  if (optimal === undefined) return { parameters, targets: {} };
  const weights = learner.fit.weights ?? parameters.memoryModel.w;
  if ("horizonDays" in optimal) {
    const sspPolicy = solveRecallIntervals(weights, parameters, optimal);
    return { parameters, targets: { sspPolicy } };
  }
  const target =
    "stabilityDays" in optimal
      ? optimal.stabilityDays
      : Math.max(
          optimal.halfLifeDays / halfLifePerStability(weights[20] as number),
          TARGET_MIN_DAYS,
        );
  const aimed = withParameters(parameters, { "ssp.targetStabilityDays": target });
  return { parameters: aimed, targets: { sspPolicy: solveOptimalIntervals(weights, aimed) } };
}

/** The schedule of a goal, solved for the learner as of the last fit. */
function scheduleFor(
  goal: LearnerGoal,
  learner: LearnerState,
  parameters: EngineParameters,
): RecallTargets {
  const plan = planGoal(goal, learner, parameters);
  if (plan === null) return {};
  if (plan.kind === "recall") return { schedule: plan };
  const policy = solveGoalIntervals(plan.intervals, parameters);
  return { schedule: { kind: "policy", policy } };
}

/** How many times longer recall takes to fall to 0.5 than to 0.9. */
function halfLifePerStability(decay: number): number {
  return (0.5 ** (-1 / decay) - 1) / (0.9 ** (-1 / decay) - 1);
}

/** The day nearest to the due time, at least tomorrow. */
function dueDay(state: SchedulerState, memory: WordMemory, today: number): number {
  const { parameters, history, targets, habits } = state;
  const lastAtMs = memory.trace?.lastAtMs ?? 0;
  const { learner, known } =
    habits.isUnlimited === true
      ? shownAll(state.learner, memory)
      : { learner: state.learner, known: memory };
  const next = nextReviewAtMs(learner, known, lastAtMs, parameters, {
    word: history.words[memory.wordId] as WordFacts,
    wordRating: null,
    // In words instead of seconds: only comparisons matter.
    plan: { plannedSeconds: state.wordsOn },
    ...targets,
  });
  const pauseDays = Math.round((next.atMs - lastAtMs) / DAY_MS);
  return Math.max(today + 1, Math.floor(lastAtMs / DAY_MS) + pauseDays);
}

/** As if the learner had recalled this word and others after every pause, many times. */
function shownAll(learner: LearnerState, memory: WordMemory) {
  const { recalled, missed } = learner.pauses;
  const pauses = { recalled: recalled.map(() => 1e6), missed };
  const { unproven: _, ...known } = memory;
  return { learner: { ...learner, pauses }, known };
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
