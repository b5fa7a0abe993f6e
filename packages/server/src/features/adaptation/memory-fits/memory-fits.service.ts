import {
  applyFit,
  type FittedWeights,
  type LearnerState,
  type EngineParameters,
  type WordFacts,
  type WordMemory,
} from "@wordloom/engine";
import type { Deps } from "../../../deps.ts";
import { AccountGoneError, isAccountGone } from "../../../platform/database/account-gone.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { dayBoundariesMs, localDay, utcOffsetMinutes } from "../../../platform/time/local-day.ts";
import { lockLearners, openEngineStates, readEngineState } from "../amas/engine-states.service.ts";
import { familiarParts, usesWordParts } from "../amas/related-words.service.ts";
import { parametersOfLearner } from "../engine-trials/learner-parameters.service.ts";
import { storePolicy, targetsOf, targetSource } from "../schedule/interval-policies.service.ts";
import type { Scheduled } from "../schedule/policy-subject.ts";
import { goalsOf } from "../schedule/learner-goals.service.ts";
import { dayRulesOf } from "../../accounts/preferences/preferences.service.ts";
import { answerPages } from "../../progress/answers/answer-history.service.ts";
import { listRestarts, zoned } from "../../progress/answers/answers.service.ts";
import { openReviewLoad, type ReviewLoad } from "../schedule/review-load.service.ts";
import { partsOfWords } from "../../library/word-facts/familiar-parts.service.ts";
import { listWordStates, saveWordStates } from "../../progress/word-states/word-states.service.ts";
import { knownWords } from "../../library/words/words.service.ts";
import { fitInThread, type FitResult, type HistoryPart } from "./fit-thread.service.ts";
import {
  findFit,
  lockWaitingFit,
  updateFit,
  type FitRow,
} from "../schedule/fit-requests.service.ts";
import { underNewWeights, type Refitting } from "./refitted-word.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "settings">;

/** Maximum number of answers used by a fit, the latest ones. */
const ANSWERS_MAX = 50_000;

/** Words whose facts are looked up between two turns of the event loop. */
const FACTS_AT_ONCE = 100;

/** Words updated per transaction. The learner's answers wait for one transaction at most. */
const WORDS_PER_TRANSACTION = 250;

const RETRY_FIRST_MS = 600_000;
const RETRY_LAST_MS = 86_400_000;

/**
 * Fits the memory of the learner who has waited longest and applies the result.
 *
 * Safe to interrupt at any point. A fit is postponed before it starts, so that no other process
 * takes it and one that kills the process is not retried at once. The weights are stored in one
 * transaction with the learner, and updating the words resumes from there. A fit that is still
 * unfinished when it is due again passes to the process that takes it then, and the first process
 * stores nothing more.
 *
 * @returns whether a fit was due
 */
export async function runNextFit(needs: Needs, signal: AbortSignal): Promise<boolean> {
  const fit = await takeNextFit(needs);
  if (fit === undefined) return false;
  await runFit(needs, fit, signal);
  return true;
}

/** Takes the next fit and postpones it, counting the attempt. */
async function takeNextFit(needs: Needs): Promise<FitRow | undefined> {
  const nowMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    const latestMs = latestStoredMs(nowMs, RETRY_LAST_MS);
    const fit = await lockWaitingFit(tx, { nowMs, latestMs });
    if (fit === undefined) return undefined;
    const waitMs = Math.min(RETRY_FIRST_MS * 2 ** fit.attempts, RETRY_LAST_MS);
    const postponed = { attempts: fit.attempts + 1, run_after_ms: nowMs + waitMs };
    await updateFit(tx, fit.user_id, postponed);
    return { ...fit, ...postponed };
  });
}

