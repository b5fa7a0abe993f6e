import {
  applyFit,
  type FittedWeights,
  type LearnerState,
  type Parameters,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Deps } from "../../deps.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { utcOffsetMinutes } from "../../platform/local-day.ts";
import { lockLearners, openEngineStates, readEngineState } from "../amas/engine-states.service.ts";
import { familiarParts, usesWordParts } from "../amas/related-words.service.ts";
import { parametersOfLearner } from "../engine-trials/learner-parameters.service.ts";
import { storePolicy, subjectOf } from "../interval-policies/interval-policies.service.ts";
import { dayRulesOf } from "../preferences/preferences.service.ts";
import { answerPages } from "../records/answer-history.service.ts";
import { openReviewLoad, type ReviewLoad } from "../review-load/review-load.service.ts";
import { partsOfWords } from "../word-facts/familiar-parts.service.ts";
import { listWordStates, saveWordStates } from "../word-states/word-states.service.ts";
import { knownWords } from "../words/words.service.ts";
import { fitInThread, type FitResult, type HistoryPart } from "./fit-thread.service.ts";
import { findFit, findWaitingFit, updateFit, type FitRow } from "./memory-fits.repo.ts";
import { underNewWeights, type Refitting } from "./refitted-word.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Answers that a fit looks back on at most. */
const ANSWERS_MAX = 50_000;

/** Words changed in one transaction: the learner's own answers wait no longer than for these. */
const WORDS_AT_ONCE = 250;

const RETRY_FIRST_MS = 600_000;
const RETRY_LAST_MS = 86_400_000;

/**
 * Fits the memory of the learner who has waited longest and takes the result into use.
 *
 * Safe to cut off at any point: a fit is put off before it begins, so that one that kills the
 * process does not do so again at once; its weights are stored in one transaction with the learner,
 * and applying them to the words begins anew from there.
 *
 * @returns whether there was one to be done
 */
export async function runNextFit(needs: Needs, signal: AbortSignal): Promise<boolean> {
  const nowMs = needs.clock.nowMs();
  const fit = await findWaitingFit(needs.database, nowMs);
  if (fit === undefined) return false;
  const waitMs = Math.min(RETRY_FIRST_MS * 2 ** fit.attempts, RETRY_LAST_MS);
  const putOff = { attempts: fit.attempts + 1, run_after_ms: nowMs + waitMs };
  await updateFit(needs.database, fit.user_id, putOff);
  await runFit(needs, fit, signal);
  return true;
}

async function runFit(needs: Needs, fit: FitRow, signal: AbortSignal): Promise<void> {
  const { user_id: userId } = fit;
  const { parameters } = await parametersOfLearner(needs, userId);
  const before = await readEngineState(needs, userId);
  const made = weightsTaken(fit, before);
  const task = {
    nowMs: needs.clock.nowMs(),
    learner: before,
    parameters,
    fitted: made,
    secondsPerKnownDay: needs.settings.AMAS_SECONDS_PER_KNOWN_DAY,
  };
  const result = await fitInThread(historyOf(needs, userId, parameters), task, signal);
  const learner = made !== null ? before : await takeWeights(needs, userId, before, result.fitted);
  if (learner === undefined) return;
  await keepPolicy(needs, { userId, learner, parameters }, result);
  const changed = await takeMemories(needs, { userId, learner, parameters }, result, signal);
  const { fitted } = result;
  const report = { fitted, wordsChanged: changed, wordsKept: result.memories.length - changed };
  await finishFit(needs, userId, report);
  needs.log.info({ reviews: fitted.n, accepted: fitted.accepted, changed }, "memory fitted");
}

/** The thread has solved the optimal intervals for the weights that are now the learner's. */
async function keepPolicy(
  needs: Needs,
  { userId, learner, parameters }: Refitted,
  { policy }: FitResult,
): Promise<void> {
  const subject = subjectOf(needs, userId, learner.fit.weights, parameters);
  if (policy === undefined || subject?.owner !== userId) return;
  await unlessGone(needs, userId, (tx) => storePolicy(needs, tx, subject, policy));
}

/** The fit whose weights the learner has already, when only the words are left to do. */
function weightsTaken(fit: FitRow, { fit: inUse }: LearnerState): FittedWeights | null {
  if (fit.stage !== "applying" || fit.report_json === null) return null;
  const { fitted } = JSON.parse(fit.report_json) as { fitted: FittedWeights };
  return JSON.stringify(inUse.weights) === JSON.stringify(fitted.weights) ? fitted : null;
}

async function* historyOf(
  needs: Needs,
  userId: string,
  parameters: Parameters,
): AsyncGenerator<HistoryPart> {
  const { database, settings } = needs;
  const { timeZone, dayStartHour } = await dayRulesOf(database, userId, settings.APP_TIMEZONE);
  const met = new Set<string>();
  for await (const page of answerPages(database, userId, ANSWERS_MAX)) {
    const fresh = [...new Set(page.map(({ wordId }) => wordId))].filter((id) => !met.has(id));
    const words = await factsAtFirst(needs, fresh, met, parameters);
    const answers = page.map((answer) => ({
      ...answer,
      utcOffsetMinutes: utcOffsetMinutes(answer.atMs, timeZone),
      dayStartHour,
    }));
    yield { answers, words };
  }
}

/**
 * What was known of these words when each was answered first.
 *
 * @param met  words answered before them; they join it in their order
 */
