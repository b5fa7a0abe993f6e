import type { EventIngest, LearningSession, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import {
  syncProgress,
  type ClientSummary,
} from "../../progress/learning-sessions/learning-sessions.service.ts";
import { markKnownWordsMastered } from "../manual-states/manual-states.service.ts";
import { drainOutboxOf } from "../records/outbox.service.ts";
import { ingestSessionEvents } from "../records/session-events.service.ts";
import { endLearningSession, endSessionIfOver } from "../session-history/session-ends.service.ts";
import { requireSession } from "../session-history/session-history.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { startSession } from "./session-start.service.ts";
import { chooseBatch } from "./study-pool.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "ids" | "log" | "metrics" | "settings">;

/**
 * Starts a session with the learner's daily target unless the client names another. One that is
 * over is ended first, and not resumed.
 */
export async function startLearningSession(
  needs: Needs,
  learner: Learner,
  wantedTarget: number | null | undefined,
) {
  await endSessionIfOver(needs, learner.id);
  const target = wantedTarget ?? (await readStudyConfig(needs, learner.id)).dailyMasteryTarget;
  return startSession(needs, learner, target);
}

/** The next batch chosen by the engine, and its strategy, with the actual difficulties. */
export async function listStudyWords(needs: Needs, learner: Learner) {
  const { batch, words } = await chooseBatch(needs, learner.id, { exclude: [] });
  const { difficulty, newRatio, batchSize } = batch.strategy;
  const served = words.length === 0 ? [difficulty] : words.map((word) => word.difficulty);
  const difficultyRange = [Math.min(...served), Math.max(...served)];
  return { words, strategy: { difficultyRange, newRatio, batchSize } };
}

/** The body of a request for more words. */
export interface NextWordsRequest {
  readonly excludeWordIds: readonly string[];
  readonly masteredWordIds: readonly string[];
  readonly performance: {
    readonly recentAccuracy?: number | null | undefined;
    readonly masteredCount?: number | null | undefined;
    readonly targetMasteryCount?: number | null | undefined;
    readonly errorProneWordIds?: string[] | null | undefined;
  };
}

/**
 * More words for the running session, among them words met today that were answered right less than
 * twice. Words the client reports as mastered are marked first.
 */
export async function listNextWords(
  needs: Needs,
  learner: Learner,
  request: NextWordsRequest,
): Promise<{ words: WordPublic[]; batchSize: number }> {
  if (request.masteredWordIds.length > 0) {
    await markKnownWordsMastered(needs, learner, request.masteredWordIds);
  }
  const { errorProneWordIds: errorProne, ...figures } = request.performance;
  const { batch, words } = await chooseBatch(needs, learner.id, {
    exclude: [...request.excludeWordIds, ...request.masteredWordIds],
    withOwed: true,
    session: withoutNullish({ ...figures, errorProne }),
  });
  return { words, batchSize: batch.strategy.batchSize };
}

/** Progress of a session, and the answers given offline. */
export interface SessionReport {
  readonly sessionId: string;
  readonly totalQuestions: number;
  readonly contextShifts: number;
  /** Undefined if the client sent no list. */
  readonly events: readonly unknown[] | undefined;
}

/** Applies late answers, then raises the session's counters. */
export async function syncLearningSession(
  needs: Needs,
  learner: Learner,
  report: SessionReport,
): Promise<SyncedSession> {
  const ingested = await ingest(needs, learner, report.sessionId, report.events);
  await endSessionIfOver(needs, learner.id);
  return { ...(await syncProgress(needs, learner, report)), ...ingested };
}

/**
 * Ends a session. Answers in the outbox are applied first, so that the summary covers every
 * accepted answer.
 */
export async function completeLearningSession(
  needs: Needs,
  learner: Learner,
  sessionId: string,
  reported: ClientSummary & { readonly events: readonly unknown[] | undefined },
): Promise<SyncedSession> {
  const ingested = await ingest(needs, learner, sessionId, reported.events);
  await drainOutboxOf(needs, learner.id);
  const session = await endLearningSession(needs, learner, sessionId, reported);
  return { ...session, ...ingested };
}

type SyncedSession = LearningSession & { readonly eventIngest?: EventIngest };

async function ingest(
  needs: Needs,
  learner: Learner,
  sessionId: string,
  events: readonly unknown[] | undefined,
): Promise<{ eventIngest?: EventIngest }> {
  if (events === undefined) return {};
  const session = await requireSession(needs.database, learner, sessionId);
  return { eventIngest: await ingestSessionEvents(needs, learner, session, events) };
}
