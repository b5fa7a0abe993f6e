import {
  creditBatch,
  batchesDueForCredit,
  type LearnerState,
  type Parameters,
  type WordOutcome,
} from "@wordloom/engine";
import { DAY_MS, HOUR_MS } from "../../platform/durations.ts";

/** A word of a batch, and what is known of it so far. */
export interface HandedWord {
  readonly id: string;
  /** The answer in the batch: when, and the recall that was aimed for at the next review. */
  readonly answer?: readonly [atMs: number, targetRecall: number];
  /** The first answer on a later day: when, right or not, gain of ln stability, seconds. */
  readonly review?: readonly [atMs: number, right: 0 | 1, stabilityGain: number, seconds: number];
}

/** A batch that was handed out and whose reward is still to come. */
export interface HandedBatch {
  readonly id: string;
  readonly atMs: number;
  /** Answers still count in it. */
  readonly open: boolean;
  /** When it is due if nothing happens before: its end first, then its settlement. */
  readonly settleAtMs: number;
  readonly words: readonly HandedWord[];
}

/** A learner's engine state and the batches still to be rewarded; replaced, never mutated. */
export interface BatchState {
  readonly learner: LearnerState;
  readonly batches: readonly HandedBatch[];
}

/** How long a batch stays open; later answers belong to no batch. */
const OPEN_FOR_MS = 3 * HOUR_MS;

/** Batches without an answer that are kept: clients fetch ahead and reload pages. */
const UNTOUCHED_MAX = 3;

/** Remembers a batch the engine has just chosen; an empty one is nothing to wait for. */
export function handOut(
  { learner, batches }: BatchState,
  batch: { readonly id: string; readonly atMs: number; readonly wordIds: readonly string[] },
  parameters: Parameters,
): BatchState {
  const { id, atMs } = batch;
  if (batch.wordIds.length === 0) {
    return { learner: creditBatch(learner, { batchId: id }, parameters), batches };
  }
  const words = batch.wordIds.map((wordId) => ({ id: wordId }));
  const handed = { id, atMs, open: true, settleAtMs: atMs + OPEN_FOR_MS, words };
  const state = { learner, batches: [...stillPending(learner, batches), handed] };
  return withoutSurplus(state, parameters);
}

/** The engine keeps a few batches only; of one it gave up there is nothing to wait for. */
function stillPending(learner: LearnerState, batches: readonly HandedBatch[]) {
  const pending = new Set(learner.strategy.pending.map(({ id }) => id));
  return batches.filter(({ id }) => pending.has(id));
}

/** Batches that nobody began give way to newer ones, before they push out those of others. */
function withoutSurplus(state: BatchState, parameters: Parameters): BatchState {
  const untouched = state.batches.filter((batch) => batch.open && answeredIn(batch) === 0);
  const surplus = untouched.slice(0, Math.max(0, untouched.length - UNTOUCHED_MAX));
  return surplus.reduce((before, batch) => close(before, batch, parameters), state);
}

/** The batch an answer to this word belongs to: the latest one that asked for it and is open. */
export function batchAsking(
  batches: readonly HandedBatch[],
  wordId: string,
  atMs: number,
): string | undefined {
  return batches.findLast(
    (batch) =>
      batch.open && atMs <= batch.atMs + OPEN_FOR_MS && batch.words.some(({ id }) => id === wordId),
  )?.id;
}

/** An answer as the batches see it. */
export interface AnswerSeen {
  readonly wordId: string;
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly seconds: number;
  /** Days; 0 for a word without a memory before. */
  readonly stabilityBefore: number;
  readonly stabilityAfter: number;
  /** Recall aimed for at the next review; undefined when the engine aims for none. */
  readonly targetRecall: number | undefined;
  /** Number of the learner's day that holds an instant. */
  dayOf(atMs: number): number;
}

/**
 * Notes an answer: in the batch it belongs to, and as the review of earlier batches. A batch whose
 * words have all been answered ends with it and gets the first part of its reward.
 *
 * @param batchId  what `batchAsking` said, under which the engine counted the answer
 */
export function noteAnswer(
  { learner, batches }: BatchState,
  batchId: string | undefined,
  seen: AnswerSeen,
  parameters: Parameters,
): BatchState {
  if (!batches.some(({ words }) => words.some(({ id }) => id === seen.wordId))) {
    return { learner, batches };
  }
  const noted = batches.map((batch) => {
    const words = batch.words.map((word) => {
      if (word.id !== seen.wordId) return word;
      return batch.id === batchId ? asAnswered(word, seen) : asReviewed(word, seen);
    });
    return soonSettled({ ...batch, words }, seen.atMs);
  });
  const own = noted.find(({ id }) => id === batchId);
  const state = { learner, batches: noted };
  const isWhole = own !== undefined && answeredIn(own) === own.words.length;
  return isWhole ? close(state, own, parameters) : state;
}

function asAnswered(word: HandedWord, { atMs, targetRecall }: AnswerSeen): HandedWord {
  if (word.answer !== undefined) return word;
  return { ...word, answer: [atMs, round4(targetRecall ?? 0)] };
}

