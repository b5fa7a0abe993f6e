import type { Strategy, UserState, WordLearningState } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import { requireUser } from "../../accounts/users/users.service.ts";
import { readStrategy, readUserState } from "../../adaptation/amas/amas.service.ts";
import { findLatestReward } from "../../adaptation/engine-monitoring/engine-events.service.ts";
import { countOwned, countOwnWords, listShownStates } from "./learner-reads.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "reports">;

/** The engine's state for a learner. @throws AppError NOT_FOUND */
export async function readEngineStateOf(needs: Needs, userId: string): Promise<UserState> {
  await requireUser(needs.database, userId);
  return readUserState(needs, { id: userId });
}

/**
 * A learner's current strategy, and the latest reward stored by monitoring.
 *
 * @throws AppError NOT_FOUND
 */
export async function readStrategyOf(
  needs: Needs,
  userId: string,
): Promise<{ strategy: Strategy; reward: number | null }> {
  await requireUser(needs.database, userId);
  const strategy = await readStrategy(needs, userId);
  return { strategy, reward: (await findLatestReward(needs.reports, userId)) ?? null };
}

/** A learner's states of words, by word id. @throws AppError NOT_FOUND */
export async function listWordsOf(
  { reports }: Pick<Needs, "reports">,
  userId: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ items: (WordLearningState & { text: string })[]; total: number }> {
  await requireUser(reports, userId);
  const rows = await listShownStates(reports, userId, window);
  const { wordStates } = await countOwned(reports, userId);
  const own = await countOwnWords(reports, userId);
  const items = rows.map((row) => ({
    userId: row.user_id,
    wordId: row.word_id,
    text: row.text,
    state: row.state,
    masteryLevel: row.mastery_level,
    nextReviewDate: toTimestampOrNull(row.next_review_at_ms),
    halfLife: row.half_life_hours,
    correctStreak: row.correct_streak,
    totalAttempts: row.total_attempts,
    updatedAt: toTimestamp(row.updated_at_ms),
    bookmarked: row.bookmarked === 1,
  }));
  return { items, total: wordStates - own.states };
}
