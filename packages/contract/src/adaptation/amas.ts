import { z } from "zod";
import { Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;
const share = z.number().min(0).max(1);

export const Strategy = z.object({
  difficulty: z
    .number()
    .describe("Target difficulty of new words, 0 (easy) to 1 (hard); initially 0.5."),
  batchSize: z.number().int().describe("Words in a batch, 1 to 50; initially 10."),
  newRatio: z.number().describe("Share of new words in a batch, 0 to 1; initially 0.3."),
  intervalScale: z
    .number()
    .describe("Factor applied to the time until the next review; 1 changes nothing."),
  reviewMode: z.boolean().describe("Whether batches contain only reviews and no new words."),
});

export const HabitProfile = z.object({
  preferredHours: z
    .array(z.number().int().min(0).max(23))
    .max(3)
    .describe(
      "The hours in which the learner studies most or prefers to study, 0 to 23 of their " +
        "clock, at most 3.",
    ),
  medianSessionLengthMins: z.number().describe("Usual session length, minutes; 15 until known."),
  sessionsPerDay: z.number().describe("Usual number of sessions per day; 1 until known."),
  temporalPerformance: z
    .object({
      hourlyStats: z
        .array(
          z.object({
            sessionCount: z
              .number()
              .describe("Number of sessions started in this hour, 0 or more."),
            avgAccuracy: z
              .number()
              .describe(
                "Share of right answers in this hour, 0 to 1; newer sessions have more weight.",
              ),
            avgResponseTimeMs: z
              .number()
              .describe("Mean response time in this hour, milliseconds."),
            masteryEfficiency: z
              .number()
              .describe("Words that rose a level per minute of study in this hour."),
          }),
        )
        .describe(
          "One entry for each hour of the learner's clock, from 0 to 23; all zero until known.",
        ),
      totalSessions: z.number().int().describe("Number of finished sessions in all hours."),
    })
    .optional()
    .describe("How study goes by hour of the day; absent while unknown."),
});

export const UserState = z.object({
  attention: share.describe("How attentive the learner is, 0 to 1; initially 0.7."),
  fatigue: share.describe(
    "How tired the learner is, 0 (fresh) to 1; initially 0, falls during pauses.",
  ),
  motivation: z
    .number()
    .min(-1)
    .max(1)
    .describe("How motivated the learner is, -1 (frustrated) to 1; initially 0."),
  confidence: share.describe(
    "How confident the engine is about this learner, 0 to 1; initially 0.1.",
  ),
  lastActiveAt: Timestamp.describe(
    "When the learner last answered; equal to `createdAt` before the first answer.",
  ),
  sessionEventCount: z
    .number()
    .int()
    .describe("Number of answers since the session started, 0 or more."),
  totalEventCount: z
    .number()
    .int()
    .describe("Number of answers since the engine's state was created or reset, 0 or more."),
  createdAt: Timestamp.describe(
    "When the engine's state was last reset; if never, when the account was created.",
  ),
  cognitiveProfile: z
    .object({
      memoryCapacity: share.describe(
        "How well words are retained over days or more, 0 to 1; 0.5 is average.",
      ),
      processingSpeed: share.describe("How fast answers come, 0 to 1; 0.5 is average."),
      stability: share.describe("How consistent the response times are, 0 to 1."),
    })
    .describe("How the learner compares with others; each value is initially 0.5."),
  trendState: z
    .object({
      accuracyTrend: z
        .number()
        .describe("Trend of accuracy relative to prediction, -1 (falling) to 1 (rising)."),
      speedTrend: z.number().describe("Trend of response speed, -1 (falling) to 1 (rising)."),
      engagementTrend: z.number().describe("Trend of engagement, -1 (falling) to 1 (rising)."),
    })
    .describe("Trends of the learner's performance; 0 means no change."),
  habitProfile: HabitProfile.describe("When, how long and how often the learner studies."),
  lastSessionId: z
    .string()
    .nullable()
    .describe("Id of the session of the last answer; null if it had none."),
});

export const MasteryLevel = z
  .enum(["NEW", "LEARNING", "REVIEWING", "MASTERED", "FORGOTTEN"])
  .describe("The engine's level of a word: the state of the same name, in uppercase.");

export const WordMasteryDecision = z.object({
  wordId: WordId,
  memoryStrength: share.describe("Stability of the memory relative to 30 days, 0 to 1."),
  recallProbability: share.describe(
    "Probability that the learner knows the word after this answer, 0 to 1.",
  ),
  nextReviewIntervalSecs: z.number().describe("Seconds until the next review."),
  masteryLevel: MasteryLevel.describe("The mastery level after this answer."),
});

export const ColdStartPhase = z
  .enum(["Classify", "Explore"])
  .nullable()
  .describe(
    "Classify: determining the level; Explore: trying what suits the learner; null: the cold " +
      "start is over.",
  );

/** The engine's result for one answer. */
export const ProcessResult = z.object({
  sessionId: z
    .string()
    .describe("The session id as sent; `<learner id>-session` if none was sent."),
  strategy: Strategy.describe("The strategy for the next batch."),
  explanation: z
    .object({
      primaryReason: z
        .string()
        .describe(
          "Name of the factor with the largest effect; `duplicate_event` for an event that " +
            "was already known.",
        ),
      factors: z
        .array(
          z.object({
            name: z.string().describe("Name of the factor, such as `fatigue`, in English."),
            value: z.number().describe("Size of the factor in its own unit; most are 0 to 1."),
            impact: z.string().describe("Effect on the strategy: positive, negative or neutral."),
          }),
        )
        .describe("The factors behind the strategy, and each voter's weight."),
      sentences: z
        .array(z.string())
        .describe("The explanation in English sentences, the primary reason first."),
    })
    .describe("Explanation of the strategy."),
  state: UserState.describe("The learner's state after the answer."),
  wordMastery: WordMasteryDecision.nullable().describe(
    "What the answer shows about the word; null for a quit without a word and for repeats.",
  ),
  reward: z
    .object({
      value: z.number().describe("Sum of the components, clamped to -1 to 1."),
      components: z
        .object({
          accuracyReward: z
            .number()
            .describe("Above 0 for a right answer (less with a hint), below 0 for a wrong one."),
          speedReward: z.number().describe("For a fast right answer without help, 0 or more."),
          fatiguePenalty: z.number().describe("0, or below 0 if the learner was very tired."),
          frustrationPenalty: z.number().describe("0, or below 0 if the learner was frustrated."),
          expectedForgetCost: z
            .number()
            .describe("0 or below: the expected forgetting until the next review."),
        })
        .describe("The components of the value, each with its sign."),
    })
    .describe("The value of the answer to the engine."),
  coldStartPhase: ColdStartPhase.describe("The learner's current phase of the cold start."),
});
export const readUserState = endpoint({
  method: "GET",
  path: "/api/amas/state",
  summary: "The engine's current state for the caller.",
  ...learner,
  replies: { 200: enveloped(UserState) },
  errors: [],
});

export const readStrategy = endpoint({
  method: "GET",
  path: "/api/amas/strategy",
  summary: "The current strategy, used for the next batch.",
  ...learner,
  replies: { 200: enveloped(Strategy) },
  errors: [],
});

export const readPhase = endpoint({
  method: "GET",
  path: "/api/amas/phase",
  summary: "The caller's cold-start phase.",
  ...learner,
  replies: { 200: enveloped(z.object({ phase: ColdStartPhase })) },
  errors: [],
});
export const listInterventions = endpoint({
  method: "GET",
  path: "/api/amas/intervention",
  summary: "Interventions recommended for the caller right now.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        interventions: z
          .array(
            z.object({
              type: z
                .enum(["rest", "encouragement", "focus", "continue"])
                .describe(
                  "rest: tired; encouragement: low motivation; focus: low attention; continue: " +
                    "no problem.",
                ),
              message: z.string().describe("The recommendation in the learner's language."),
              severity: z
                .enum(["warning", "info", "success"])
                .describe(
                  "warning for rest and focus, info for encouragement, success for continue.",
                ),
            }),
          )
          .describe("All of rest, encouragement and focus that apply; otherwise only `continue`."),
      }),
    ),
  },
  errors: [],
});
export const reportVisualFatigue = endpoint({
  method: "POST",
  path: "/api/amas/visual-fatigue",
  summary: "Report visual fatigue measured by the caller's device.",
  ...learner,
  body: z.object({
    score: z.number().min(0).max(100).describe("Visual fatigue, 0 (none) to 100."),
  }),
  faults: { score: "INVALID_SCORE" },
  replies: { 200: enveloped(UserState) },
  errors: ["INVALID_SCORE"],
});

export type Strategy = z.infer<typeof Strategy>;
export type UserState = z.infer<typeof UserState>;
export type HabitProfile = z.infer<typeof HabitProfile>;
export type ProcessResult = z.infer<typeof ProcessResult>;
export type WordMasteryDecision = z.infer<typeof WordMasteryDecision>;
