import type { LearnerState } from "@wordloom/engine";
import {
  choosePreferredHours,
  userStateOf,
  type HabitProfile as LearnedHabits,
} from "@wordloom/engine/learner";
import type {
  Chronotype,
  CognitiveProfile,
  HabitChange,
  HabitProfile,
  RewardType,
} from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { openEngineStates, readEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { findRewardType, saveRewardType } from "./rewards.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

const REWARD_DEFAULT: RewardType = "standard";

/** A mean preferred hour below the first is morning; above the second, evening. */
const MORNING_END_HOUR = 10;
const EVENING_START_HOUR = 20;

/** The learner's reward, or the default. */
export async function rewardTypeOf(db: Database, userId: string): Promise<RewardType> {
  return (await findRewardType(db, userId)) ?? REWARD_DEFAULT;
}

export async function chooseReward(
  needs: Needs,
  learner: Learner,
  rewardType: RewardType,
): Promise<RewardType> {
  await saveRewardType(needs.database, learner.id, rewardType, needs.clock.nowMs());
  return rewardType;
}

export async function readCognitiveProfile(
  needs: Needs,
  userId: string,
): Promise<CognitiveProfile> {
  const state = await readEngineState(needs, userId);
  const { processingSpeed, memoryCapacity, stability } = userStateOf(state).cognitiveProfile;
  return { processingSpeed, memoryCapacity, stability };
}

export async function readChronotype(needs: Needs, learner: Learner): Promise<Chronotype> {
  const { preferredHours } = await readHabits(needs, learner.id);
  return { chronotype: chronotypeOf(preferredHours), preferredHours };
}

/** @param hours  0 to 23; an empty list gives neutral */
function chronotypeOf(hours: readonly number[]): Chronotype["chronotype"] {
  if (hours.length === 0) return "neutral";
  const mean = hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
  if (mean < MORNING_END_HOUR) return "morning";
  return mean > EVENING_START_HOUR ? "evening" : "neutral";
}

export async function readHabits(needs: Needs, userId: string): Promise<HabitProfile> {
  return toHabits(await readEngineState(needs, userId));
}

/**
 * Stores habits stated by the learner. Chosen hours stay. Length and number of sessions are initial
 * values for the engine, until completed sessions provide better ones.
 */
export async function changeHabits(
  needs: Needs,
  learner: Learner,
  change: HabitChange,
): Promise<HabitProfile> {
  const { states, changed } = await transact(needs.database, async (tx) => {
    const states = await openEngineStates(needs, tx, [learner.id]);
    const changed = withHabits(states.get(learner.id), change);
    states.set(learner.id, changed);
    await states.save();
    return { states, changed };
  });
  states.afterCommit();
  return toHabits(changed);
}

function withHabits(state: LearnerState, change: HabitChange): LearnerState {
  const hours = change.preferredHours && [...new Set(change.preferredHours)];
  const timed = hours ? choosePreferredHours(state, hours) : state;
  const { profile } = timed.habits;
  const stated: LearnedHabits = {
    ...profile,
    medianSessionLengthMins: change.medianSessionLengthMins ?? profile.medianSessionLengthMins,
    sessionsPerDay: change.sessionsPerDay ?? profile.sessionsPerDay,
  };
  return { ...timed, habits: { ...timed.habits, profile: stated } };
}

/** Hours of the day are included after the first completed session. */
function toHabits(state: LearnerState): HabitProfile {
  const { temporalPerformance, ...stated } = userStateOf(state).habitProfile;
  return temporalPerformance.totalSessions === 0 ? stated : { ...stated, temporalPerformance };
}
