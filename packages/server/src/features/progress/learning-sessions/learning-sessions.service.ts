import type { LearningSession, SessionSummary } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { localHour, type DayRules } from "../../../platform/time/local-day.ts";
import {
  countEvent,
  noteStudyTime,
  type LongGap,
  type StudyTime,
} from "../activity/activity.service.ts";
import { logActions } from "../../accounts/activity-log/activity-log.service.ts";
import {
  dayRulesIn,
  dayRulesOf,
  preferencesOf,
} from "../../accounts/preferences/preferences.service.ts";
import {
  findActiveSession,
  findLatestCompleted,
  insertSessionOnce,
  listSessionWords,
  lockSessions,
  saveSessions,
  type NewSessionRow,
  type SessionRow,
} from "./learning-sessions.repo.ts";
import { isOver } from "./session-end.ts";

export {
  findActiveSession,
  findSession,
  listActiveSessions,
  type SessionRow,
} from "./learning-sessions.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

const TARGET_RANGE = [1, 100] as const;

/** Exhausted only if another device keeps starting and completing sessions meanwhile. */
const START_ATTEMPTS_MAX = 5;

/** Starts a session, or resumes the active one: a learner has at most one. */
export async function openSession(
  needs: Pick<Deps, "clock" | "database" | "ids">,
  learner: Learner,
  wantedTarget: number,
): Promise<{ session: NewSessionRow; resumed: boolean }> {
  const nowMs = needs.clock.nowMs();
  const [min, max] = TARGET_RANGE;
  return insertOrFindActive(needs.database, {
    id: needs.ids.next(),
    user_id: learner.id,
    status: "active",
    target_mastery_count: Math.min(max, Math.max(min, Math.trunc(wantedTarget))),
    last_event_at_ms: nowMs,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  });
}

/**
 * The active session found on a conflict may be completed before it is read. In that case the
 * insert is retried.
 */
async function insertOrFindActive(db: Database, fresh: NewSessionRow) {
  for (let attempt = 1; attempt <= START_ATTEMPTS_MAX; attempt += 1) {
    if (await insertSessionOnce(db, fresh)) return { session: fresh, resumed: false };
    const active = await findActiveSession(db, fresh.user_id);
    if (active !== undefined) return { session: active, resumed: true };
  }
  throw new Error("each insert found an active session that was completed before it was read");
}

/** How the learner's last completed session ended, and when. */
export async function latestOutcome(
  db: Database,
  userId: string,
): Promise<{ summary: SessionSummary; endedAtMs: number } | undefined> {
  const session = await findLatestCompleted(db, userId);
  const endedAtMs = session?.completed_at_ms ?? undefined;
  if (session === undefined || endedAtMs === undefined) return undefined;
  const summary = summaryOf(session);
  return summary === null ? undefined : { summary, endedAtMs };
}

/** An answer as the session counts it. */
export interface SessionCredit {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly atMs: number;
  readonly isCorrect: boolean;
  readonly responseTimeMs: number;
}

/**
 * Counts answers in their sessions; only the learner's own active session counts them, and only
 * until it is over.
 *
 * @param dayRules  the day rules of the learners in `credits`
 * @returns the study time added to those sessions, for the learners' daily totals
 */
export async function creditAnswers(
  tx: Database,
  credits: readonly SessionCredit[],
  dayRules: ReadonlyMap<string, DayRules>,
): Promise<StudyTime[]> {
  const ids = new Set(credits.flatMap(({ sessionId }) => sessionId ?? []));
  if (ids.size === 0) return [];
  const sessions = new Map((await lockSessions(tx, [...ids])).map((row) => [row.id, row]));
  const changed = new Map<string, SessionRow>();
  const studied: StudyTime[] = [];
  for (const credit of credits) {
    const row = changed.get(credit.sessionId ?? "") ?? sessions.get(credit.sessionId ?? "");
    if (row === undefined || row.user_id !== credit.userId || row.status !== "active") continue;
    if (isOver(row, dayRulesIn(dayRules, credit.userId), credit.atMs)) continue;
    const credited = withEvent(row, credit.atMs);
    studied.push(studyTime(row, credited, credit.atMs));
    changed.set(row.id, {
      ...credited,
      correct_count: row.correct_count + (credit.isCorrect ? 1 : 0),
      total_count: row.total_count + 1,
      response_time_total_ms: row.response_time_total_ms + Math.round(credit.responseTimeMs),
    });
  }
  await saveSessions(tx, [...changed.values()]);
  return studied;
}

/** Raises the counters of an active session; a completed one is returned unchanged. */
export async function syncProgress(
  needs: Needs,
  learner: Learner,
  progress: { sessionId: string; totalQuestions: number; contextShifts: number },
): Promise<LearningSession> {
  return transact(needs.database, async (tx) => {
    const session = await requireOwnSession(tx, learner, progress.sessionId);
    if (session.status === "completed") return toLearningSession(tx, session);
    const nowMs = needs.clock.nowMs();
    const synced = {
      ...withEvent(session, nowMs),
      total_questions: Math.max(session.total_questions, progress.totalQuestions),
      context_shifts: Math.max(session.context_shifts, progress.contextShifts),
    };
    await saveSessions(tx, [synced]);
    await noteStudyTime(needs, tx, studyTime(session, synced, nowMs));
    return toLearningSession(tx, synced);
  });
}

/** The session as the client saw it. Used only for facts that no record contains. */
export interface ClientSummary {
  readonly masteredWordIds: readonly string[];
  readonly errorProneWordIds: readonly string[];
  readonly avgResponseTimeMs: number;
}

