import {
  closeSession,
  crossSessionDifficulty,
  defaultParameters,
  selectWords,
  userStateOf,
  type Batch,
  type BatchRequest,
  type Candidate,
  type RatingState,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { AmasEvent, ProcessResult, Strategy, UserState } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import type { Database } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { withoutNullish } from "../../platform/without-nullish.ts";
import { requireWord } from "../words/words.service.ts";
import { insertAmasEventOnce } from "./amas-events.repo.ts";
import { openEngineStates, readEngineState } from "./engine-states.service.ts";
import { learnFromAnswers, type AnswerToLearn } from "./lessons.service.ts";
import { sessionIdOr, toUserState } from "./user-state.ts";
import { listWordRatings } from "./word-ratings.repo.ts";

/** Longer answer times are read as this. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

type Reads = Pick<Deps, "clock" | "database">;
type Needs = Pick<Deps, "clock" | "database" | "metrics"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

export async function readUserState(needs: Reads, learner: Learner): Promise<UserState> {
  return toUserState(userStateOf(await readEngineState(needs, learner.id)));
}

/** The strategy the next batch will follow. */
export async function readStrategy(needs: Reads, userId: string): Promise<Strategy> {
  return (await readEngineState(needs, userId)).strategy.inForce;
}

export async function readPhase(needs: Reads, learner: Learner) {
  return (await readEngineState(needs, learner.id)).phase;
}

/** Difficulty to go on with after a session of this accuracy (0..1). */
export function suggestedDifficulty(accuracy: number): number {
  return crossSessionDifficulty(accuracy, defaultParameters());
}

/**
 * Learns from an answer that leaves no record and rates nobody.
 *
 * A clientEventId that was used before teaches nothing: the reply is a placeholder that says so.
 */
export async function processEvent(
  needs: Needs,
  learner: Learner,
  event: AmasEvent,
): Promise<ProcessResult> {
  await requireWord(needs.database, event.wordId);
  const outcome = await transact(needs.database, async (tx) => {
    if (event.clientEventId && !(await isNewEvent(needs, tx, learner, event.clientEventId))) {
      return undefined;
    }
    return learnFromAnswers(needs, tx, [toLearn(needs, learner, event)]);
  });
  const [lesson] = outcome?.lessons ?? [];
  if (outcome === undefined || lesson === undefined) return placeholder(needs, learner, event);
  outcome.afterCommit();
  const { attention, fatigue, motivation, confidence } = lesson.result.state;
  const { sessionEventCount, totalEventCount } = lesson.result.state;
  needs.events.toUser(learner.id, {
    type: "amas_state",
    attention,
    fatigue,
    motivation,
    confidence,
    sessionEventCount,
    totalEventCount,
  });
  return lesson.result;
}

async function isNewEvent(needs: Needs, tx: Database, learner: Learner, clientEventId: string) {
  const atMs = needs.clock.nowMs();
  return insertAmasEventOnce(tx, { userId: learner.id, clientEventId, atMs });
}

async function placeholder(
  needs: Needs,
  learner: Learner,
  event: AmasEvent,
): Promise<ProcessResult> {
  const state = await readEngineState(needs, learner.id);
  return {
    sessionId: sessionIdOr(event.sessionId, learner.id),
    strategy: state.strategy.inForce,
    explanation: { primaryReason: "duplicate_event", factors: [] },
    state: toUserState(userStateOf(state)),
    wordMastery: null,
    reward: {
      value: 0,
      components: {
        accuracyReward: 0,
        speedReward: 0,
        fatiguePenalty: 0,
        frustrationPenalty: 0,
        expectedForgetCost: 0,
      },
    },
    coldStartPhase: null,
  };
}

function toLearn(needs: Needs, learner: Learner, event: AmasEvent): AnswerToLearn {
  return {
    userId: learner.id,
    rates: false,
    input: withoutNullish({
      wordId: event.wordId,
      atMs: needs.clock.nowMs(),
      isCorrect: event.isCorrect,
      responseTimeMs: Math.min(event.responseTime, RESPONSE_TIME_MAX_MS),
      hintUsed: event.hintUsed,
      retryCount: event.retryCount,
      isQuit: event.isQuit,
      confusedWith: event.confusedWith,
      pauseCount: event.pauseCount,
      switchCount: event.switchCount,
      focusLossMs: event.focusLossDuration,
      dwellMs: event.dwellTime,
      pausedMs: event.pausedTimeMs,
      interactionDensity: event.interactionDensity,
      sessionId: event.sessionId,
    }),
  };
}

/** A word that may be asked next, as the learning feature has gathered it. */
export interface GatheredWord {
  readonly word: WordFacts;
  readonly memoryJson: string | null;
}

/** One learner's wish for a batch. */
export interface BatchWish {
  readonly userId: string;
  readonly words: readonly GatheredWord[];
  readonly request: Omit<BatchRequest, "seed">;
}

/**
 * Lets the engine choose batches for several learners in the caller's transaction; what it
 * remembers of them (for credit) is saved with their states.
 *
 * @returns one batch per wish, and what to call after the commit
 */
export async function chooseBatches(
  needs: Reads,
  tx: Database,
  wishes: readonly BatchWish[],
): Promise<{ batches: Batch[]; afterCommit(): void }> {
  const userIds = [...new Set(wishes.map((wish) => wish.userId))].sort();
  const states = await openEngineStates(needs, tx, userIds);
  const ratings = await ratingsOf(tx, wishes);
  const batches = wishes.map((wish) => {
    const learner = states.get(wish.userId);
    const candidates = wish.words.map((gathered) => toCandidate(gathered, ratings));
    const request = { ...wish.request, seed: learner.seed };
    const batch = selectWords(learner, candidates, request, defaultParameters());
    states.set(wish.userId, batch.learner);
    return batch;
  });
  await states.save();
  return { batches, afterCommit: () => states.afterCommit() };
}

async function ratingsOf(tx: Database, wishes: readonly BatchWish[]) {
  const ids = new Set(wishes.flatMap((wish) => wish.words.map(({ word }) => word.id)));
  const rows = await listWordRatings(tx, [...ids]);
  return new Map(rows.map((row) => [row.word_id, JSON.parse(row.rating_json) as RatingState]));
}

function toCandidate(
  { word, memoryJson }: GatheredWord,
  ratings: ReadonlyMap<string, RatingState>,
): Candidate {
  return {
    word,
    memory: memoryJson === null ? null : (JSON.parse(memoryJson) as WordMemory),
    rating: ratings.get(word.id) ?? null,
  };
}

/** Tells the engine that a learning session is over: habits and hourly figures. */
export async function closeLearningSession(
  needs: Reads,
  tx: Database,
  userId: string,
  summary: Parameters<typeof closeSession>[1],
): Promise<{ afterCommit(): void }> {
  const states = await openEngineStates(needs, tx, [userId]);
  states.set(userId, closeSession(states.get(userId), summary, defaultParameters()));
  await states.save();
  return states;
}
