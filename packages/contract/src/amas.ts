import { z } from "zod";
import { DeviceCount, DeviceMs, Timestamp } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";
import { list } from "./sizes.ts";

const learner = { access: "learner" } as const;
const share = z.number().min(0).max(1);

export const Strategy = z.object({
  difficulty: z.number(),
  batchSize: z.number().int(),
  newRatio: z.number(),
  intervalScale: z.number(),
  reviewMode: z.boolean(),
});

export const HabitProfile = z.object({
  preferredHours: z.array(z.number().int().min(0).max(23)).max(3),
  medianSessionLengthMins: z.number(),
  sessionsPerDay: z.number(),
  temporalPerformance: z
    .object({
      hourlyStats: z.array(
        z.object({
          sessionCount: z.number(),
          avgAccuracy: z.number(),
          avgResponseTimeMs: z.number(),
          masteryEfficiency: z.number(),
        }),
      ),
      totalSessions: z.number().int(),
    })
    .optional(),
});

export const UserState = z.object({
  attention: share,
  fatigue: share,
  motivation: z.number().min(-1).max(1),
  confidence: share,
  lastActiveAt: Timestamp,
  sessionEventCount: z.number().int(),
  totalEventCount: z.number().int(),
  createdAt: Timestamp,
  cognitiveProfile: z.object({
    memoryCapacity: share,
    processingSpeed: share,
    stability: share,
  }),
  trendState: z.object({
    accuracyTrend: z.number(),
    speedTrend: z.number(),
    engagementTrend: z.number(),
  }),
  habitProfile: HabitProfile,
  lastSessionId: z.string().nullable(),
});

export const MasteryLevel = z.enum(["NEW", "LEARNING", "REVIEWING", "MASTERED", "FORGOTTEN"]);

export const WordMasteryDecision = z.object({
  wordId: z.string(),
  memoryStrength: share,
  recallProbability: share,
  nextReviewIntervalSecs: z.number(),
  masteryLevel: MasteryLevel,
});

export const ColdStartPhase = z.enum(["Classify", "Explore"]).nullable();

/** The engine's result for one answer. */
export const ProcessResult = z.object({
  sessionId: z.string(),
  strategy: Strategy,
  explanation: z.object({
    primaryReason: z.string(),
    factors: z.array(z.object({ name: z.string(), value: z.number(), impact: z.string() })),
    /** The explanation in English sentences, the primary reason first. */
    sentences: z.array(z.string()),
  }),
  state: UserState,
  wordMastery: WordMasteryDecision.nullable(),
  reward: z.object({
    value: z.number(),
    components: z.object({
      accuracyReward: z.number(),
      speedReward: z.number(),
      fatiguePenalty: z.number(),
      frustrationPenalty: z.number(),
      expectedForgetCost: z.number(),
    }),
  }),
  coldStartPhase: ColdStartPhase,
});

const EventFields = z.object({
  wordId: z.string(),
  isCorrect: z.boolean(),
  responseTime: z.number().nonnegative(),
  clientEventId: z.string().trim().max(128).nullish(),
  sessionId: z.string().max(128).nullish(),
  isQuit: z.boolean().nullish(),
  dwellTime: DeviceMs,
  pauseCount: DeviceCount,
  switchCount: DeviceCount,
  retryCount: DeviceCount,
  focusLossDuration: DeviceMs,
  interactionDensity: z.number().nullish(),
  pausedTimeMs: DeviceMs,
  hintUsed: z.boolean().nullish(),
  confusedWith: z.string().max(64).nullish(),
});

/** An answer processed by the engine without storing a record. */
export const AmasEvent = z.preprocess(withResponseTimeAlias, EventFields);

/** The same in a batch; the service checks the length of event ids, with a separate error code. */
const BatchedEvent = z.preprocess(
  withResponseTimeAlias,
  EventFields.extend({ clientEventId: z.string().trim().nullish() }),
);

/** Older clients send `response_time`. */
function withResponseTimeAlias(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("response_time" in value)) return value;
  return { responseTime: value.response_time, ...value };
}

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

export const processEvent = endpoint({
  method: "POST",
  path: "/api/amas/process-event",
  summary: "Process one answer without storing a record.",
  ...learner,
  body: AmasEvent,
  faults: { clientEventId: "AMAS_INVALID_EVENT_ID" },
  replies: { 200: enveloped(ProcessResult) },
  errors: ["AMAS_INVALID_EVENT_ID", "NOT_FOUND"],
});

export const processEventBatch = endpoint({
  method: "POST",
  path: "/api/amas/batch-process",
  summary: "Process up to 500 answers in order without storing records; all or none.",
  ...learner,
  body: z.object({ events: list(BatchedEvent, { min: 1, max: "LIMITS_MAX_BATCH_SIZE" }) }),
  replies: {
    200: enveloped(z.object({ count: z.number().int(), items: z.array(ProcessResult) })),
  },
  errors: ["AMAS_INVALID_EVENT_ID", "BATCH_TOO_LARGE", "NOT_FOUND"],
});

export const listInterventions = endpoint({
  method: "GET",
  path: "/api/amas/intervention",
  summary: "Interventions recommended for the caller right now.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        interventions: z.array(
          z.object({
            type: z.enum(["rest", "encouragement", "focus", "continue"]),
            message: z.string(),
            severity: z.enum(["warning", "info", "success"]),
          }),
        ),
      }),
    ),
  },
  errors: [],
});

export const resetEngine = endpoint({
  method: "POST",
  path: "/api/amas/reset",
  summary: "Reset the engine's state for the caller; word states and records stay.",
  ...learner,
  replies: { 200: enveloped(z.object({ reset: z.literal(true) })) },
  errors: [],
});

export const reportVisualFatigue = endpoint({
  method: "POST",
  path: "/api/amas/visual-fatigue",
  summary: "Report visual fatigue measured by the caller's device.",
  ...learner,
  body: z.object({ score: z.number().min(0).max(100) }),
  faults: { score: "INVALID_SCORE" },
  replies: { 200: enveloped(UserState) },
  errors: ["INVALID_SCORE"],
});

export type Strategy = z.infer<typeof Strategy>;
export type UserState = z.infer<typeof UserState>;
export type HabitProfile = z.infer<typeof HabitProfile>;
export type ProcessResult = z.infer<typeof ProcessResult>;
export type WordMasteryDecision = z.infer<typeof WordMasteryDecision>;
export type AmasEvent = z.infer<typeof AmasEvent>;
