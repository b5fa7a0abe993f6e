import type { LearningSession, WordPublic } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { transact } from "../../platform/database/transaction.ts";
import { withoutNullish } from "../../platform/without-nullish.ts";
import { closeLearningSession, readStrategy } from "../amas/amas.service.ts";
import {
  endSession,
  startSession,
  toLearningSession,
  type ClientSummary,
} from "../learning-sessions/learning-sessions.service.ts";
import { drainOutboxOf } from "../records/outbox.service.ts";
import { readStudyConfig } from "../study-config/study-config.service.ts";
import { markWordsMastered } from "../word-states/word-states.service.ts";
import { existingWordIds, listWordsById } from "../words/words.service.ts";
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
  const batch = await chooseBatch(needs, learner.id, { exclude: [] });
  const { difficulty, newRatio, batchSize } = batch.strategy;
  const band = [
    Math.max(0, difficulty - DIFFICULTY_BAND),
    Math.min(1, difficulty + DIFFICULTY_BAND),
  ];
  return {
    words: await listWordsById(needs.database, batch.wordIds),
    strategy: { difficultyRange: band, newRatio, batchSize },
  };
}

/** What a client says when it asks for more words. */
export interface NextWordsWish {
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
  wish: NextWordsWish,
): Promise<{ words: WordPublic[]; batchSize: number }> {
  if (wish.masteredWordIds.length > 0) await acceptMastered(needs, learner, wish.masteredWordIds);
  const { errorProneWordIds: errorProne, ...figures } = wish.performance;
  const batch = await chooseBatch(needs, learner.id, {
    exclude: [...wish.excludeWordIds, ...wish.masteredWordIds],
    session: withoutNullish({ ...figures, errorProne }),
  });
  const words = await listWordsById(needs.database, batch.wordIds);
  return { words, batchSize: batch.strategy.batchSize };
}

async function acceptMastered(needs: Needs, learner: Learner, wordIds: readonly string[]) {
  await transact(needs.database, async (tx) => {
    const known = await existingWordIds(tx, wordIds);
    const nowMs = needs.clock.nowMs();
    await markWordsMastered(
      tx,
      learner.id,
      wordIds.filter((wordId) => known.has(wordId)),
      nowMs,
    );
  });
}

/**
 * Ends a session. What the learner handed in before is applied first, so that the summary tells of
 * every accepted answer.
 */
export async function completeLearningSession(
  needs: Needs,
  learner: Learner,
  sessionId: string,
  seen: ClientSummary,
): Promise<LearningSession> {
  await drainOutboxOf(needs, learner.id);
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
  return done.session;
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
