import type { AdminUser, LearnerAnswerStats, LearnerFilter, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { growthPct } from "../../../platform/basics/growth.ts";
import {
  orderOf,
  pageWindow,
  toPage,
  type PageQuery,
  type Sort,
} from "../../../platform/basics/page.ts";
import type { CsvCell, CsvFile } from "../../../platform/http/csv-answer.ts";
import { CSV_ROWS_MAX } from "../../../platform/http/csv-answer.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { lockedForMs } from "../../../platform/identity/login-lock.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { foldName, requireUser } from "../../accounts/users/users.service.ts";
import { countWords } from "../../library/words/words.service.ts";
import {
  countAdmins,
  countAnswers,
  countByStatus,
  countMatching,
  countNewUsers,
  listStats,
  listUsers,
  listUsersAfter,
  sumAnswers,
  type ShownUser,
  type UserFilter,
  type UserField,
} from "./learners.repo.ts";

type Needs = Pick<Deps, "clock" | "reports">;

/** A learner without a request for this long is inactive. */
const INACTIVE_AFTER_MS = 7 * DAY_MS;
const OUTCOMES_SHOWN = 20;
const TREND_DAYS = 7;
const EXPORTED_AT_ONCE = 2_000;

type LearnersQuery = LearnerFilter &
  PageQuery & { readonly sort: Sort<UserField>; readonly includeStats?: boolean | undefined };

/** Learners that match the filters. */
export async function pageLearners(
  needs: Needs & Pick<Deps, "settings">,
  query: LearnersQuery,
): Promise<Page<AdminUser>> {
  const nowMs = needs.clock.nowMs();
  const filter = toFilter(query, nowMs);
  const window = pageWindow(query, needs.settings);
  const total = await countMatching(needs.reports, filter);
  const isPast = window.offset >= total;
  const rows = isPast ? [] : await listUsers(needs.reports, filter, orderOf(query.sort), window);
  const stats = query.includeStats === true ? await statsOf(needs, rows) : undefined;
  const entries = rows.map((row) => ({
    ...toAdminUser(row, nowMs),
    ...(stats !== undefined && { stats: stats.get(row.id) ?? NO_STATS }),
  }));
  return toPage(entries, total, window);
}

/** One learner, with answer statistics. @throws AppError NOT_FOUND */
export async function readLearner(
  needs: Pick<Deps, "clock" | "database">,
  userId: string,
): Promise<AdminUser> {
  const row = await requireUser(needs.database, userId);
  const stats = await statsOf({ reports: needs.database }, [row]);
  return {
    ...toAdminUser(row, needs.clock.nowMs()),
    stats: stats.get(userId) ?? NO_STATS,
  };
}

/** Number of learners by status, and number of administrators. */
export async function readFacets(needs: Needs) {
  const activeSinceMs = needs.clock.nowMs() - INACTIVE_AFTER_MS;
  const { total, active, banned } = await countByStatus(needs.reports, activeSinceMs);
  const admins = await countAdmins(needs.reports);
  return { total, active, inactive7d: total - active - banned, banned, admins };
}

/**
 * Number of learners, words and answers, and new ones in the last 7 days compared with the 7
 * before.
 */
export async function readPlatformStats(needs: Needs & Pick<Deps, "settings">) {
  const nowMs = needs.clock.nowMs();
  const sinceMs = nowMs - TREND_DAYS * DAY_MS;
  const made = await countNewUsers(needs.reports, {
    fromMs: sinceMs - TREND_DAYS * DAY_MS,
    sinceMs,
  });
  const { total } = await countByStatus(needs.reports, sinceMs);
  const today = localDay(nowMs, needs.settings.APP_TIMEZONE, 0);
  const sinceDay = shiftDay(today, 1 - TREND_DAYS);
  const answers = await sumAnswers(needs.reports, {
    fromDay: shiftDay(sinceDay, -TREND_DAYS),
    sinceDay,
  });
  return {
    users: total,
    words: await countWords(needs.reports),
    records: await countAnswers(needs.reports),
    trend: {
      users: { value: growthPct(made.before, made.latest), label: "7d" as const },
      records: { value: growthPct(answers.before, answers.latest), label: "7d" as const },
    },
  };
}

/** The learners that match the filters, for a file. Writes an audit entry. */
export async function exportLearners(
  needs: Needs & Pick<Deps, "database" | "settings">,
  by: Admin,
  query: LearnerFilter,
): Promise<CsvFile> {
  const nowMs = needs.clock.nowMs();
  const filter = toFilter(query, nowMs);
  const total = await countMatching(needs.reports, filter);
  await writeAudit(needs.database, {
    by,
    action: "user.export",
    atMs: nowMs,
    metadata: { rows: Math.min(total, CSV_ROWS_MAX), filters: query },
  });
  return {
    name: "users",
    day: localDay(nowMs, needs.settings.APP_TIMEZONE, 0),
    columns: Object.keys(COLUMNS),
    total,
    pages: exportedPages(needs, filter, nowMs),
  };
}

/** Columns of the file and their cells. */
const COLUMNS: Readonly<Record<string, (user: AdminUser) => CsvCell>> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  username: ({ username }) => username,
  role: ({ role }) => role,
  status: ({ status }) => status,
  isBanned: ({ isBanned }) => isBanned,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  lastLoginAt: ({ lastLoginAt }) => lastLoginAt,
  lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
  failedLoginCount: ({ failedLoginCount }) => failedLoginCount,
  lockedUntil: ({ lockedUntil }) => lockedUntil,
};

