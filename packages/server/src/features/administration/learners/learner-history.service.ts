import type { Deps } from "../../../deps.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { shiftDay } from "../../../platform/time/local-day.ts";
import { latestActions } from "../../accounts/activity-log/activity-log.service.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { requireUser } from "../../accounts/users/users.service.ts";
import { findWordbooks } from "../../library/wordbooks/wordbooks.service.ts";
import { listDays, readTotals, todayOf } from "../../progress/activity/activity.service.ts";
import { listSessionsWithin } from "../../study/session-history/session-history.service.ts";
import { showStudyConfig } from "../../study/study-config/study-config.service.ts";
import {
  countOwned,
  countOwnWords,
  countSessionWords,
  listAuditOf,
  listBookShares,
  listShownRecords,
  type Part,
} from "./learner-reads.repo.ts";

type Needs = Pick<Deps, "clock" | "reports" | "settings">;

const BOOKS_SHOWN_MAX = 50;
/** Number of logged sign-ins searched for the addresses of those still valid. */
const SIGN_INS_READ = 100;

/** Every read here refuses an unknown learner. @throws AppError NOT_FOUND */
export async function readProfile(needs: Needs, userId: string) {
  const { reports } = needs;
  await requireUser(reports, userId);
  const totals = await readTotals(reports, userId);
  const { learningSessions } = await countOwned(reports, userId);
  const books = await listBookShares(reports, userId, BOOKS_SHOWN_MAX);
  const { answers, correct, responseTimeTotalMs } = totals;
  return {
    userId,
    totalRecords: answers,
    correctRecords: correct,
    accuracy: answers === 0 ? 0 : correct / answers,
    avgResponseTimeMs: answers === 0 ? 0 : responseTimeTotalMs / answers,
    sessionCount: learningSessions,
    wordbookDistribution: books.map(({ id, name, answers: recordCount }) => ({
      wordbookId: id,
      name,
      recordCount,
    })),
    study: await readStudyChoices({ ...needs, database: reports }, userId),
  };
}

/** The learner's chosen wordbooks and goals. */
async function readStudyChoices(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  userId: string,
) {
  const config = await showStudyConfig(needs, userId);
  const books = await findWordbooks(needs.database, config.selectedWordbookIds);
  const { timeZone } = await preferencesOf(needs.database, userId);
  const { dailyWordCount, dailyMasteryTarget, goal, ownRecall } = config;
  return {
    wordbooks: books.map(({ id, name, wordCount }) => ({ wordbookId: id, name, wordCount })),
    dailyWordCount,
    dailyMasteryTarget,
    goal,
    ownRecall,
    timeZone,
  };
}

/** Learning sessions, newest first. */
export async function listSessions(
  { reports }: Pick<Needs, "reports">,
  userId: string,
  part: Part,
) {
  await requireUser(reports, userId);
  const rows = await listSessionsWithin(
    reports,
    { userId },
    { perPage: part.limit, offset: part.offset },
  );
  const words = await countSessionWords(
    reports,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    createdAt: toTimestamp(row.created_at_ms),
    completedAt: toTimestampOrNull(row.completed_at_ms),
    wordsCount: words.get(row.id) ?? 0,
    correctCount: row.correct_count,
    accuracy: row.total_count === 0 ? null : row.correct_count / row.total_count,
  }));
}

/** The latest answers and their number. */
export async function listRecords({ reports }: Pick<Needs, "reports">, userId: string, part: Part) {
  await requireUser(reports, userId);
  const rows = await listShownRecords(reports, userId, part);
  const { answers } = await readTotals(reports, userId);
  const own = await countOwnWords(reports, userId);
  const records = rows.map((row) => ({
    id: row.id,
    wordId: row.word_id,
    word: row.word ?? "",
    isCorrect: row.is_correct === 1,
    responseTimeMs: row.response_time_ms,
    createdAt: toTimestamp(row.created_at_ms),
    recordType: row.record_type,
  }));
  return { records, total: Math.max(0, answers - own.answers) };
}

/** Answers by day, up to the learner's today. Days without answers have zeros. */
export async function readDailyActivity(needs: Needs, userId: string, days: number) {
  const { reports } = needs;
  await requireUser(reports, userId);
  const today = await todayOf({ ...needs, database: reports }, userId);
  const firstDay = shiftDay(today, 1 - days);
  const found = await listDays(reports, userId, { firstDay, lastDay: today });
  const byDay = new Map(found.map((day) => [day.day, day]));
  const listed = Array.from({ length: days }, (_, at) => {
    const date = shiftDay(firstDay, at);
    const { answers: count = 0, correct = 0 } = byDay.get(date) ?? {};
    return { date, count, correct };
  });
  return { days: listed, windowDays: days };
}

/** Administrators' actions on the account, newest first. */
export async function listAudit({ reports }: Pick<Needs, "reports">, userId: string, part: Part) {
  await requireUser(reports, userId);
  const rows = await listAuditOf(reports, userId, part);
  return rows.map((row) => ({
    id: row.id,
    adminId: row.admin_id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    metadataJson: JSON.parse(row.metadata_json) as Record<string, unknown>,
    outcome: row.outcome,
    error: row.error,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    channel: row.channel,
    startedAt: toTimestamp(row.started_at_ms),
    completedAt: toTimestampOrNull(row.completed_at_ms),
  }));
}

/** The learner's latest actions, newest first. */
export async function listActions({ reports }: Pick<Needs, "reports">, userId: string, part: Part) {
  await requireUser(reports, userId);
  return latestActions(reports, userId, part);
}

/** What a ban or deletion would end or remove: sign-ins, streams, and rows of each kind. */
export async function readExtras(
  needs: Pick<Deps, "database" | "events" | "reports" | "sessions">,
  userId: string,
) {
  await requireUser(needs.database, userId);
  const { learningSessions, wordStates, ...counts } = await countOwned(needs.reports, userId);
  return {
    sessions: await listSignIns(needs, userId),
    openStreams: await needs.events.learnerStreams(userId),
    ownWords: (await countOwnWords(needs.reports, userId)).words,
    ...counts,
  };
}

/** What a ban of these learners would end in total. Unknown ones count as nothing. */
export async function readBanReach(
  needs: Pick<Deps, "events" | "reports" | "sessions">,
  userIds: ReadonlySet<string>,
) {
  const streams = (await needs.events.presence()).filter(({ userId }) => userIds.has(userId));
  const reach = {
    sessions: 0,
    devices: 0,
    openStreams: streams.reduce((sum, { connections }) => sum + connections, 0),
  };
  for (const userId of userIds) {
    reach.sessions += (await needs.sessions.listOf(userId)).length;
    reach.devices += (await countOwned(needs.reports, userId)).devices;
  }
  return reach;
}

/** Valid sign-ins, with the address logged when they began. */
async function listSignIns(
  { database, sessions }: Pick<Deps, "database" | "sessions">,
  userId: string,
) {
  const starts = await latestActions(database, userId, { action: "login", limit: SIGN_INS_READ });
  const ipOf = new Map(starts.map(({ detailJson, ip }) => [detailJson["sessionId"], ip]));
  return (await sessions.listOf(userId)).map(({ id, createdAtMs, lastUsedAtMs, device }) => ({
    id,
    createdAt: toTimestamp(createdAtMs),
    lastSeenAt: toTimestamp(lastUsedAtMs),
    ip: ipOf.get(id) ?? null,
    userAgent: device.label,
  }));
}
