import type { LearnerState, EngineParameters } from "@wordloom/engine";
import { creditBatch, batchesDueForCredit, type WordOutcome } from "@wordloom/engine/strategy";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";

/** A word of a batch, with its answer and review once they are known. */
interface BatchWord {
  readonly id: string;
  /** The answer in the batch: time, and target recall at the next review. */
  readonly answer?: readonly [atMs: number, targetRecall: number];
  /** The first answer on a later day: time, 1 if right, gain in ln stability, response time. */
  readonly review?: readonly [atMs: number, right: 0 | 1, stabilityGain: number, seconds: number];
}

/** A batch that was handed out and has not received its full reward yet. */
export interface PendingBatch {
  readonly id: string;
  readonly atMs: number;
  /** Whether answers still count toward it. */
  readonly open: boolean;
  /** Latest time at which it is due: to be closed while open, to be settled afterwards. */
  readonly settleAtMs: number;
  readonly words: readonly BatchWord[];
}

/** A learner's engine state and the batches still to be rewarded; replaced, never mutated. */
export interface BatchState {
  readonly learner: LearnerState;
  readonly batches: readonly PendingBatch[];
}

/** How long a batch stays open. Later answers belong to no batch. */
const OPEN_FOR_MS = 3 * HOUR_MS;

/** Maximum number of batches kept without an answer. Clients fetch ahead and reload pages. */
const UNTOUCHED_MAX = 3;

/** Adds a batch the engine has just chosen. An empty one is removed from the engine instead. */
export function addBatch(
  { learner, batches }: BatchState,
  batch: { readonly id: string; readonly atMs: number; readonly wordIds: readonly string[] },
  parameters: EngineParameters,
): BatchState {
  const { id, atMs } = batch;
  if (batch.wordIds.length === 0) {
    return { learner: creditBatch(learner, { batchId: id }, parameters), batches };
  }
  const words = batch.wordIds.map((wordId) => ({ id: wordId }));
  const added = { id, atMs, open: true, settleAtMs: atMs + OPEN_FOR_MS, words };
  const state = { learner, batches: [...stillPending(learner, batches), added] };
  return withoutSurplus(state, parameters);
}

/** The engine keeps only a few batches. Those it has dropped get no reward. */
function stillPending(learner: LearnerState, batches: readonly PendingBatch[]) {
  const pending = new Set(learner.strategy.pending.map(({ id }) => id));
  return batches.filter(({ id }) => pending.has(id));
}

/** Closes the oldest unanswered batches before they displace answered ones in the engine. */
function withoutSurplus(state: BatchState, parameters: EngineParameters): BatchState {
  const untouched = state.batches.filter((batch) => batch.open && answeredIn(batch) === 0);
  const surplus = untouched.slice(0, Math.max(0, untouched.length - UNTOUCHED_MAX));
  return surplus.reduce((before, batch) => close(before, batch, parameters), state);
}

/** The batch an answer to this word belongs to: the latest open one that contains it. */
export function findBatchOf(
  batches: readonly PendingBatch[],
  wordId: string,
  atMs: number,
): string | undefined {
  return batches.findLast(
    (batch) =>
      batch.open && atMs <= batch.atMs + OPEN_FOR_MS && batch.words.some(({ id }) => id === wordId),
  )?.id;
}

/** The facts about an answer that batches need. */
export interface BatchAnswer {
  readonly wordId: string;
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly seconds: number;
  /** Days; 0 for a word without a memory. */
  readonly stabilityBefore: number;
  readonly stabilityAfter: number;
  /** Target recall at the next review; undefined when the engine has none. */
  readonly targetRecall: number | undefined;
  /** Number of the learner's day that contains an instant. */
  dayOf(atMs: number): number;
}

/**
 * Counts an answer in the batch it belongs to, and as a review in earlier batches. A batch whose
 * words have all been answered is closed and gets the first part of its reward.
 *
 * @param batchId  result of `findBatchOf` for this answer, as it was passed to the engine
 */
export function noteAnswer(
  { learner, batches }: BatchState,
  batchId: string | undefined,
  answer: BatchAnswer,
  parameters: EngineParameters,
): BatchState {
  if (!batches.some(({ words }) => words.some(({ id }) => id === answer.wordId))) {
    return { learner, batches };
  }
  const updated = batches.map((batch) => {
    const words = batch.words.map((word) => {
      if (word.id !== answer.wordId) return word;
      return batch.id === batchId ? asAnswered(word, answer) : asReviewed(word, answer);
    });
    return advanceSettlement({ ...batch, words }, answer.atMs);
  });
  const own = updated.find(({ id }) => id === batchId);
  const state = { learner, batches: updated };
  const isComplete = own !== undefined && answeredIn(own) === own.words.length;
  return isComplete ? close(state, own, parameters) : state;
}