function asReviewed(word: HandedWord, seen: AnswerSeen): HandedWord {
  const { answer, review } = word;
  if (answer === undefined || review !== undefined) return word;
  if (seen.dayOf(seen.atMs) <= seen.dayOf(answer[0])) return word;
  const { stabilityBefore, stabilityAfter } = seen;
  const isMeasured = stabilityBefore > 0 && stabilityAfter > 0;
  const gain = isMeasured ? Math.log(stabilityAfter / stabilityBefore) : 0;
  const right = seen.isCorrect ? 1 : 0;
  return { ...word, review: [seen.atMs, right, round4(gain), round4(seen.seconds)] };
}

/** With the last review in, there is nothing left to wait for. */
function soonSettled(batch: HandedBatch, nowMs: number): HandedBatch {
  if (batch.open || !isReviewed(batch)) return batch;
  return { ...batch, settleAtMs: Math.min(batch.settleAtMs, nowMs) };
}

/** Ends the open batches of a learner who has stopped, with the first part of their reward. */
export function closeBatches(state: BatchState, parameters: Parameters): BatchState {
  const open = state.batches.filter((batch) => batch.open);
  return open.reduce((before, batch) => close(before, batch, parameters), state);
}

function close(
  { learner, batches }: BatchState,
  batch: HandedBatch,
  parameters: Parameters,
): BatchState {
  const answered = answeredIn(batch);
  const completionShare = answered / batch.words.length;
  const credited = creditBatch(learner, { batchId: batch.id, completionShare }, parameters);
  if (answered === 0) return { learner: credited, batches: batches.filter((b) => b !== batch) };
  const settleAtMs = ripeAtMs(batch, parameters);
  const closed = { ...batch, open: false, settleAtMs };
  return { learner: credited, batches: batches.map((b) => (b === batch ? closed : b)) };
}

/** Words of batches to be settled now whose review did not come: their recall is predicted. */
export function wordsWithoutReview(batches: readonly HandedBatch[], nowMs: number): string[] {
  const due = batches.filter((batch) => !batch.open && batch.settleAtMs <= nowMs);
  const waiting = due.flatMap(({ words }) =>
    words.filter(({ answer, review }) => answer !== undefined && review === undefined),
  );
  return [...new Set(waiting.map(({ id }) => id))];
}

/**
 * Does what has fallen due: ends batches that were left lying, and gives the rest of their reward
 * to those whose reviews are known or have had their time. Repeating it changes nothing.
 *
 * @param recallAt  predicted recall of a word; undefined when it is no longer known
 */
export function settleBatches(
  state: BatchState,
  nowMs: number,
  parameters: Parameters,
  recallAt: (wordId: string, atMs: number) => number | undefined,
): BatchState {
  const left = state.batches.filter((batch) => batch.open && batch.settleAtMs <= nowMs);
  const ended = left.reduce((before, batch) => close(before, batch, parameters), state);
  const ripe = new Set(batchesDueForCredit(ended.learner, nowMs, parameters));
  let { learner } = ended;
  const batches = stillPending(learner, ended.batches).flatMap((batch) => {
    if (batch.open) return [batch];
    if (!ripe.has(batch.id) && !isReviewed(batch)) {
      return [{ ...batch, settleAtMs: ripeAtMs(batch, parameters) }];
    }
    const words = outcomesOf(batch, ripeAtMs(batch, parameters), recallAt);
    const completionShare = answeredIn(batch) / batch.words.length;
    learner = creditBatch(learner, { batchId: batch.id, completionShare, words }, parameters);
    return [];
  });
  return { learner, batches };
}

function outcomesOf(
  batch: HandedBatch,
  endMs: number,
  recallAt: (wordId: string, atMs: number) => number | undefined,
): WordOutcome[] {
  return batch.words.flatMap(({ id, answer, review }) => {
    if (answer === undefined) return [];
    const predicted = review === undefined ? recallAt(id, endMs) : 0;
    if (predicted === undefined) return [];
    const [reviewedAtMs = null, right, stabilityGain = 0, seconds = 0] = review ?? [];
    const isCorrect = right === undefined ? null : right === 1;
    const [, targetRecall] = answer;
    const known = { targetRecall, isCorrect, reviewedAtMs, stabilityGain, seconds };
    return { ...known, predictedRecall: predicted };
  });
}

/** When the earliest of these batches wants to be looked at; null when there is none. */
export function settlementDueMs(batches: readonly HandedBatch[]): number | null {
  if (batches.length === 0) return null;
  return Math.min(...batches.map(({ settleAtMs }) => settleAtMs));
}

function ripeAtMs(batch: HandedBatch, parameters: Parameters): number {
  return batch.atMs + parameters.credit.horizonDays * DAY_MS;
}

function answeredIn({ words }: HandedBatch): number {
  return words.filter(({ answer }) => answer !== undefined).length;
}

function isReviewed({ words }: HandedBatch): boolean {
  return words.every(({ answer, review }) => answer === undefined || review !== undefined);
}

function round4(x: number): number {
  return Math.round(x * 1e4) / 1e4;
}