/**
 * Ends a session inside the caller's transaction. The session ends now, or with its latest event if
 * it was over before.
 *
 * @returns the row and whether this call ended it; a completed session stays unchanged
 */
export async function endSession(
  needs: Needs,
  tx: Database,
  learner: Pick<Learner, "id">,
  sessionId: string,
  reported: ClientSummary & { finalDifficulty: number },
): Promise<{ session: SessionRow; summary: SessionSummary; endedNow: boolean }> {
  const session = await requireOwnSession(tx, learner, sessionId);
  const known = summaryOf(session);
  if (known !== null) return { session, summary: known, endedNow: false };
  const isLate = await isSessionOver(needs, tx, session);
  const atMs = isLate ? session.last_event_at_ms : needs.clock.nowMs();
  const ended = isLate ? session : withEvent(session, atMs);
  const summary = await summarize(needs, tx, ended, reported);
  const completed: SessionRow = {
    ...ended,
    status: "completed",
    total_questions: Math.max(ended.total_questions, ended.total_count),
    summary_json: JSON.stringify(summary),
    completed_at_ms: atMs,
  };
  await saveSessions(tx, [completed]);
  await noteStudyTime(needs, tx, studyTime(session, completed, atMs));
  const { accuracy, durationSecs } = summary;
  const detail = { sessionId, answers: completed.total_count, accuracy, durationSecs };
  await logActions(tx, [{ userId: learner.id, action: "session.complete", atMs, detail }]);
  return { session: completed, summary, endedNow: true };
}

/** Whether an open session is over by now. */
export async function isSessionOver(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  db: Database,
  session: SessionRow,
): Promise<boolean> {
  const rules = await dayRulesOf(db, session.user_id, settings.APP_TIMEZONE);
  return isOver(session, rules, clock.nowMs());
}

async function summarize(
  needs: Needs,
  tx: Database,
  session: SessionRow,
  reported: ClientSummary & { finalDifficulty: number },
): Promise<SessionSummary> {
  const words = await listSessionWords(tx, session);
  const { timeZone } = await preferencesOf(tx, session.user_id);
  const zone = timeZone ?? needs.settings.APP_TIMEZONE;
  const answers = session.total_count;
  const mastered = words.filter((word) => word.state === "mastered");
  const errorProne = words.filter((word) => word.wrong_answers > 0);
  const recorded = words.length > 0;
  return {
    accuracy: answers === 0 ? 0 : session.correct_count / answers,
    avgResponseTimeMs:
      answers === 0 ? reported.avgResponseTimeMs : session.response_time_total_ms / answers,
    masteredWordIds: recorded
      ? mastered.map((word) => word.word_id)
      : [...reported.masteredWordIds],
    errorProneWordIds: recorded
      ? errorProne.map((word) => word.word_id)
      : [...reported.errorProneWordIds],
    durationSecs: Math.round(session.duration_ms / 1000),
    hourOfDay: localHour(session.created_at_ms, zone),
    finalDifficulty: reported.finalDifficulty,
  };
}

async function requireOwnSession(
  tx: Database,
  learner: Pick<Learner, "id">,
  sessionId: string,
): Promise<SessionRow> {
  const [session] = await lockSessions(tx, [sessionId]);
  if (session === undefined) refuse("LEARNING_SESSION_NOT_FOUND");
  if (session.user_id !== learner.id) refuse("FORBIDDEN");
  return session;
}

/** The session after one more event. The time since the previous event counts as study time. */
function withEvent(session: SessionRow, atMs: number): SessionRow {
  const { last_event_at_ms: lastEventAtMs, long_gaps_json: gapsJson } = session;
  const known = gapsJson === null ? [] : (JSON.parse(gapsJson) as LongGap[]);
  const counted = countEvent({ lastEventAtMs, longGaps: known }, atMs);
  return {
    ...session,
    duration_ms: session.duration_ms + counted.addedMs,
    last_event_at_ms: counted.lastEventAtMs,
    updated_at_ms: Math.max(session.updated_at_ms, atMs),
    long_gaps_json: counted.longGaps.length === 0 ? null : JSON.stringify(counted.longGaps),
  };
}

/** The study time added by the latest event. */
function studyTime(before: SessionRow, after: SessionRow, atMs: number): StudyTime {
  return { userId: before.user_id, atMs, ms: after.duration_ms - before.duration_ms };
}

export async function toLearningSession(db: Database, row: SessionRow): Promise<LearningSession> {
  const { mastered } = await countSessionWords(db, row);
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    targetMasteryCount: row.target_mastery_count,
    totalQuestions: row.total_questions,
    actualMasteryCount: mastered,
    contextShifts: row.context_shifts,
    createdAt: toTimestamp(row.created_at_ms),
    updatedAt: toTimestamp(row.updated_at_ms),
    summary: summaryOf(row),
    correctCount: row.correct_count,
    totalCount: row.total_count,
  };
}

/**
 * A completed session has the numbers in its summary. For an active one they are counted from
 * records.
 */
export async function countSessionWords(
  db: Database,
  row: SessionRow,
): Promise<{ mastered: number; errorProne: number }> {
  const summary = summaryOf(row);
  if (summary !== null) {
    const { masteredWordIds, errorProneWordIds } = summary;
    return { mastered: masteredWordIds.length, errorProne: errorProneWordIds.length };
  }
  const words = await listSessionWords(db, row);
  return {
    mastered: words.filter((word) => word.state === "mastered").length,
    errorProne: words.filter((word) => word.wrong_answers > 0).length,
  };
}

/** null until the session is completed. */
function summaryOf(row: SessionRow): SessionSummary | null {
  return row.summary_json === null ? null : (JSON.parse(row.summary_json) as SessionSummary);
}