function asAnswered(word: BatchWord, { atMs, targetRecall }: BatchAnswer): BatchWord {
  if (word.answer !== undefined) return word;
  return { ...word, answer: [atMs, round4(targetRecall ?? 0)] };
}

function asReviewed(word: BatchWord, later: BatchAnswer): BatchWord {
  const { answer, review } = word;
  if (answer === undefined || review !== undefined) return word;
  if (later.dayOf(later.atMs) <= later.dayOf(answer[0])) return word;
  const { stabilityBefore, stabilityAfter } = later;
  const isMeasured = stabilityBefore > 0 && stabilityAfter > 0;
  const gain = isMeasured ? Math.log(stabilityAfter / stabilityBefore) : 0;
  const right = later.isCorrect ? 1 : 0;
  return { ...word, review: [later.atMs, right, round4(gain), round4(later.seconds)] };
}

/** A closed batch is due at once when its last review arrives. */
function advanceSettlement(batch: PendingBatch, nowMs: number): PendingBatch {
  if (batch.open || !isReviewed(batch)) return batch;
  return { ...batch, settleAtMs: Math.min(batch.settleAtMs, nowMs) };
}

/** Closes a learner's open batches at the end of a session; gives the first part of the reward. */
export function closeBatches(state: BatchState, parameters: EngineParameters): BatchState {
  const open = state.batches.filter((batch) => batch.open);
  return open.reduce((before, batch) => close(before, batch, parameters), state);
}

function close(
  { learner, batches }: BatchState,
  batch: PendingBatch,
  parameters: EngineParameters,
): BatchState {
  const answered = answeredIn(batch);
  const completionShare = answered / batch.words.length;
  const credited = creditBatch(learner, { batchId: batch.id, completionShare }, parameters);
  if (answered === 0) return { learner: credited, batches: batches.filter((b) => b !== batch) };
  const settleAtMs = horizonEndMs(batch, parameters);
  const closed = { ...batch, open: false, settleAtMs };
  return { learner: credited, batches: batches.map((b) => (b === batch ? closed : b)) };
}

/** Words of due batches without a review, whose recall must be predicted. */
export function wordsWithoutReview(batches: readonly PendingBatch[], nowMs: number): string[] {
  const due = batches.filter((batch) => !batch.open && batch.settleAtMs <= nowMs);
  const waiting = due.flatMap(({ words }) =>
    words.filter(({ answer, review }) => answer !== undefined && review === undefined),
  );
  return [...new Set(waiting.map(({ id }) => id))];
}

/**
 * Closes expired batches and gives the rest of the reward to batches that have all their reviews or
 * have reached the credit horizon. Repeating it changes nothing.
 *
 * @param recallAt  predicted recall of a word; undefined if the word no longer has a memory
 */
export function settleBatches(
  state: BatchState,
  nowMs: number,
  parameters: EngineParameters,
  recallAt: (wordId: string, atMs: number) => number | undefined,
): BatchState {
  const expired = state.batches.filter((batch) => batch.open && batch.settleAtMs <= nowMs);
  const closed = expired.reduce((before, batch) => close(before, batch, parameters), state);
  const ripe = new Set(batchesDueForCredit(closed.learner, nowMs, parameters));
  let { learner } = closed;
  const batches = stillPending(learner, closed.batches).flatMap((batch) => {
    if (batch.open) return [batch];
    if (!ripe.has(batch.id) && !isReviewed(batch)) {
      return [{ ...batch, settleAtMs: horizonEndMs(batch, parameters) }];
    }
    const words = outcomesOf(batch, horizonEndMs(batch, parameters), recallAt);
    const completionShare = answeredIn(batch) / batch.words.length;
    learner = creditBatch(learner, { batchId: batch.id, completionShare, words }, parameters);
    return [];
  });
  return { learner, batches };
}

function outcomesOf(
  batch: PendingBatch,
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
    const outcome = { targetRecall, isCorrect, reviewedAtMs, stabilityGain, seconds };
    return { ...outcome, predictedRecall: predicted };
  });
}

/** When the earliest of these batches is due; null without batches. */
export function settlementDueMs(batches: readonly PendingBatch[]): number | null {
  if (batches.length === 0) return null;
  return Math.min(...batches.map(({ settleAtMs }) => settleAtMs));
}

function horizonEndMs(batch: PendingBatch, parameters: EngineParameters): number {
  return batch.atMs + parameters.credit.horizonDays * DAY_MS;
}

function answeredIn({ words }: PendingBatch): number {
  return words.filter(({ answer }) => answer !== undefined).length;
}

function isReviewed({ words }: PendingBatch): boolean {
  return words.every(({ answer, review }) => answer === undefined || review !== undefined);
}

function round4(x: number): number {
  return Math.round(x * 1e4) / 1e4;
}
