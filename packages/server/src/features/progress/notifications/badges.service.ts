import type { Badge } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { faultsOf, type Fault } from "../../../platform/database/fault-isolation.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { localDay, shiftDay } from "../../../platform/time/local-day.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { streakOf } from "../activity/activity.service.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { textIn } from "../../accounts/texts/texts.ts";
import { badgeRules, progressTo, type BadgeCounts, type BadgeId } from "./badges.ts";
import {
  countForBadges,
  insertBadges,
  lastAnswerAt,
  listUnlockedBadges,
  type BadgeCountRow,
} from "./badges.repo.ts";
import { notify, type NotificationDraft } from "./notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/** No badge needs more words, so counting stops there. */
const WORDS_MAX = 1000;

/** Learners checked per batch. */
const PAGE_SIZE = 100;

/**
 * UTC days in which answers are counted to find out who may have earned a streak: 30 for the
 * longest streak with a badge, and two because a learner's today may differ from the UTC day and a
 * streak may end yesterday.
 */
const RECENT_DAYS = 32;

/** Learners with answers that have not been checked for badges. */
const candidates = perApp((_: Pick<Deps, "database">) => new Set<string>());

/**
 * Queues learners who have just answered for a badge check, which happens when the learner reads
 * badges or notifications, or within half a minute. A crash loses the queue; the next answer makes
 * up for it.
 */
export function noteLearnersAnswered(
  needs: Pick<Deps, "database">,
  userIds: Iterable<string>,
): void {
  const queue = candidates(needs);
  for (const userId of userIds) queue.add(userId);
}

/**
 * Every badge with the learner's progress, in the learner's language. Awards badges earned
 * meanwhile.
 */
export async function listBadges(needs: Needs, learner: Learner): Promise<Badge[]> {
  candidates(needs).delete(learner.id);
  const counts = await countsOf(needs, learner.id);
  const unlockedBefore = await unlockedKeys(needs, [learner.id]);
  await award(needs, new Map([[learner.id, counts]]), unlockedBefore);
  const unlocked = await listUnlockedBadges(needs.database, [learner.id]);
  const since = new Map(unlocked.map((row) => [row.badge_id, row.unlocked_at_ms]));
  const { language } = await preferencesOf(needs.database, learner.id);
  return badgeRules.map((rule) => {
    const atMs = since.get(rule.id);
    return {
      id: rule.id,
      name: textIn(language, `badge.${rule.id}.name`, {}),
      description: textIn(language, `badge.${rule.id}.description`, {}),
      unlocked: atMs !== undefined,
      progress: atMs === undefined ? progressTo(rule, counts) : 1,
      unlockedAt: atMs === undefined ? null : toTimestamp(atMs),
    };
  });
}

/**
 * Awards badges earned by this learner's latest answers. Does nothing for a learner who is not
 * queued.
 */
export async function awardQueuedBadges(needs: Needs, userId: string): Promise<void> {
  if (candidates(needs).delete(userId)) await awardTo(needs, [userId]);
}

/**
 * Awards the badges that the learner has earned, without notifications. They date from the
 * learner's latest answer: earlier ones are no news.
 */
export async function awardSilently(needs: Needs, userId: string): Promise<void> {
  const unlockedBefore = await unlockedKeys(needs, [userId]);
  const counts = new Map([[userId, await countsOf(needs, userId)]]);
  const atMs = (await lastAnswerAt(needs.database, userId)) ?? needs.clock.nowMs();
  await award(needs, counts, unlockedBefore, { atMs, drafts: () => [] });
}

/**
 * Awards badges that queued learners have earned. A learner for whom that fails stays queued and
 * does not affect the others.
 *
 * @returns number of learners checked
 * @throws the error of the first learner for whom it failed
 */
export async function awardAllQueuedBadges(needs: Needs, signal: AbortSignal): Promise<number> {
  const queue = candidates(needs);
  const faults: Fault<string>[] = [];
  let checked = 0;
  while (queue.size > 0 && !signal.aborted) {
    const startedMs = needs.clock.monotonicMs();
    const userIds = [...queue].slice(0, PAGE_SIZE);
    for (const userId of userIds) queue.delete(userId);
    try {
      faults.push(...(await faultsOf(userIds, (some) => awardTo(needs, some))));
    } catch (cause) {
      faults.push(...userIds.map((item) => ({ item, cause })));
      break;
    }
    checked += userIds.length;
    await yieldToRequests(needs.clock.monotonicMs() - startedMs);
  }
  noteLearnersAnswered(
    needs,
    faults.map(({ item }) => item),
  );
  const [first] = faults;
  if (first !== undefined) throw first.cause;
  return checked;
}

async function awardTo(needs: Needs, userIds: readonly string[]): Promise<void> {
  const unlockedBefore = await unlockedKeys(needs, userIds);
  const counts = new Map<string, BadgeCounts>();
  for (const row of await countRows(needs, userIds)) {
    // Counts the streak only if it can earn a badge.
    const mayEarn = badgeRules.some(
      ({ id, measure, goal }) =>
        measure === "streakDays" &&
        goal <= row.recent_days &&
        !unlockedBefore.has(keyOf(row.user_id, id)),
    );
    const streakDays = mayEarn ? await streakOf(needs, row.user_id) : 0;
    counts.set(row.user_id, { ...row, streakDays });
  }
  await award(needs, counts, unlockedBefore);
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

interface AwardTerms {
  /** When they were earned, ms since 1970. */
  readonly atMs?: number;
  readonly drafts?: (awarded: readonly Earned[]) => NotificationDraft[];
}

/**
 * Inserts badges and their notifications in one transaction, each once, even with concurrent
 * awards. Leaves out erased learners.
 */
async function award(
  needs: Needs,
  counts: ReadonlyMap<string, BadgeCounts>,
  unlockedBefore: ReadonlySet<string>,
  { atMs = needs.clock.nowMs(), drafts = (awarded) => awarded.map(toDraft) }: AwardTerms = {},
): Promise<void> {
  const earned = [...counts].flatMap(([userId, own]) =>
    badgeRules
      .filter((rule) => progressTo(rule, own) === 1 && !unlockedBefore.has(keyOf(userId, rule.id)))
      .map((rule) => ({ userId, rule })),
  );
  if (earned.length === 0) return;
  await transact(needs.database, async (tx) => {
    const learners = new Set(await lockExistingLearners(tx, [...counts.keys()]));
    const rows = earned
      .filter(({ userId }) => learners.has(userId))
      .map(({ userId, rule }) => ({ user_id: userId, badge_id: rule.id, unlocked_at_ms: atMs }));
    if (rows.length === 0) return;
    const fresh = new Set(
      (await insertBadges(tx, rows)).map((row) => keyOf(row.user_id, row.badge_id)),
    );
    const awarded = earned.filter(({ userId, rule }) => fresh.has(keyOf(userId, rule.id)));
    await notify(needs, tx, drafts(awarded));
  });
}

function keyOf(userId: string, badgeId: string): string {
  return `${userId}\n${badgeId}`;
}

interface Earned {
  readonly userId: string;
  readonly rule: { readonly id: BadgeId };
}

function toDraft({ userId, rule }: Earned): NotificationDraft {
  return {
    userId,
    type: "achievement",
    content: { kind: "badge", badge: rule.id },
    onceKey: `badge:${rule.id}`,
  };
}
