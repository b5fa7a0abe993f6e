import type { LearningSession } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { listDayRules } from "../../accounts/preferences/preferences.service.ts";
import { closeLearningSession, readStrategy } from "../../adaptation/amas/amas.service.ts";
import { lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { isOver } from "../../progress/learning-sessions/session-end.ts";
import {
  endSession,
  findActiveSession,
  isSessionOver,
  listActiveSessions,
  toLearningSession,
  type ClientSummary,
} from "../../progress/learning-sessions/learning-sessions.service.ts";
import { drainOutboxesOf } from "../records/outbox.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "metrics" | "settings"> & {
  readonly events: Pick<Deps["events"], "toAdmins" | "toUser">;
};

/** Number of open sessions read at a time. */
const PAGE = 500;

/** No client reports on a session that ends by itself: its records do. */
const NOTHING_REPORTED: ClientSummary = {
  masteredWordIds: [],
  errorProneWordIds: [],
  avgResponseTimeMs: 0,
};

/**
 * Ends a learner's session, and lets the engine learn from it, once.
 *
 * @returns the session; one that had ended is unchanged
 * @throws AppError LEARNING_SESSION_NOT_FOUND, FORBIDDEN
 */
export async function endLearningSession(
  needs: Needs,
  learner: Pick<Learner, "id">,
  sessionId: string,
  reported: ClientSummary,
): Promise<LearningSession> {
  const { difficulty: finalDifficulty } = await readStrategy(needs, learner.id);
  const done = await transact(needs.database, async (tx) => {
    await lockLearners(needs, tx, [learner.id]);
    return endIn(needs, tx, { userId: learner.id, sessionId, ...reported, finalDifficulty });
  });
  done.afterCommit();
  return done.session;
}

/**
 * Ends the learner's open session if it is over. Callers that read or continue sessions call this
 * first, so that no session looks open until the worker runs.
 *
 * @returns whether this call ended it
 */
export async function endSessionIfOver(needs: Needs, userId: string): Promise<boolean> {
  const open = await findActiveSession(needs.database, userId);
  if (open === undefined || !(await isSessionOver(needs, needs.database, open))) return false;
  // The outbox may hold answers that belong to the session.
  await drainOutboxesOf(needs, [userId]);
  const { difficulty: finalDifficulty } = await readStrategy(needs, userId);
  const ended = await transact(needs.database, async (tx) => {
    await lockLearners(needs, tx, [userId]);
    const active = await findActiveSession(tx, userId);
    if (active === undefined || !(await isSessionOver(needs, tx, active))) return undefined;
    const sessionId = active.id;
    return endIn(needs, tx, { userId, sessionId, ...NOTHING_REPORTED, finalDifficulty });
  });
  ended?.afterCommit();
  return ended !== undefined;
}

/**
 * Ends all sessions that are over. A failure for one learner does not affect the others.
 *
 * @returns number of sessions that this call ended
 */
export async function endSessionsThatAreOver(
  needs: Needs,
  signal: AbortSignal,
  moves: () => void = () => undefined,
): Promise<number> {
  let ended = 0;
  let afterUserId = "";
  while (!signal.aborted) {
    const open = await listActiveSessions(needs.database, { afterUserId, limit: PAGE });
    const learners = open.map((session) => session.user_id);
    const rules = await listDayRules(needs.database, learners, needs.settings.APP_TIMEZONE);
    for (const session of open) {
      const dayRules = rules.get(session.user_id);
      if (dayRules === undefined || !isOver(session, dayRules, needs.clock.nowMs())) continue;
      if (signal.aborted) return ended;
      if (await endOrReport(needs, session.user_id)) ended += 1;
      moves();
    }
    afterUserId = learners.at(-1) ?? "";
    if (open.length < PAGE) break;
  }
  return ended;
}

async function endOrReport(needs: Needs, userId: string): Promise<boolean> {
  try {
    return await endSessionIfOver(needs, userId);
  } catch (error) {
    needs.log.error({ err: error, userId }, "a learning session could not be ended");
    return false;
  }
}

/** The session to end, what the client reports, and the difficulty in force. */
type Ending = ClientSummary & {
  readonly userId: string;
  readonly sessionId: string;
  readonly finalDifficulty: number;
};

async function endIn(
  needs: Needs,
  tx: OpenTransaction,
  { userId, sessionId, ...reported }: Ending,
): Promise<{ session: LearningSession; afterCommit(): void }> {
  const ended = await endSession(needs, tx, { id: userId }, sessionId, reported);
  const { session, summary, endedNow } = ended;
  const states = endedNow
    ? await closeLearningSession(needs, tx, userId, {
        startedAtMs: session.created_at_ms,
        endedAtMs: session.completed_at_ms ?? session.last_event_at_ms,
        studiedMs: session.duration_ms,
        accuracy: summary.accuracy,
        avgResponseTimeMs: summary.avgResponseTimeMs,
        risenWords: summary.masteredWordIds.length,
      })
    : undefined;
  const shown = await toLearningSession(tx, session);
  return { session: shown, afterCommit: () => states?.afterCommit() };
}
