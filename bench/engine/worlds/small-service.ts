import {
  applyFit,
  type BatchRequest,
  type Candidate,
  createLearner,
  createMemory,
  fitMemory,
  type History,
  type LearnerState,
  type EngineParameters,
  predictRecall,
  processAnswer,
  type ProcessResult,
  type RatingState,
  secondsPerReview,
  selectWords,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import { closeSession, type SessionSummary } from "@wordloom/engine/learner";
import {
  findBatchOf,
  closeBatches,
  type PendingBatch,
  addBatch,
  noteAnswer,
  settleBatches,
} from "@wordloom/server/features/adaptation/pending-batches/pending-batches";

export const DAY_MS = 86_400_000;
/**
 * As in the service: known words by review time, plus the most recent ones during a backlog, and
 * the next words of the book.
 */
const KNOWN_OFFERED = 80;
const FRESH_OFFERED = 40;
const DUE_COUNTED = 1000;
const UNSEEN_OFFERED = 40;
const SEED = 1;

/** An operator's settings, and options for the use of the engine. */
export interface ServiceOptions {
  readonly parameters: EngineParameters;
  readonly request?: Pick<BatchRequest, "session" | "dueBacklogSeconds">;
  /** Number of known words offered for a batch; default: as in the service. */
  readonly offered?: number;
  /** Passes the number of due words per day to the engine. */
  readonly plans?: boolean;
}

/**
 * One learner's data in the simulated service, which keeps everything in memory. Days start at 0:00
 * UTC.
 */
export interface Account {
  readonly terms: ServiceOptions;
  /** Word ratings, shared by all learners. */
  readonly ratings: Map<string, RatingState>;
  readonly memories: Map<string, WordMemory>;
  readonly history: History;
  /** Words due, by number of the day; only their proportions matter to the engine. */
  readonly dueByDay: Record<string, number>;
  learner: LearnerState;
  batches: readonly PendingBatch[];
  isFitDue: boolean;
}

export function openAccount(terms: ServiceOptions, ratings: Map<string, RatingState>): Account {
  return {
    terms,
    ratings,
    memories: new Map(),
    history: { seed: SEED, startMs: 0, answers: [], words: {} },
    dueByDay: {},
    learner: createLearner(SEED, 0),
    batches: [],
    isFitDue: false,
  };
}

/** The next batch, chosen from the words to be reviewed first and the next new ones. */
export function nextBatch(account: Account, book: Iterable<WordFacts>, nowMs: number): string[] {
  const { terms, learner, batches } = account;
  const { known, due } = knownWords(account, nowMs);
  const candidates = [...known, ...unseenWords(account, book)];
  const asked = {
    nowMs,
    key: String(nowMs),
    seed: SEED,
    exclude: [],
    shown: [],
    ...(due !== undefined && {
      dueBacklogSeconds: due * secondsPerReview(learner, terms.parameters),
    }),
  };
  const request = { ...asked, ...terms.request };
  const batch = selectWords(learner, candidates, request, terms.parameters);
  const added = { id: batch.id, atMs: nowMs, wordIds: batch.wordIds };
  keep(account, addBatch({ learner: batch.learner, batches }, added, terms.parameters));
  return batch.wordIds;
}

function knownWords(
  { terms, memories, history, ratings }: Account,
  nowMs: number,
): { known: Candidate[]; due?: number } {
  const byDate = [...memories.values()].toSorted((a, b) => dueAtMs(a) - dueAtMs(b));
  const limit = terms.offered ?? KNOWN_OFFERED;
  const due = byDate.findIndex((memory) => dueAtMs(memory) > nowMs);
  const dueCount = due < 0 ? byDate.length : due;
  const isBacklog = byDate.length >= limit && dueCount >= limit;
  const early = isBacklog ? limit - FRESH_OFFERED : limit;
  const fresh = isBacklog ? byDate.slice(Math.max(early, dueCount - FRESH_OFFERED), dueCount) : [];
  const known = [...byDate.slice(0, early), ...fresh].map((memory) => ({
    word: history.words[memory.wordId] as WordFacts,
    memory,
    rating: ratings.get(memory.wordId) ?? null,
  }));
  return isBacklog ? { known, due: Math.min(dueCount, DUE_COUNTED) } : { known };
}

function unseenWords({ memories, ratings }: Account, book: Iterable<WordFacts>): Candidate[] {
  const unseen = Iterator.from(book).filter(({ id }) => !memories.has(id));
  return [...unseen.take(UNSEEN_OFFERED)].map((word) => ({
    word,
    memory: null,
    rating: ratings.get(word.id) ?? null,
  }));
}

function dueAtMs(memory: WordMemory): number {
  return memory.dueAtMs ?? Infinity;
}

/** An answer as the client sends it. */
export interface SentAnswer {
  readonly word: WordFacts;
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly seconds: number;
}

/** @returns the word's memory before and after the answer */
export function takeAnswer(
  account: Account,
  sent: SentAnswer,
): { before: WordMemory; after: WordMemory } {
  const { terms, ratings, memories, history } = account;
  const { word, atMs } = sent;
  const answer = answerOf(sent);
  history.words[word.id] = word;
  history.answers.push(answer);
  const before = memories.get(word.id) ?? createMemory(word.id);
  const batchId = findBatchOf(account.batches, word.id, atMs);
  plan(account, before, -1);
  const outcome = processAnswer(account.learner, before, answer, terms.parameters, {
    word,
    wordRating: ratings.get(word.id) ?? null,
    ...(batchId !== undefined && { batchId }),
    ...(terms.plans === true && { plan: { plannedSeconds: account.dueByDay } }),
  });
  const after = outcome.memory;
  plan(account, after, 1);
  memories.set(word.id, after);
  ratings.set(word.id, outcome.wordRating);
  account.isFitDue = outcome.fitDue;
  const seen = {
    ...sent,
    wordId: word.id,
    stabilityBefore: before.trace?.stability ?? 0,
    stabilityAfter: after.trace?.stability ?? 0,
    targetRecall: targetOf(outcome.result),
    dayOf: (ms: number) => Math.floor(ms / DAY_MS),
  };
  const pupil = { learner: outcome.learner, batches: account.batches };
  keep(account, noteAnswer(pupil, batchId, seen, terms.parameters));
  return { before, after };
}

function answerOf({ word, atMs, isCorrect, seconds }: SentAnswer) {
  const responseTimeMs = Math.round(seconds * 1000);
  return { wordId: word.id, atMs, isCorrect, responseTimeMs, utcOffsetMinutes: 0, dayStartHour: 0 };
}

function targetOf({ explanation }: ProcessResult): number | undefined {
  return explanation.factors.find(({ name }) => name === "recallTarget")?.value;
}

/** Ends a session: updates habits, and credits the first part of the reward of open batches. */
export function endSession(account: Account, summary: SessionSummary): void {
  const { parameters } = account.terms;
  const learner = closeSession(account.learner, summary, parameters);
  keep(account, closeBatches({ learner, batches: account.batches }, parameters));
}

/**
 * Credits the second part of rewards when it is due; in the service, a worker does so every few
 * minutes.
 *
 * @returns the number of batches credited
 */
export function settleRewards(account: Account, nowMs: number): number {
  const { learner, batches, memories, terms } = account;
  const pending = new Set(learner.strategy.pending.map(({ id }) => id));
  const recallAt = (wordId: string, atMs: number) =>
    predictRecall(learner, memories.get(wordId) as WordMemory, atMs, terms.parameters, {
      variant: "schedule",
    });
  keep(account, settleBatches({ learner, batches }, nowMs, terms.parameters, recallAt));
  const left = new Set(account.batches.map(({ id }) => id));
  return batches.filter(({ id }) => pending.has(id) && !left.has(id)).length;
}

/** Fits the learner's weights if the engine has requested it. */
export function refit(account: Account, nowMs: number): void {
  if (!account.isFitDue) return;
  const { terms, history, learner, memories } = account;
  account.isFitDue = false;
  const options = { nowMs, current: learner.fit.weights };
  const fitted = fitMemory(history, terms.parameters, options);
  const applied = applyFit(learner, fitted, history, terms.parameters);
  account.learner = applied.learner;
  for (const [id, memory] of Object.entries(applied.memories)) {
    plan(account, memories.get(id) as WordMemory, -1);
    plan(account, memory, 1);
    memories.set(id, memory);
  }
}

function plan({ dueByDay }: Account, memory: WordMemory, change: number): void {
  if (memory.dueAtMs === null) return;
  const day = String(Math.floor(memory.dueAtMs / DAY_MS));
  dueByDay[day] = (dueByDay[day] ?? 0) + change;
}

function keep(
  account: Account,
  pupil: { learner: LearnerState; batches: readonly PendingBatch[] },
): void {
  account.learner = pupil.learner;
  account.batches = pupil.batches;
}
