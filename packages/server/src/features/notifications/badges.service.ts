import type { Badge } from "@wordloom/contract";
import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { toTimestamp } from "../../platform/clock.ts";
import { transact } from "../../platform/database/transaction.ts";
import { giveWay } from "../../platform/jobs/give-way.ts";
import { localDay, shiftDay } from "../../platform/local-day.ts";
import { perApp } from "../../platform/per-app.ts";
import { streakOf } from "../activity/activity.service.ts";
import { badgeRules, progressTo, type BadgeRule, type BadgeCounts } from "./badges.ts";
import {
  countForBadges,
  insertBadges,
  listUnlockedBadges,
  type BadgeCountRow,
} from "./badges.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** No badge asks for more words, so none are counted beyond. */
const WORDS_MAX = 1000;

/** Learners checked per batch. */
const PAGE = 100;

/**
 * How far back days with answers are counted to see who can have earned a streak, in UTC: a month,
 * for the longest streak that brings a badge, and two days because a learner's today may be another
 * day than ours and a streak may end yesterday.
 */
const RECENT_DAYS = 32;

/** Learners with answers that no one has looked at for badges yet. */
const candidates = perApp((_: Pick<Deps, "database">) => new Set<string>());

/**
 * Remembers that these learners have just answered. Costs next to nothing: the counting happens
 * when the learner looks, or within half a minute. What a crash forgets is found after the next
 * answer.
 */
export function noteLearnersAnswered(
  needs: Pick<Deps, "database">,
  userIds: Iterable<string>,
): void {
  const waiting = candidates(needs);
  for (const userId of userIds) waiting.add(userId);
}

/** Every badge, and how far the learner has come; gives out what has been earned meanwhile. */
export async function listBadges(needs: Needs, learner: Learner): Promise<Badge[]> {
  candidates(needs).delete(learner.id);
  const counts = await countsOf(needs, learner.id);
  const had = await unlockedKeys(needs, [learner.id]);
  await award(needs, new Map([[learner.id, counts]]), had);
  const unlocked = await listUnlockedBadges(needs.database, [learner.id]);
  const since = new Map(unlocked.map((row) => [row.badge_id, row.unlocked_at_ms]));
  return badgeRules.map((rule) => {
    const atMs = since.get(rule.id);
    return {
      id: rule.id,
      name: rule.name,
      description: rule.description,
      unlocked: atMs !== undefined,
      progress: atMs === undefined ? progressTo(rule, counts) : 1,
      unlockedAt: atMs === undefined ? null : toTimestamp(atMs),
    };
  });
}

/** Gives out what this learner's latest answers have earned; nothing to do for most. */
export async function settleBadges(needs: Needs, userId: string): Promise<void> {
  if (candidates(needs).delete(userId)) await awardTo(needs, [userId]);
}

/**
 * Gives out what the learners who answered have earned since.
 *
 * @returns how many learners were looked at
 */
export async function settleAllBadges(
  needs: Needs & { readonly metrics: Pick<Deps["metrics"], "inflightNow"> },
  signal: AbortSignal,
): Promise<number> {
  const waiting = candidates(needs);
  let lookedAt = 0;
  while (waiting.size > 0 && !signal.aborted) {
    const startedMs = needs.clock.monotonicMs();
    const userIds = [...waiting].slice(0, PAGE);
    for (const userId of userIds) waiting.delete(userId);
    try {
      await awardTo(needs, userIds);
    } catch (cause) {
      noteLearnersAnswered(needs, userIds);
      throw cause;
    }
    lookedAt += userIds.length;
    await giveWay(needs.clock.monotonicMs() - startedMs);
  }
  return lookedAt;
}

async function awardTo(needs: Needs, userIds: readonly string[]): Promise<void> {
  const had = await unlockedKeys(needs, userIds);
  const counts = new Map<string, BadgeCounts>();
  for (const row of await countRows(needs, userIds)) {
    // A streak is followed back only where it can bring a badge.
    const mayEarn = badgeRules.some(
      ({ id, measure, goal }) =>
        measure === "streakDays" && goal <= row.recent_days && !had.has(keyOf(row.user_id, id)),
    );
    const streakDays = mayEarn ? await streakOf(needs, row.user_id) : 0;
    counts.set(row.user_id, { ...row, streakDays });
  }
  await award(needs, counts, had);
}

async function countsOf(needs: Needs, userId: string): Promise<BadgeCounts> {
  const [row] = await countRows(needs, [userId]);
  const { words = 0, mastered = 0, answers = 0 } = row ?? {};
  return { words, mastered, answers, streakDays: await streakOf(needs, userId) };
}

function countRows(needs: Needs, userIds: readonly string[]): Promise<BadgeCountRow[]> {
  const today = localDay(needs.clock.nowMs(), "UTC");
  const daysSince = shiftDay(today, -RECENT_DAYS);
  return countForBadges(needs.database, userIds, { wordsMax: WORDS_MAX, daysSince });
}

async function unlockedKeys(needs: Needs, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await listUnlockedBadges(needs.database, userIds);
  return new Set(rows.map((row) => keyOf(row.user_id, row.badge_id)));
}

/** A badge and the notification of it come together, once, whoever else awards at the moment. */
async function award(
  needs: Needs,
  counts: ReadonlyMap<string, BadgeCounts>,
  had: ReadonlySet<string>,
): Promise<void> {
  const earned = [...counts].flatMap(([userId, own]) =>
    badgeRules
      .filter((rule) => progressTo(rule, own) === 1 && !had.has(keyOf(userId, rule.id)))
      .map((rule) => ({ userId, rule })),
  );
  if (earned.length === 0) return;
  const unlocked_at_ms = needs.clock.nowMs();
  const rows = earned.map(({ userId, rule }) => ({
    user_id: userId,
    badge_id: rule.id,
    unlocked_at_ms,
  }));
  await transact(needs.database, async (tx) => {
    const fresh = new Set(
      (await insertBadges(tx, rows)).map((row) => keyOf(row.user_id, row.badge_id)),
    );
    const news = earned.filter(({ userId, rule }) => fresh.has(keyOf(userId, rule.id)));
    await notify(needs, tx, news.map(toDraft));
  });
}

function keyOf(userId: string, badgeId: string): string {
  return `${userId}\n${badgeId}`;
}

function toDraft({ userId, rule }: { userId: string; rule: BadgeRule }): NotificationDraft {
  return {
    userId,
    type: "achievement",
    title: `Badge earned: ${rule.name}`,
    message: rule.description,
    onceKey: `badge:${rule.id}`,
  };
}