async function runFit(needs: Needs, fit: FitRow, signal: AbortSignal): Promise<void> {
  const { user_id: userId } = fit;
  const { parameters } = await parametersOfLearner(needs, userId);
  const before = await readEngineState(needs, userId);
  const existing = fitInUse(fit, before);
  const goal = (await goalsOf(needs.database, [userId]))(userId);
  const task = {
    nowMs: needs.clock.nowMs(),
    restarts: await listRestarts(needs.database, userId),
    learner: before,
    parameters,
    fitted: existing,
    goal,
    secondsPerKnownDay: needs.settings.AMAS_SECONDS_PER_KNOWN_DAY,
  };
  const result = await fitInThread(needs, historyOf(needs, userId, parameters), task, signal);
  const learner =
    existing !== null ? before : await storeWeights(needs, fit, before, result.fitted);
  if (learner === undefined) return;
  const scheduled = { userId, fit: learner.fit, parameters, goal };
  await storeSolvedPolicy(needs, fit, scheduled, result);
  const refitted = { userId, taken: fit, learner, parameters };
  const changed = await storeMemories(needs, refitted, result, signal);
  const { fitted } = result;
  const report = { fitted, wordsChanged: changed, wordsKept: result.memories.length - changed };
  await unlessLost(needs, fit, (tx) => finishFit(needs, tx, userId, report));
  needs.log.info({ reviews: fitted.n, accepted: fitted.accepted, changed }, "memory fitted");
}

/** Stores the intervals solved by the thread, if the learner has personal weights. */
async function storeSolvedPolicy(
  needs: Needs,
  taken: FitRow,
  scheduled: Scheduled,
  { policy }: FitResult,
): Promise<void> {
  const { userId } = scheduled;
  const { subject } = targetSource(needs, scheduled);
  if (policy === undefined || subject?.owner !== userId) return;
  await unlessLost(needs, taken, (tx) => storePolicy(needs, tx, subject, policy));
}

/** The stored fit, if the learner already has its weights and only the words remain. */
function fitInUse(fit: FitRow, { fit: inUse }: LearnerState): FittedWeights | null {
  if (fit.stage !== "applying" || fit.report_json === null) return null;
  const { fitted } = JSON.parse(fit.report_json) as { fitted: FittedWeights };
  return JSON.stringify(inUse.weights) === JSON.stringify(fitted.weights) ? fitted : null;
}

/**
 * The learner's answers with facts about their words, oldest first.
 *
 * @param max  about this many, the latest ones
 */
export async function* historyOf(
  needs: Pick<Needs, "clock" | "database" | "settings">,
  userId: string,
  parameters: EngineParameters,
  max = ANSWERS_MAX,
): AsyncGenerator<HistoryPart> {
  const { database, settings } = needs;
  const rules = await dayRulesOf(database, userId, settings.APP_TIMEZONE);
  const seen = new Set<string>();
  for await (const page of answerPages(database, userId, max)) {
    const fresh = [...new Set(page.map(({ wordId }) => wordId))].filter((id) => !seen.has(id));
    const words: WordFacts[] = [];
    for (let start = 0; start < fresh.length; start += FACTS_AT_ONCE) {
      const some = fresh.slice(start, start + FACTS_AT_ONCE);
      words.push(...(await factsAtFirst(needs, some, seen, parameters)));
      await takeTurns();
    }
    yield { answers: page.map((answer) => zoned(answer, rules)), words };
  }
}

/**
 * The words' facts as of their first answers: morphemes count as familiar only if they occur in
 * words answered earlier.
 *
 * @param seen  words answered earlier; the given words are added one by one
 */
async function factsAtFirst(
  needs: Pick<Needs, "clock" | "database">,
  wordIds: readonly string[],
  seen: Set<string>,
  parameters: EngineParameters,
): Promise<WordFacts[]> {
  const known = await knownWords(needs, wordIds);
  const split = usesWordParts(parameters);
  const parts = split ? await partsOfWords(needs, needs.database, [...known.values()]) : undefined;
  return wordIds.flatMap((id) => {
    const word = known.get(id);
    const own = parts?.get(id);
    const morphemes = own && familiarParts(own, (wordId) => seen.has(wordId));
    seen.add(id);
    return word === undefined ? [] : [morphemes === undefined ? word : { ...word, morphemes }];
  });
}

/**
 * Stores the weights with the learner.
 *
 * @returns undefined if the learner was erased or started over meanwhile, which voids the fit
 */
