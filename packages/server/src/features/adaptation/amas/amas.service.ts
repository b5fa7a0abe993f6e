import {
  pickNext,
  secondsPerReview,
  selectWords,
  type Batch,
  type BatchRequest,
  type Candidate,
  type LearnerState,
  type EngineParameters,
  type Picked,
  type PickRequest,
  type WordFacts,
} from "@wordloom/engine";
import { closeSession, userStateOf } from "@wordloom/engine/learner";
import { memoryFromJson } from "@wordloom/engine/stored";
import { adjustStrategy, crossSessionDifficulty } from "@wordloom/engine/strategy";
import type { Strategy, UserState } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { countFailures } from "../engine-trials/arm-stats.service.ts";
import {
  withStableFallback,
  parametersOf,
  parametersOfLearner,
  type LearnerParameters,
} from "../engine-trials/learner-parameters.service.ts";
import { engineMeter } from "../engine-monitoring/engine-counters.service.ts";
import { closeBatches, addBatch } from "../pending-batches/pending-batches.ts";
import { openEngineStates, readEngineState } from "./engine-states.service.ts";
import { toUserState } from "./user-state.ts";
import { ratingsToStart } from "./word-ratings.service.ts";

export { toUserState } from "./user-state.ts";

type Reads = Pick<Deps, "clock" | "database">;
type Needs = Reads & Pick<Deps, "settings">;

export async function readUserState(
  needs: Reads,
  learner: Pick<Learner, "id">,
): Promise<UserState> {
  return toUserState(userStateOf(await readEngineState(needs, learner.id)));
}

/** The strategy the next batch will follow. */
export async function readStrategy(needs: Reads, userId: string): Promise<Strategy> {
  return (await readEngineState(needs, userId)).strategy.inForce;
}

export async function readPhase(needs: Reads, learner: Learner) {
  return (await readEngineState(needs, learner.id)).phase;
}

/** Suggested difficulty for the session that follows one with this accuracy (0..1). */
export async function suggestedDifficulty(
  needs: Needs,
  userId: string,
  accuracy: number,
): Promise<number> {
  return crossSessionDifficulty(accuracy, (await parametersOfLearner(needs, userId)).parameters);
}

/** The strategy adjusted to the reported state and performance. Stores nothing. */
export async function adjustedStrategy(
  needs: Needs,
  userId: string,
  current: { userState: string; recentPerformance: number },
): Promise<Strategy> {
  const { strategy } = await readEngineState(needs, userId);
  const { userState, recentPerformance } = current;
  const { parameters } = await parametersOfLearner(needs, userId);
  return adjustStrategy(strategy.inForce, userState, recentPerformance, parameters);
}

/** A word that may be asked next, as loaded by the learning feature. */
export interface LoadedWord {
  readonly word: WordFacts;
  readonly memoryJson: string | null;
}

/** One learner's request for a batch. */
export interface LearnerBatchRequest {
  readonly userId: string;
  /** Requests that pass the same array share the candidates made from it. */
  readonly words: readonly LoadedWord[];
  /** Number of due words; absent: only those among `words` are due. */
  readonly backlog?: number;
  readonly request: Omit<BatchRequest, "seed">;
}

/**
 * Lets the engine choose batches for several learners in the caller's transaction. Saves the data
 * needed to credit the batches later with the learners' states.
 *
 * @returns one batch per request, and a function to call after the commit
 */
export async function chooseBatches(
  needs: Needs,
  tx: Database,
  requests: readonly LearnerBatchRequest[],
): Promise<{ batches: Batch[]; afterCommit(): void }> {
  const userIds = [...new Set(requests.map(({ userId }) => userId))].sort();
  const states = await openEngineStates(needs, tx, userIds);
  const candidatesIn = await candidatesOf(tx, new Set(requests.map(({ words }) => words)));
  const served = await parametersOf(needs, tx, userIds, { exposed: true });
  const batches = requests.map(({ userId, words, backlog, request }) => {
    const learner = states.get(userId);
    const candidates = candidatesIn(words);
    const seeded = { ...request, seed: learner.seed };
    const chosen = select(needs, { learner, candidates, backlog, seeded }, served(userId));
    const { batch, parameters } = chosen;
    const added = { id: batch.id, atMs: request.nowMs, wordIds: batch.wordIds };
    const before = { learner: batch.learner, batches: states.batches(userId) };
    const after = addBatch(before, added, parameters);
    states.set(userId, after.learner, after.batches);
    return batch;
  });
  await states.save();
  return { batches, afterCommit: () => states.afterCommit() };
}

