import type { EventIngest, LearningSession, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { transact } from "../../platform/database/transaction.ts";
import { withoutNullish } from "../../platform/without-nullish.ts";
import { closeLearningSession, readStrategy } from "../amas/amas.service.ts";
import {
  endSession,
  startSession,
  syncProgress,
  toLearningSession,
  type ClientSummary,
} from "../learning-sessions/learning-sessions.service.ts";
import { requireSession } from "../learning-sessions/session-history.service.ts";
import { markKnownWordsMastered } from "../manual-states/manual-states.service.ts";
import { drainOutboxOf } from "../records/outbox.service.ts";
import { ingestSessionEvents } from "../records/session-events.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { chooseBatch } from "./study-pool.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "ids" | "log" | "metrics" | "settings">;

/** Half the width of the difficulty band shown to clients. */
const DIFFICULTY_BAND = 0.2;

/** A session with the learner's own daily target, unless the client names another. */
export async function startLearningSession(
  needs: Needs,
  learner: Learner,
  wantedTarget: number | null | undefined,
) {
  const target = wantedTarget ?? (await readStudyConfig(needs, learner.id)).dailyMasteryTarget;
  return startSession(needs, learner, target);
}

/** The next batch as the strategy decides. */
export async function listStudyWords(needs: Needs, learner: Learner) {
  const { batch, words } = await chooseBatch(needs, learner.id, { exclude: [] });
  const { difficulty, newRatio, batchSize } = batch.strategy;
  const band = [
    Math.max(0, difficulty - DIFFICULTY_BAND),
    Math.min(1, difficulty + DIFFICULTY_BAND),
  ];
  return { words, strategy: { difficultyRange: band, newRatio, batchSize } };
}

/** What a client says when it asks for more words. */
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

/** More words for the running session; words the learner reports as mastered become so first. */
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
    session: withoutNullish({ ...figures, errorProne }),
  });
  return { words, batchSize: batch.strategy.batchSize };
}

/** How far a session is, and what was answered without a connection. */
export interface SessionReport {
  readonly sessionId: string;
  readonly totalQuestions: number;
  readonly contextShifts: number;
  /** Undefined: the client sent none. */
  readonly events: readonly unknown[] | undefined;
}

/** Takes in late answers, then raises the counters of the session. */
export async function syncLearningSession(
  needs: Needs,
  learner: Learner,
  report: SessionReport,
): Promise<SyncedSession> {
  const ingested = await ingest(needs, learner, report.sessionId, report.events);
  return { ...(await syncProgress(needs, learner, report)), ...ingested };
}

/**
 * Ends a session. What the learner handed in before is applied first, so that the summary tells of
 * every accepted answer.
 */
export async function completeLearningSession(
  needs: Needs,
  learner: Learner,
  sessionId: string,
  seen: ClientSummary & { readonly events: readonly unknown[] | undefined },
): Promise<SyncedSession> {
  const ingested = await ingest(needs, learner, sessionId, seen.events);
  await drainOutboxOf(needs, new Set([learner.id]));
  const { difficulty } = await readStrategy(needs, learner.id);
  const done = await transact(needs.database, async (tx) => {
    const ended = await endSession(needs, tx, learner, sessionId, {
      ...seen,
      finalDifficulty: difficulty,
    });
    const states = ended.endedNow
      ? await closeLearningSession(needs, tx, learner.id, {
          endedAtMs: needs.clock.nowMs(),
          ...sessionFigures(ended),
        })
      : undefined;
    return { states, session: await toLearningSession(tx, ended.session) };
  });
  done.states?.afterCommit();
  return { ...done.session, ...ingested };
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

/** A session as the engine's habits see it. */
function sessionFigures({ session, summary }: Awaited<ReturnType<typeof endSession>>) {
  return {
    startedAtMs: session.created_at_ms,
    accuracy: summary.accuracy,
    avgResponseTimeMs: summary.avgResponseTimeMs,
    risenWords: summary.masteredWordIds.length,
  };
}
