import { userStateOf } from "@wordloom/engine/learner";
import { explainInWords } from "@wordloom/engine/strategy";
import { hasAtMost, type AmasEvent, type ProcessResult } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { noteMastered } from "../../progress/activity/activity.service.ts";
import { holdWords } from "../../library/words/words.service.ts";
import { insertEventIds, listUsedEventIds, removeEventIdsBefore } from "./amas-events.repo.ts";
import { lockLearners, readEngineState } from "./engine-states.service.ts";
import { pushUserState } from "./state-events.service.ts";
import {
  becameMastered,
  learnFromAnswers,
  type AnswerToLearn,
  type LearnedAnswer,
} from "./learn-from-answers.service.ts";
import { sessionIdOr, toUserState } from "./user-state.ts";

export { insertEventIds, listUsedEventIds } from "./amas-events.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/** Longer response times are capped at this value. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

const EVENT_ID_MAX = 128;

/**
 * How long a used id is remembered: half a year, which is longer than any client keeps
 * unacknowledged events. An event repeated later counts as a new one.
 */
const EVENT_IDS_KEPT_MS = 180 * DAY_MS;

/**
 * Learns from an answer without storing a record or changing ratings.
 *
 * An event whose clientEventId was used before has no effect. The reply is a placeholder and says
 * so.
 *
 * @throws AppError NOT_FOUND
 */
export async function processEvent(
  needs: Needs,
  learner: Learner,
  event: AmasEvent,
): Promise<ProcessResult> {
  const [result] = await processEvents(needs, learner, [event]);
  if (result === undefined) throw new Error("an event was processed without a result");
  return result;
}

/**
 * Like `processEvent`, for several answers, in order, all or none. An id that occurs twice is
 * processed once.
 *
 * @throws AppError AMAS_INVALID_EVENT_ID, NOT_FOUND
 */
export async function processEvents(
  needs: Needs,
  learner: Learner,
  events: readonly AmasEvent[],
): Promise<ProcessResult[]> {
  requireUsableIds(events);
  const processed = await transact(needs.database, async (tx) => {
    await lockLearners(needs, tx, [learner.id]);
    await requireWords(tx, learner.id, events);
    const used = new Set(await listUsedEventIds(tx, learner.id, events.flatMap(idOf)));
    const fresh = events.filter((event) => claimId(used, event));
    const answers = fresh.map((event) => toLearn(needs, learner, event));
    const learned = await learnFromAnswers(needs, tx, answers);
    await noteNewlyMastered(needs, tx, learner, learned.answers);
    await insertEventIds(tx, learner.id, fresh.flatMap(idOf), needs.clock.nowMs());
    const results = new Map(fresh.map((event, i) => [event, learned.answers[i]?.result]));
    return { results, afterCommit: () => learned.afterCommit() };
  });
  processed.afterCommit();
  // One message with the final state, no matter how many events led to it.
  const last = [...processed.results.values()].at(-1);
  if (last !== undefined) pushUserState(needs, learner.id, last.state);
  return withPlaceholders(needs, learner, events, processed.results);
}

function requireUsableIds(events: readonly AmasEvent[]): void {
  if (!events.every(({ clientEventId }) => hasAtMost(clientEventId ?? "", EVENT_ID_MAX))) {
    refuse("AMAS_INVALID_EVENT_ID");
  }
}

/** Locks the words, so that none is deleted while the engine learns. */
async function requireWords(
  tx: OpenTransaction,
  userId: string,
  events: readonly AmasEvent[],
): Promise<void> {
  const wordIds = events.map((event) => event.wordId);
  const words = await holdWords(tx, userId, wordIds);
  const missing = wordIds.find((wordId) => !words.has(wordId));
  if (missing !== undefined) refuse("NOT_FOUND", "No such word.");
}

/** An event has no record, but a word it made mastered counts in the totals of the day. */
async function noteNewlyMastered(
  needs: Needs,
  tx: OpenTransaction,
  learner: Learner,
  answers: readonly LearnedAnswer[],
): Promise<void> {
  const words = answers.filter(becameMastered).length;
  const totals = { userId: learner.id, atMs: needs.clock.nowMs(), words };
  await noteMastered(needs, tx, totals);
}

/** Deletes used ids after half a year, in steps. @returns number of ids */
export async function removeOldEventIds(
  { clock, database }: Pick<Deps, "clock" | "database">,
  signal: AbortSignal,
): Promise<number> {
  const beforeMs = clock.nowMs() - EVENT_IDS_KEPT_MS;
  return removeInSteps((limit) => removeEventIdsBefore(database, beforeMs, limit), signal);
}

/** The event's id, if any. An empty string counts as none. */
function idOf({ clientEventId }: AmasEvent): string[] {
  return clientEventId ? [clientEventId] : [];
}

/** Whether this event is the first with its id; adds the id to the used ones. */
function claimId(used: Set<string>, event: AmasEvent): boolean {
  const [id] = idOf(event);
  if (id === undefined) return true;
  if (used.has(id)) return false;
  used.add(id);
  return true;
}

async function withPlaceholders(
  needs: Needs,
  learner: Learner,
  events: readonly AmasEvent[],
  results: ReadonlyMap<AmasEvent, ProcessResult | undefined>,
): Promise<ProcessResult[]> {
  const hasRepeats = events.some((event) => results.get(event) === undefined);
  const placeholder = hasRepeats ? await readPlaceholder(needs, learner) : undefined;
  return events.flatMap((event) => {
    const result = results.get(event);
    if (result !== undefined) return result;
    if (placeholder === undefined) return [];
    return { ...placeholder, sessionId: sessionIdOr(event.sessionId, learner.id) };
  });
}

/** The reply to a repeated event: the learner's current state, no reward. */
async function readPlaceholder(
  needs: Needs,
  learner: Learner,
): Promise<Omit<ProcessResult, "sessionId">> {
  const state = await readEngineState(needs, learner.id);
  const strategy = state.strategy.inForce;
  const reason = { primaryReason: "duplicate_event", factors: [] };
  return {
    strategy,
    explanation: { ...reason, sentences: explainInWords({ explanation: reason, strategy }) },
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
