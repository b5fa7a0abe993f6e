import { z } from "zod";
import { HabitProfile, UserState } from "../adaptation/amas.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";

const learner = { access: "learner" } as const;

/** Motivational style; clients choose texts and images based on it. */
export const RewardType = z
  .enum(["standard", "explorer", "achiever", "social"])
  .describe("What motivates the learner; apps choose texts and images based on it.");

export const RewardChoice = z.object({ rewardType: RewardType });

export const CognitiveProfile = UserState.shape.cognitiveProfile;

export const Chronotype = z.object({
  chronotype: z
    .enum(["morning", "evening", "neutral"])
    .describe(
      "When the learner tends to study: in the morning, in the evening, or in neither more than " +
        "the other.",
    ),
  preferredHours: HabitProfile.shape.preferredHours,
});

/** Habits stated by the learner; absent and null fields leave the value unchanged. */
export const HabitChange = z.object({
  preferredHours: list(z.number().int().min(0).max(23), {
    max: 24,
    tooMany: "INVALID_PREFERRED_HOURS",
  })
    .nullish()
    .describe(
      "Hours of the learner's clock, 0 to 23; at most 24, of which the first three are kept. " +
        "Omit to keep the current ones.",
    ),
  medianSessionLengthMins: z
    .number()
    .min(1)
    .max(480)
    .nullish()
    .describe("Usual session length, minutes, 1 to 480; omit to keep the current one."),
  sessionsPerDay: z
    .number()
    .min(1)
    .max(20)
    .nullish()
    .describe("Usual number of sessions per day, 1 to 20; omit to keep the current one."),
});

export const readReward = endpoint({
  method: "GET",
  path: "/api/user-profile/reward",
  summary: "The caller's reward type.",
  ...learner,
  replies: { 200: enveloped(RewardChoice) },
  errors: [],
});

export const chooseReward = endpoint({
  method: "PUT",
  path: "/api/user-profile/reward",
  summary: "Choose the caller's reward type.",
  ...learner,
  body: RewardChoice,
  faults: { rewardType: "INVALID_REWARD_TYPE" },
  replies: { 200: enveloped(RewardChoice) },
  errors: [],
});

export const readCognitiveProfile = endpoint({
  method: "GET",
  path: "/api/user-profile/cognitive",
  summary: "The engine's estimate of the caller's speed, memory and stability.",
  ...learner,
  replies: { 200: enveloped(CognitiveProfile) },
  errors: [],
});

export const readLearningStyle = endpoint({
  method: "GET",
  path: "/api/user-profile/learning-style",
  summary: "The caller's learning style; fields may be added in later versions.",
  ...learner,
  replies: { 200: enveloped(CognitiveProfile) },
  errors: [],
});

export const readChronotype = endpoint({
  method: "GET",
  path: "/api/user-profile/chronotype",
  summary: "The caller's chronotype: the time of day at which they learn.",
  ...learner,
  replies: { 200: enveloped(Chronotype) },
  errors: [],
});

export const readHabits = endpoint({
  method: "GET",
  path: "/api/user-profile/habit",
  summary: "When, how long and how often the caller learns.",
  ...learner,
  replies: { 200: enveloped(HabitProfile) },
  errors: [],
});

export const changeHabits = endpoint({
  method: "POST",
  path: "/api/user-profile/habit",
  summary: "Set when, how long and how often the caller learns.",
  ...learner,
  body: HabitChange,
  faults: {
    preferredHours: "INVALID_PREFERRED_HOURS",
    medianSessionLengthMins: "INVALID_SESSION_LENGTH",
    sessionsPerDay: "INVALID_SESSIONS_PER_DAY",
  },
  replies: { 200: enveloped(HabitProfile) },
  errors: [],
});
export type RewardType = z.infer<typeof RewardType>;
export type CognitiveProfile = z.infer<typeof CognitiveProfile>;
export type Chronotype = z.infer<typeof Chronotype>;
export type HabitChange = z.infer<typeof HabitChange>;
