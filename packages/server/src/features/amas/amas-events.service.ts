import { explainInWords, userStateOf } from "@wordloom/engine";
import type { AmasEvent, ProcessResult } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { transact } from "../../platform/database/transaction.ts";
import { withoutNullish } from "../../platform/without-nullish.ts";
import { existingWordIds } from "../words/words.service.ts";
import { insertEventIds, listUsedEventIds } from "./amas-events.repo.ts";
import { lockLearners, readEngineState } from "./engine-states.service.ts";
import { tellUserState } from "./state-events.service.ts";
import { learnFromAnswers, type AnswerToLearn } from "./lessons.service.ts";
import { sessionIdOr, toUserState } from "./user-state.ts";

export { insertEventIds, listUsedEventIds } from "./amas-events.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toUser">;
};

/** Longer answer times are read as this. */
const RESPONSE_TIME_MAX_MS = 3_600_000;

const EVENT_ID_MAX = 128;

/**
 * Learns from an answer that leaves no record and rates nobody.
 *
 * A clientEventId that was used before teaches nothing: the reply is a placeholder that says so.
 *
 * @throws AppError NOT_FOUND
 */
export async function processEvent(
  needs: Needs,
  learner: Learner,
  event: AmasEvent,
): Promise<ProcessResult> {
  const [result] = await processEvents(needs, learner, [event]);
  if (result === undefined) throw new Error("an event was processed and left no result");
  return result;
}

/**
 * The same for several answers, in order, all or none. An id that occurs twice teaches once.
 *
 * @throws AppError AMAS_INVALID_EVENT_ID, NOT_FOUND
 */
export async function processEvents(
  needs: Needs,
  learner: Learner,
  events: readonly AmasEvent[],
): Promise<ProcessResult[]> {
  requireUsableIds(events);
  const learned = await transact(needs.database, async (tx) => {
    await lockLearners(needs, tx, [learner.id]);
    await requireWords(tx, events);
    const used = new Set(await listUsedEventIds(tx, learner.id, events.flatMap(idOf)));
    const fresh = events.filter((event) => takes(used, event));
    const answers = fresh.map((event) => toLearn(needs, learner, event));
    const { lessons, afterCommit } = await learnFromAnswers(needs, tx, answers);
    await insertEventIds(tx, learner.id, fresh.flatMap(idOf), needs.clock.nowMs());
    const results = new Map(fresh.map((event, index) => [event, lessons[index]?.result]));
    return { results, afterCommit };
  });
  learned.afterCommit();
  // Streams get one picture of the learner, however many events led to it.
  const last = [...learned.results.values()].at(-1);
  if (last !== undefined) tellUserState(needs, learner.id, last.state);
  return withPlaceholders(needs, learner, events, learned.results);
}

function requireUsableIds(events: readonly AmasEvent[]): void {
  if (events.some(({ clientEventId }) => [...(clientEventId ?? "")].length > EVENT_ID_MAX)) {
    refuse("AMAS_INVALID_EVENT_ID");
  }
}

/** In the transaction that learns: a word may be deleted just before. */
async function requireWords(tx: OpenTransaction, events: readonly AmasEvent[]): Promise<void> {
  const wordIds = events.map((event) => event.wordId);
  const words = await existingWordIds(tx, wordIds);
  const missing = wordIds.find((wordId) => !words.has(wordId));
  if (missing !== undefined) refuse("NOT_FOUND", "No such word.");
}

/** An empty id is no id. */
function idOf({ clientEventId }: AmasEvent): string[] {
  return clientEventId ? [clientEventId] : [];
}

/** Whether this event is the first with its id; the id counts as used from now on. */
function takes(used: Set<string>, event: AmasEvent): boolean {
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
  const repeated = events.some((event) => results.get(event) === undefined);
  const standing = repeated ? await standingOf(needs, learner) : undefined;
  return events.flatMap((event) => {
    const result = results.get(event);
    if (result !== undefined) return result;
    if (standing === undefined) return [];
    return { ...standing, sessionId: sessionIdOr(event.sessionId, learner.id) };
  });
}

/** The reply to an event that taught nothing. */
async function standingOf(
  needs: Needs,
  learner: Learner,
): Promise<Omit<ProcessResult, "sessionId">> {
  const state = await readEngineState(needs, learner.id);
  const strategy = state.strategy.inForce;
  const repeated = { primaryReason: "duplicate_event", factors: [] };
  return {
    strategy,
    explanation: { ...repeated, sentences: explainInWords({ explanation: repeated, strategy }) },
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
