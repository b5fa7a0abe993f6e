import { z } from "zod";
import { HabitProfile, UserState } from "./amas.ts";
import { endpoint, enveloped, stream } from "./endpoint.ts";

const learner = { access: "learner", stability: "stable" } as const;

/** What spurs a learner on; clients choose words and pictures by it. */
export const RewardType = z.enum(["standard", "explorer", "achiever", "social"]);

const RewardChoice = z.object({ rewardType: RewardType });

export const CognitiveProfile = UserState.shape.cognitiveProfile;

export const Chronotype = z.object({
  chronotype: z.enum(["morning", "evening", "neutral"]),
  preferredHours: HabitProfile.shape.preferredHours,
});

/** Habits as the learner states them; what is absent or null stays as it is. */
export const HabitChange = z.object({
  preferredHours: z.array(z.number().int().min(0).max(23)).nullish(),
  medianSessionLengthMins: z.number().min(1).max(480).nullish(),
  sessionsPerDay: z.number().min(1).max(20).nullish(),
});

export const readReward = endpoint({
  method: "GET",
  path: "/api/user-profile/reward",
  summary: "What spurs the caller on.",
  ...learner,
  replies: { 200: enveloped(RewardChoice) },
  errors: [],
});

export const chooseReward = endpoint({
  method: "PUT",
  path: "/api/user-profile/reward",
  summary: "Choose what spurs the caller on.",
  ...learner,
  body: RewardChoice,
  faults: { rewardType: "INVALID_REWARD_TYPE" },
  replies: { 200: enveloped(RewardChoice) },
  errors: [],
});

export const readCognitiveProfile = endpoint({
  method: "GET",
  path: "/api/user-profile/cognitive",
  summary: "Speed, memory and steadiness of the caller as the engine sees them.",
  ...learner,
  replies: { 200: enveloped(CognitiveProfile) },
  errors: [],
});

export const readLearningStyle = endpoint({
  method: "GET",
  path: "/api/user-profile/learning-style",
  summary: "How the caller learns; fields may be added as the engine learns more.",
  ...learner,
  replies: { 200: enveloped(CognitiveProfile) },
  errors: [],
});

export const readChronotype = endpoint({
  method: "GET",
  path: "/api/user-profile/chronotype",
  summary: "Whether the caller learns early or late in the day.",
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
  summary: "State when, how long and how often the caller learns.",
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

export const uploadAvatar = endpoint({
  method: "POST",
  path: "/api/user-profile/avatar",
  summary: "Show a picture: the bytes of a PNG, JPEG, GIF or WebP file, at most 512 KB.",
  ...learner,
  bodyForm: "raw",
  bodyMaxBytes: 512 * 1024,
  bodyTooLarge: "AVATAR_TOO_LARGE",
  replies: { 200: enveloped(z.object({ avatarUrl: z.string() })) },
  errors: ["AVATAR_EMPTY", "AVATAR_TOO_LARGE", "AVATAR_INVALID_TYPE"],
});

export const showAvatar = endpoint({
  method: "GET",
  path: "/avatars/:file",
  summary: "A learner's picture, named <userId>.<png|jpg|gif|webp>.",
  access: "none",
  stability: "stable",
  bucket: "unlimited",
  replies: { 200: stream("image/*"), 304: stream("image/*") },
  errors: ["NOT_FOUND"],
});

export type RewardType = z.infer<typeof RewardType>;
export type CognitiveProfile = z.infer<typeof CognitiveProfile>;
export type Chronotype = z.infer<typeof Chronotype>;
export type HabitChange = z.infer<typeof HabitChange>;
