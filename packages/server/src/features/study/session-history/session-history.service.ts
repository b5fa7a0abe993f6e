import type { LearningSession, Page, SessionEntry, SessionsQuery } from "@wordloom/contract";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { pageWindow, toPage } from "../../../platform/basics/page.ts";
import { spanOfDays } from "../../accounts/preferences/preferences.service.ts";
import {
  countSessionWords,
  findSession,
  toLearningSession,
  type SessionRow,
} from "../../progress/learning-sessions/learning-sessions.service.ts";
import { endSessionIfOver } from "./session-ends.service.ts";
import { countSessionsWithin, listSessionsWithin } from "./session-history.repo.ts";

export { listSessionsWithin } from "./session-history.repo.ts";

type Needs = Parameters<typeof endSessionIfOver>[0];

/**
 * A page of the learner's sessions, newest first.
 *
 * @throws AppError LEARNING_INVALID_DATE_RANGE
 */
export async function listSessions(
  needs: Needs,
  learner: Learner,
  query: SessionsQuery,
): Promise<Page<SessionEntry>> {
  const { database } = needs;
  await endSessionIfOver(needs, learner.id);
  const span = { userId: learner.id, ...(await spanOfDays(needs, learner.id, query)) };
  const window = pageWindow(query, needs.settings);
  const rows = await listSessionsWithin(database, span, window);
  const entries: SessionEntry[] = [];
  for (const row of rows) entries.push(await toEntry(database, row));
  return toPage(entries, await countSessionsWithin(database, span), window);
}

/** @throws AppError LEARNING_SESSION_NOT_FOUND, also for sessions of other learners */
export async function readSession(
  needs: Needs,
  learner: Learner,
  id: string,
): Promise<LearningSession> {
  await endSessionIfOver(needs, learner.id);
  const row = await findSession(needs.database, id);
  if (row?.user_id !== learner.id) refuse("LEARNING_SESSION_NOT_FOUND");
  return toLearningSession(needs.database, row);
}

/**
 * The learner's own session.
 *
 * @throws AppError LEARNING_SESSION_NOT_FOUND, FORBIDDEN
 */
export async function requireSession(
  db: Database,
  learner: Learner,
  id: string,
): Promise<{ id: string; startedAtMs: number }> {
  const row = (await findSession(db, id)) ?? refuse("LEARNING_SESSION_NOT_FOUND");
  if (row.user_id !== learner.id) refuse("FORBIDDEN");
  return { id: row.id, startedAtMs: row.created_at_ms };
}

async function toEntry(db: Database, row: SessionRow): Promise<SessionEntry> {
  const { mastered, errorProne } = await countSessionWords(db, row);
  return {
    sessionId: row.id,
    status: row.status,
    startedAt: toTimestamp(row.created_at_ms),
    completedAt: toTimestampOrNull(row.completed_at_ms),
    durationSecs: Math.round(row.duration_ms / 1000),
    recordCount: row.total_count,
    correctCount: row.correct_count,
    accuracy: row.total_count === 0 ? null : row.correct_count / row.total_count,
    masteredWordCount: mastered,
    errorProneWordCount: errorProne,
  };
}