async function storeWeights(
  needs: Needs,
  taken: FitRow,
  before: LearnerState,
  fitted: FittedWeights,
): Promise<LearnerState | undefined> {
  const { user_id: userId } = taken;
  const { parameters } = await parametersOfLearner(needs, userId);
  const stored = await unlessLost(needs, taken, async (tx) => {
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
  stored?.open.afterCommit();
  return stored?.next;
}

async function closeFit(needs: Needs, tx: OpenTransaction, userId: string): Promise<undefined> {
  const fitted_at_ms = needs.clock.nowMs();
  await updateFit(tx, userId, { stage: "done", run_after_ms: null, fitted_at_ms });
}

interface Refitted {
  readonly userId: string;
  readonly taken: FitRow;
  readonly learner: LearnerState;
  readonly parameters: EngineParameters;
}

/** @returns number of words whose memory has changed */
async function storeMemories(
  needs: Needs,
  refitted: Refitted,
  { memories }: FitResult,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < memories.length; start += WORDS_PER_TRANSACTION) {
    signal.throwIfAborted();
    const startMs = needs.clock.monotonicMs();
    const some = memories.slice(start, start + WORDS_PER_TRANSACTION);
    changed += await storeSomeMemories(needs, refitted, some);
    await yieldToRequests(needs.clock.monotonicMs() - startMs);
  }
  return changed;
}

async function storeSomeMemories(
  needs: Needs,
  refitted: Refitted,
  memories: readonly WordMemory[],
): Promise<number> {
  const { userId, taken } = refitted;
  const wordIds = memories.map(({ wordId }) => wordId);
  const count = await unlessLost(needs, taken, async (tx) => {
    const rows = await listWordStates(tx, userId, wordIds);
    const rowOf = new Map(rows.map((row) => [row.word_id, row]));
    const { load, refitting } = await openDays(needs, tx, refitted);
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

/** The learner's review load per day, updated word by word. */
export async function openDays(
  needs: Pick<Needs, "clock" | "database" | "settings">,
  tx: OpenTransaction,
  { userId, learner, parameters }: Omit<Refitted, "taken">,
): Promise<{ load: ReviewLoad; refitting: Refitting }> {
  const nowMs = needs.clock.nowMs();
  const rules = await dayRulesOf(tx, userId, needs.settings.APP_TIMEZONE);
  const { timeZone, dayStartHour } = rules;
  const dayRules = new Map([[userId, rules]]);
  const sources = { states: { get: () => learner }, served: () => ({ parameters }) };
  const targets = await targetsOf(needs, tx, [userId], sources);
  const known = { ...sources, targetsOf: targets, dayRules };
  const load = await openReviewLoad(tx, [{ userId, atMs: nowMs }], known);
  const plan = load.planAt(userId, nowMs);
  // The learner's time zone may have changed since the last answer. Days follow the current one.
  const clock = { utcOffsetMinutes: utcOffsetMinutes(nowMs, timeZone), dayStartHour };
  const today = plan === undefined ? learner : { ...learner, ...clock };
  const [, , announcedUntilMs = nowMs] = dayBoundariesMs(
    localDay(nowMs, timeZone, dayStartHour),
    2,
    rules,
  );
  const refitting = { learner: today, parameters, nowMs, announcedUntilMs, plan };
  return { load, refitting: { ...refitting, targets: targets(userId) } };
}

/**
 * Runs a transaction under the learner's lock, unless the account was erased or another process has
 * taken the fit.
 */
async function unlessLost<T>(
  needs: Needs,
  { user_id: userId, run_after_ms: runAfterMs }: FitRow,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await transact(needs.database, async (tx) => {
      await lockLearners(needs, tx, [userId]);
      const fit = await findFit(tx, userId);
      // Throws to roll back, because taking the lock has created a state for the account.
      if (fit === undefined) throw new AccountGoneError();
      return fit.run_after_ms === runAfterMs ? work(tx) : undefined;
    });
  } catch (error) {
    if (isAccountGone(error)) return undefined;
    throw error;
  }
}

async function finishFit(
  needs: Needs,
  tx: OpenTransaction,
  userId: string,
  report: { readonly fitted: FittedWeights },
): Promise<void> {
  const { fitted } = report;
  await updateFit(tx, userId, {
    stage: "done",
    run_after_ms: null,
    attempts: 0,
    fitted_at_ms: needs.clock.nowMs(),
    reviews: fitted.n,
    weights_json: JSON.stringify(fitted.weights),
    report_json: JSON.stringify(report),
  });
}
