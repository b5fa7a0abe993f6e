import { z } from "zod";
import { Timestamp, WordId } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner" } as const;
const share = z.number().min(0).max(1);

export const Strategy = z.object({
  difficulty: z
    .number()
    .describe("Difficulty of new words that is aimed at, 0 (easy) to 1 (hard); 0.5 at the start."),
  batchSize: z.number().int().describe("Words in a batch, 1 to 50; 10 at the start."),
  newRatio: z.number().describe("Share of new words in a batch, 0 to 1; 0.3 at the start."),
  intervalScale: z
    .number()
    .describe("Factor on the time until the next review; 1 changes nothing."),
  reviewMode: z.boolean().describe("Whether batches have reviews only, and no new words."),
});

export const HabitProfile = z.object({
  preferredHours: z
    .array(z.number().int().min(0).max(23))
    .max(3)
    .describe(
      "The hours in which the learner studies most or wants to, 0 to 23 of their " +
        "clock, at most 3.",
    ),
  medianSessionLengthMins: z
    .number()
    .describe("Usual length of a session, minutes; 15 before it is known."),
  sessionsPerDay: z.number().describe("Usual number of sessions on a day; 1 before it is known."),
  temporalPerformance: z
    .object({
      hourlyStats: z
        .array(
          z.object({
            sessionCount: z.number().describe("Sessions that began in this hour, 0 or more."),
            avgAccuracy: z
              .number()
              .describe(
                "Share of right answers in this hour, 0 to 1, newer sessions counting more.",
              ),
            avgResponseTimeMs: z
              .number()
              .describe("Mean time of an answer in this hour, milliseconds."),
            masteryEfficiency: z
              .number()
              .describe("Words that rose a level in a minute of study in this hour."),
          }),
        )
        .describe(
          "One entry for each hour of the learner's clock, from 0 to 23; all zero " +
            "before it is known.",
        ),
      totalSessions: z.number().int().describe("Finished sessions in all hours."),
    })
    .optional()
    .describe("How study goes by hour of the day; absent while nothing is known."),
});

export const UserState = z.object({
  attention: share.describe("How attentive the learner is, 0 to 1; 0.7 at the start."),
  fatigue: share.describe(
    "How tired the learner is, 0 (fresh) to 1; 0 at the start, and falls during pauses.",
  ),
  motivation: z
    .number()
    .min(-1)
    .max(1)
    .describe("How motivated the learner is, -1 (frustrated) to 1; 0 at the start."),
  confidence: share.describe(
    "How sure the engine is about this learner, 0 to 1; 0.1 at the start.",
  ),
  lastActiveAt: Timestamp.describe(
    "When the learner last answered; before the first answer the same as `createdAt`.",
  ),
  sessionEventCount: z.number().int().describe("Answers since the session began, 0 or more."),
  totalEventCount: z
    .number()
    .int()
    .describe("Answers since the engine's state was made or reset, 0 or more."),
  createdAt: Timestamp.describe(
    "When the engine's state was last reset; without a reset, when the account was made.",
  ),
  cognitiveProfile: z
    .object({
      memoryCapacity: share.describe(
        "How well words are kept over days or more, 0 to 1; 0.5 is as usual.",
      ),
      processingSpeed: share.describe("How fast answers come, 0 to 1; 0.5 is as usual."),
      stability: share.describe("How even the answer times are, 0 to 1."),
    })
    .describe("How the learner learns compared with others; 0.5 each at the start."),
  trendState: z
    .object({
      accuracyTrend: z
        .number()
        .describe("Accuracy against prediction, -1 (falling) to 1 (rising)."),
      speedTrend: z.number().describe("Speed of answers, -1 (falling) to 1 (rising)."),
      engagementTrend: z.number().describe("Engagement, -1 (falling) to 1 (rising)."),
    })
    .describe("Whether things get better; 0 when they stay as they are."),
  habitProfile: HabitProfile.describe("When, how long and how often the learner studies."),
  lastSessionId: z
    .string()
    .nullable()
    .describe("Id of the session of the last answer; null: it had none."),
});

export const MasteryLevel = z
  .enum(["NEW", "LEARNING", "REVIEWING", "MASTERED", "FORGOTTEN"])
  .describe("The engine's level of a word: the state of the same name, in upper case.");

export const WordMasteryDecision = z.object({
  wordId: WordId,
  memoryStrength: share.describe("Stability of the memory against 30 days, 0 to 1."),
  recallProbability: share.describe(
    "Chance that the learner knows the word after this answer, 0 to 1.",
  ),
  nextReviewIntervalSecs: z.number().describe("Seconds until the next review."),
  masteryLevel: MasteryLevel.describe("The level after this answer."),
});

export const ColdStartPhase = z
  .enum(["Classify", "Explore"])
  .nullable()
  .describe(
    "Classify: finding out the level; Explore: trying what suits; null: the learner is known.",
  );

/** The engine's result for one answer. */
export const ProcessResult = z.object({
  sessionId: z.string().describe("As sent; without one `<id of the learner>-session`."),
  strategy: Strategy.describe("What the next batch is made by."),
  explanation: z
    .object({
      primaryReason: z
        .string()
        .describe(
          "Name of the factor with the largest effect; `duplicate_event` for an event " +
            "that was known.",
        ),
      factors: z
        .array(
          z.object({
            name: z.string().describe("What it is, such as `fatigue`, in English."),
            value: z.number().describe("How large it is, in its own unit; most are 0 to 1."),
            impact: z
              .string()
              .describe("What it did to the strategy: positive, negative or neutral."),
          }),
        )
        .describe("What the strategy depends on, and each voter's weight."),
      sentences: z
        .array(z.string())
        .describe("The explanation in English sentences, the primary reason first."),
    })
    .describe("Why the strategy is as it is."),
  state: UserState.describe("The learner's state after the answer."),
  wordMastery: WordMasteryDecision.nullable().describe(
    "What the answer says of the word; null for a quit without a word and for repeats.",
  ),
  reward: z
    .object({
      value: z.number().describe("Sum of the components, clamped to -1 to 1."),
      components: z
        .object({
          accuracyReward: z
            .number()
            .describe("For a right answer above 0, less with a hint; for a wrong one below 0."),
          speedReward: z.number().describe("For a fast right answer without help, 0 or more."),
          fatiguePenalty: z.number().describe("0, or below 0 when the learner was very tired."),
          frustrationPenalty: z.number().describe("0, or below 0 when the learner was frustrated."),
          expectedForgetCost: z
            .number()
            .describe("0 or below: what is likely forgotten until the next review."),
        })
        .describe("What the value is made of; each has its sign."),
    })
    .describe("What the answer was worth to the engine."),
  coldStartPhase: ColdStartPhase.describe("Where the learner stands in the cold start."),
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
                    "all is well.",
                ),
              message: z.string().describe("The recommendation in the learner's language."),
              severity: z
                .enum(["warning", "info", "success"])
                .describe(
                  "warning for rest and focus, info for encouragement, success for continue.",
                ),
            }),
          )
          .describe("All that apply of rest, encouragement and focus; else `continue` alone."),
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
    score: z.number().min(0).max(100).describe("How tired the eyes are, 0 (not at all) to 100."),
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
