import type { AnswersByHour, OverviewDashboard } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { countUnreadNotices } from "../../accounts/admin-notices/notice-list.service.ts";
import { readLastBackup } from "../../operations/backups/backup-age.service.ts";
import { countOpenFeedback } from "../../operations/feedback/feedback-stats.service.ts";
import { readHealth } from "../../operations/health/health.service.ts";
import { readOutbox } from "../monitoring/monitoring-health.service.ts";
import { readDisk } from "../monitoring/resources.service.ts";
import { answersByHour, figuresWithin } from "../analytics-admin/span-figures.service.ts";
import { readStableUpdate } from "../updates/update-status.service.ts";
import { countFlaggedDevices, countPendingSuggestions } from "./dashboards.repo.ts";

type Needs = Pick<
  Deps,
  | "clock"
  | "database"
  | "events"
  | "installation"
  | "instance"
  | "jobs"
  | "log"
  | "maintenance"
  | "metrics"
  | "peers"
  | "reports"
  | "settings"
>;

const WEEK_DAYS = 7;

/** Current activity compared with a week ago, and the administrator's open tasks. */
export async function readOverview(needs: Needs, by: Admin): Promise<OverviewDashboard> {
  const nowMs = needs.clock.nowMs();
  const health = await readHealth(needs);
  const { pending, lagSecs, deadLetter } = await readOutbox({ ...needs, database: needs.reports });
  const { diskFreeBytes, diskTotalBytes } = await readDisk(needs);
  return {
    generatedAt: toTimestamp(nowMs),
    status: {
      overall: health.status,
      reasons: [...(health.reasons ?? [])],
      reasonDetails: [...(health.reasonDetails ?? [])],
    },
    live: {
      learnerStreams: await needs.events.learnerStreams(),
      adminStreams: await needs.events.adminStreams(),
      devices: (await needs.events.presence()).length,
    },
    today: await figuresUpTo(needs, nowMs),
    sameDayLastWeek: await figuresUpTo(needs, nowMs - WEEK_DAYS * DAY_MS),
    waiting: {
      ...(await countOpenFeedback(needs)),
      pendingSuggestions: await countPendingSuggestions(needs.reports),
      flaggedDevices: await countFlaggedDevices(needs.reports),
      deadLetters: deadLetter,
      missedWorkers: (await needs.jobs.missedEverywhere()).length,
      unreadNotifications: await countUnreadNotices(needs, by),
    },
    outbox: { pending, lagSecs },
    disk: { freeBytes: diskFreeBytes, totalBytes: diskTotalBytes },
    lastBackup: await readLastBackup(needs),
    update: await readUpdate(needs),
    maintenance: needs.maintenance.active,
  };
}

/** Answers by hour in APP_TIMEZONE: today so far, and the same day a week ago. */
export async function readAnswersByHour(
  needs: Pick<Needs, "clock" | "reports" | "settings">,
): Promise<AnswersByHour> {
  const nowMs = needs.clock.nowMs();
  const zone = needs.settings.APP_TIMEZONE;
  const today = localDay(nowMs, zone);
  const then = shiftDay(today, -WEEK_DAYS);
  return {
    today: await answersByHour(needs, { fromMs: dayStartMs(today, zone), untilMs: nowMs + 1 }),
    sameDayLastWeek: await answersByHour(needs, {
      fromMs: dayStartMs(then, zone),
      untilMs: dayStartMs(shiftDay(then, 1), zone),
    }),
  };
}

async function readUpdate(needs: Needs): Promise<OverviewDashboard["update"]> {
  const { latestVersion, hasUpdate } = await readStableUpdate(needs);
  return { latestVersion, hasUpdate };
}

/** The figures of the day that contains this moment, up to and including it. */
function figuresUpTo(needs: Needs, atMs: number) {
  const zone = needs.settings.APP_TIMEZONE;
  const fromMs = dayStartMs(localDay(atMs, zone), zone);
  return figuresWithin(needs, { fromMs, untilMs: atMs + 1 });
}