async function factsAtFirst(
  needs: Needs,
  wordIds: readonly string[],
  met: Set<string>,
  parameters: Parameters,
): Promise<WordFacts[]> {
  const known = await knownWords(needs, wordIds);
  const split = usesWordParts(parameters);
  const parts = split ? await partsOfWords(needs, needs.database, [...known.values()]) : undefined;
  return wordIds.flatMap((id) => {
    const word = known.get(id);
    const own = parts?.get(id);
    const morphemes = own && familiarParts(own, (wordId) => met.has(wordId));
    met.add(id);
    return word === undefined ? [] : [morphemes === undefined ? word : { ...word, morphemes }];
  });
}

/**
 * Stores the weights with the learner.
 *
 * @returns undefined when the learner has gone or started over meanwhile: the fit is void
 */
async function takeWeights(
  needs: Needs,
  userId: string,
  before: LearnerState,
  fitted: FittedWeights,
): Promise<LearnerState | undefined> {
  const { parameters } = await parametersOfLearner(needs, userId);
  const taken = await unlessGone(needs, userId, async (tx) => {
    const open = await openEngineStates(needs, tx, [userId]);
    const learner = open.get(userId);
    if (learner.createdAtMs !== before.createdAtMs) return closeFit(needs, tx, userId);
    const history = { seed: learner.seed, startMs: learner.createdAtMs, answers: [], words: {} };
    const next = applyFit(learner, fitted, history, parameters).learner;
    open.set(userId, next);
    await open.save();
    const report_json = JSON.stringify({ fitted });
    await updateFit(tx, userId, { stage: "applying", report_json });
    return { next, open };
  });
  taken?.open.afterCommit();
  return taken?.next;
}

async function closeFit(needs: Needs, tx: OpenTransaction, userId: string): Promise<undefined> {
  const fitted_at_ms = needs.clock.nowMs();
  await updateFit(tx, userId, { stage: "done", run_after_ms: null, fitted_at_ms });
}

interface Refitted {
  readonly userId: string;
  readonly learner: LearnerState;
  readonly parameters: Parameters;
}

/** @returns number of words whose memory is another now */
async function takeMemories(
  needs: Needs,
  of: Refitted,
  { memories }: FitResult,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < memories.length; start += WORDS_AT_ONCE) {
    signal.throwIfAborted();
    changed += await takeSome(needs, of, memories.slice(start, start + WORDS_AT_ONCE));
  }
  return changed;
}

async function takeSome(
  needs: Needs,
  of: Refitted,
  memories: readonly WordMemory[],
): Promise<number> {
  const { userId } = of;
  const wordIds = memories.map(({ wordId }) => wordId);
  const count = await unlessGone(needs, userId, async (tx) => {
    const rows = await listWordStates(tx, userId, wordIds);
    const rowOf = new Map(rows.map((row) => [row.word_id, row]));
    const { load, refitting } = await openDays(needs, tx, of);
    const changed = memories.flatMap((memory) => {
      const before = rowOf.get(memory.wordId);
      if (before === undefined) return [];
      load.leave(userId, before.next_review_at_ms);
      const after = underNewWeights(before, memory, refitting);
      load.join(userId, (after ?? before).next_review_at_ms);
      return after ?? [];
    });
    await saveWordStates(tx, changed);
    return changed.length;
  });
  return count ?? 0;
}

/** The learner's days as they are now, to which words go one after the other. */
async function openDays(
  needs: Needs,
  tx: OpenTransaction,
  { userId, learner, parameters }: Refitted,
): Promise<{ load: ReviewLoad; refitting: Refitting }> {
  const nowMs = needs.clock.nowMs();
  const rules = await dayRulesOf(tx, userId, needs.settings.APP_TIMEZONE);
  const { timeZone, dayStartHour } = rules;
  const dayRules = new Map([[userId, rules]]);
  const sources = { states: { get: () => learner }, served: () => ({ parameters }), dayRules };
  const load = await openReviewLoad(tx, [{ userId, atMs: nowMs }], sources);
  const plan = load.planAt(userId, nowMs);
  // The clocks may have been changed since the last answer; the days are counted by those of now.
  const clock = { utcOffsetMinutes: utcOffsetMinutes(nowMs, timeZone), dayStartHour };
  const today = plan === undefined ? learner : { ...learner, ...clock };
  return { load, refitting: { learner: today, parameters, nowMs, plan } };
}

const GONE = new Error("the learner has gone");

/**
 * One transaction under the learner's lock; undone when the account was erased, because taking the
 * lock may make a row.
 */
async function unlessGone<T>(
  needs: Needs,
  userId: string,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await transact(needs.database, async (tx) => {
      await lockLearners(needs, tx, [userId]);
      if ((await findFit(tx, userId)) === undefined) throw GONE;
      return work(tx);
    });
  } catch (error) {
    if (error === GONE) return undefined;
    throw error;
  }
}

async function finishFit(
  needs: Needs,
  userId: string,
  report: { readonly fitted: FittedWeights },
): Promise<void> {
  const { fitted } = report;
  await updateFit(needs.database, userId, {
    stage: "done",
    run_after_ms: null,
    attempts: 0,
    fitted_at_ms: needs.clock.nowMs(),
    reviews: fitted.n,
    weights_json: JSON.stringify(fitted.weights),
    report_json: JSON.stringify(report),
  });
}
