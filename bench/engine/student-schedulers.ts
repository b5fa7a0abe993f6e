import {
  applyFit,
  createLearner,
  createMemory,
  defaultParameters,
  fitMemory,
  type History,
  type LearnerState,
  predictRecall,
  processAnswer,
  type SspPolicy,
  solveOptimalIntervals,
  withParameters,
  type Parameters,
  type RatingState,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import { type BindingMemoryState, FSRSBinding } from "@open-spaced-repetition/binding";
import { fitFsrs, FSRS_DEFAULT } from "./fsrs-rival.ts";
import type { Review } from "./revlog.ts";
import type { Scheduler, SeenAnswer } from "./student-world.ts";

const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 360;
const TARGET_STABILITY_MIN = 30;
const RETENTION = 0.9;
const FIRST_FIT = 1000;
const SEED = 1;

function atMsOf({ day, second }: SeenAnswer): number {
  return day * DAY_MS + second * 1000;
}

export interface EngineHabits {
  /** Optimal intervals, solved anew after every fit. */
  readonly ssp?: boolean;
  /** Asks due words by falling recall, so that a full day drops the hopeless ones. */
  readonly surestFirst?: boolean;
}

/** The engine as the service runs it, fitted whenever it asks to be. */
export function engineScheduler({ ssp = false, surestFirst = false }: EngineHabits): Scheduler {
  let parameters = withParameters(defaultParameters(), { "featureFlags.sspEnabled": ssp });
  const history: History = { seed: SEED, startMs: 0, answers: [], words: {} };
  const memories: WordMemory[] = [];
  const ratings: RatingState[] = [];
  let learner = createLearner(SEED, 0);
  let policy: SspPolicy | undefined;
  let isFitDue = false;
  const recall = (word: number, day: number) =>
    predictRecall(learner, memories[word] as WordMemory, day * DAY_MS, parameters, {
      variant: "schedule",
    });
  return {
    ...(surestFirst && { priority: recall }),
    answered(seen) {
      const facts = factsOf(seen);
      history.words[facts.id] = facts;
      const answer = answerOf(seen, facts.id);
      history.answers.push(answer);
      const wordRating = ratings[seen.word] ?? null;
      const memory = memories[seen.word] ?? createMemory(facts.id);
      const context = { word: facts, wordRating, seed: SEED };
      const outcome = processAnswer(learner, memory, answer, parameters, {
        ...context,
        ...(policy !== undefined && { sspPolicy: policy }),
      });
      learner = outcome.learner;
      memories[seen.word] = outcome.memory;
      ratings[seen.word] = outcome.wordRating;
      isFitDue = outcome.fitDue;
      return dueDay(outcome.memory, seen.day);
    },
    closeDay(day, dueDays) {
      if (!isFitDue) return;
      isFitDue = false;
      const options = { nowMs: (day + 1) * DAY_MS, current: learner.fit.weights };
      const fitted = fitMemory(history, parameters, options);
      const applied = applyFit(learner, fitted, history, parameters);
      learner = applied.learner;
      if (ssp) {
        parameters = aimAtHalfLife(learner, parameters);
        policy = solveOptimalIntervals(weightsOf(learner, parameters), parameters);
      }
      for (const [id, memory] of Object.entries(applied.memories)) {
        const word = Number(id.slice(1));
        memories[word] = memory;
        dueDays[word] = dueDay(memory, day);
      }
    },
  };
}

function dueDay(memory: WordMemory, today: number): number {
  return Math.max(today + 1, Math.floor((memory.dueAtMs ?? 0) / DAY_MS));
}

function factsOf({ word, difficulty }: SeenAnswer): WordFacts {
  return { id: `w${word}`, text: "unknown", difficulty: (difficulty - 1) / 9 };
}

function answerOf(seen: SeenAnswer, wordId: string) {
  return {
    wordId,
    atMs: atMsOf(seen),
    isCorrect: seen.recalled,
    responseTimeMs: seen.seconds * 1000,
    utcOffsetMinutes: 0,
    dayStartHour: 0,
  };
}

function weightsOf(learner: LearnerState, parameters: Parameters): number[] {
  return learner.fit.weights ?? [...parameters.memoryModel.w];
}

/**
 * The students' target is a half-life; the policy's is a stability. The fitted curve turns one
 * into the other, as far as the parameter may go.
 */
function aimAtHalfLife(learner: LearnerState, parameters: Parameters): Parameters {
  const decay = weightsOf(learner, parameters)[20] as number;
  const stretch = (0.5 ** (-1 / decay) - 1) / (0.9 ** (-1 / decay) - 1);
  const days = Math.max(HALF_LIFE_DAYS / stretch, TARGET_STABILITY_MIN);
  return withParameters(parameters, { "ssp.targetStabilityDays": days });
}

/** FSRS-6 at a fixed retention; fitted anew by its optimiser at each doubling, or never. */
export function fsrsScheduler(isFitted: boolean): Scheduler {
  const log: Review[] = [];
  let fsrs = new FSRSBinding([...FSRS_DEFAULT]);
  const words: { state: BindingMemoryState; review: Review }[] = [];
  let nextFit = FIRST_FIT;
  const take = (review: Review, word: number): number => {
    const before = words[word];
    const next = fsrs.nextStates(before?.state ?? null, RETENTION, review.pauseDays ?? 0);
    const chosen = review.outcome === 1 ? next.good : next.again;
    words[word] = { state: chosen.memory, review };
    return review.day + Math.max(1, Math.round(chosen.interval));
  };
  return {
    answered(seen) {
      const review = reviewOf(seen, words[seen.word]?.review);
      log.push(review);
      return take(review, seen.word);
    },
    async closeDay(day, dueDays) {
      if (!isFitted || log.length < nextFit) return;
      nextFit = 2 * log.length;
      fsrs = new FSRSBinding(await fitFsrs(log));
      words.length = 0;
      for (const review of log) {
        const word = Number(review.cardId);
        dueDays[word] = Math.max(day + 1, take(review, word));
      }
    },
  };
}

function reviewOf(seen: SeenAnswer, before: Review | undefined): Review {
  const pauseDays = before === undefined ? null : seen.day - before.day;
  return {
    cardId: String(seen.word),
    grade: seen.recalled ? 3 : 1,
    outcome: seen.recalled ? 1 : 0,
    atMs: atMsOf(seen),
    durationMs: seen.seconds * 1000,
    day: seen.day,
    pauseDays,
    exactDays: pauseDays,
    nth: (before?.nth ?? 0) + 1,
    lapses: 0,
  };
}