async function* exportedPages({ reports }: Needs, filter: UserFilter, nowMs: number) {
  let after: ShownUser | undefined;
  do {
    const rows = await listUsersAfter(reports, filter, after, EXPORTED_AT_ONCE);
    yield rows
      .map((row) => toAdminUser(row, nowMs))
      .map((user) => Object.values(COLUMNS).map((cellOf) => cellOf(user)));
    after = rows.length < EXPORTED_AT_ONCE ? undefined : rows.at(-1);
  } while (after !== undefined);
}

function toFilter({ search, inactiveDays, ...rest }: LearnerFilter, nowMs: number): UserFilter {
  const { banned, role, status } = rest;
  return {
    banned,
    role,
    status,
    folded: foldName(search ?? ""),
    activeSinceMs: nowMs - INACTIVE_AFTER_MS,
    unseenSinceMs: inactiveDays === undefined ? undefined : nowMs - inactiveDays * DAY_MS,
  };
}

const NO_STATS: LearnerAnswerStats = { recordCount: 0, correctCount: 0, last20Outcomes: [] };

async function statsOf(
  { reports }: Pick<Deps, "reports">,
  users: readonly Pick<ShownUser, "id">[],
): Promise<Map<string, LearnerAnswerStats>> {
  const rows = await listStats(
    reports,
    users.map(({ id }) => id),
    OUTCOMES_SHOWN,
  );
  return new Map(
    rows.map(({ id, answers, correct, latest }) => [
      id,
      {
        recordCount: answers,
        correctCount: correct,
        last20Outcomes: [...latest].map((outcome) => outcome === "1"),
      },
    ]),
  );
}

/** Wire form of an account for administrators, without statistics. */
export function toAdminUser(row: ShownUser, nowMs: number): AdminUser {
  const isLocked = lockedForMs(row.locked_until_ms, nowMs) > 0;
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    isBanned: row.is_banned === 1,
    createdAt: toTimestamp(row.created_at_ms),
    updatedAt: toTimestamp(row.updated_at_ms),
    failedLoginCount: row.failed_logins,
    lockedUntil: isLocked ? toTimestampOrNull(row.locked_until_ms) : null,
    role: row.role === "staff" ? "staff" : "user",
    status: statusOf(row, nowMs),
    lastLoginAt: toTimestampOrNull(row.last_login_at_ms),
    lastSeenAt: toTimestampOrNull(row.last_seen_at_ms),
  };
}

function statusOf(row: ShownUser, nowMs: number): AdminUser["status"] {
  if (row.is_banned === 1) return "suspended";
  const seenAtMs = row.last_seen_at_ms ?? row.created_at_ms;
  return seenAtMs >= nowMs - INACTIVE_AFTER_MS ? "active" : "inactive";
}