interface SelectionInput {
  readonly learner: LearnerState;
  readonly candidates: Candidate[];
  /** Number of due words; undefined: only those among the candidates are due. */
  readonly backlog: number | undefined;
  readonly seeded: BatchRequest;
}

/**
 * Chooses a batch. Also returns the parameters used, because a failing canary falls back to others.
 */
function select(
  needs: Needs,
  { learner, candidates, backlog, seeded }: SelectionInput,
  served: LearnerParameters,
): { batch: Batch; parameters: EngineParameters } {
  const meter = engineMeter(needs);
  return withStableFallback(served, countFailures(needs), ({ parameters }) => {
    try {
      const dueBacklogSeconds = (backlog ?? 0) * secondsPerReview(learner, parameters);
      const request = { ...seeded, ...(backlog !== undefined && { dueBacklogSeconds }), meter };
      return { batch: selectWords(learner, candidates, request, parameters), parameters };
    } catch (error) {
      meter.fail("selection");
      throw error;
    }
  });
}

/** The next question of a running session. @returns undefined without a word to choose from */
export async function pickQuestion(
  needs: Needs,
  userId: string,
  words: readonly LoadedWord[],
  request: Omit<PickRequest, "seed">,
): Promise<Picked | undefined> {
  const learner = await readEngineState(needs, userId);
  const candidates = (await candidatesOf(needs.database, new Set([words])))(words);
  const seeded = { ...request, seed: learner.seed };
  const served = await parametersOfLearner(needs, userId);
  const picked = withStableFallback(served, countFailures(needs), ({ parameters }) =>
    pickNext(learner, candidates, seeded, parameters),
  );
  return picked ?? undefined;
}

/** Candidates for each of these lists, which several requests may share. */
export async function candidatesOf(
  db: Database,
  lists: ReadonlySet<readonly LoadedWord[]>,
): Promise<(words: readonly LoadedWord[]) => Candidate[]> {
  const candidates = new Map([...lists].map((words) => [words, words.map(toCandidate)]));
  // Words that were asked before are chosen by their memory. Their rating is not used.
  const fresh = [...candidates.values()].flat().filter(({ memory }) => !memory?.trace);
  const words = [...new Map(fresh.map(({ word }) => [word.id, word])).values()];
  const ids = words.map(({ id }) => id);
  const ratings = await ratingsToStart(db, ids, words);
  for (const candidate of fresh) candidate.rating = ratings.get(candidate.word.id) ?? null;
  return (words) => candidates.get(words) ?? [];
}

function toCandidate({ word, memoryJson }: LoadedWord): Candidate {
  const memory = memoryJson === null ? null : memoryFromJson(memoryJson);
  return { word, memory, rating: null };
}

/** Closes a learning session in the engine: habits, hourly statistics, open batches. */
export async function closeLearningSession(
  needs: Needs,
  tx: Database,
  userId: string,
  summary: Parameters<typeof closeSession>[1],
): Promise<{ afterCommit(): void }> {
  const states = await openEngineStates(needs, tx, [userId]);
  const served = (await parametersOf(needs, tx, [userId], { exposed: false }))(userId);
  const closed = withStableFallback(served, countFailures(needs), ({ parameters }) => {
    const learner = closeSession(states.get(userId), summary, parameters);
    return closeBatches({ learner, batches: states.batches(userId) }, parameters);
  });
  states.set(userId, closed.learner, closed.batches);
  await states.save();
  return states;
}
