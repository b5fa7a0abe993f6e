import { z } from "zod";
import { Deleted, LearnerId, queryNumber } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { LanguageTag, WordPublic } from "../library/words.ts";

const learner = { access: "learner" } as const;

export const StudyMode = z
  .enum(["normal", "intensive", "review", "casual"])
  .describe("How the learner prefers to study; used by the apps, not by the engine.");

export const LearnerGoal = z
  .enum(["remember_most", "balanced", "learn_fastest", "own_recall"])
  .describe(
    "Beta. The goal of the schedule: to remember most, most words for the time (`balanced`, " +
      "the default), to learn fastest, or one recall for all words. It decides when words are " +
      "due.",
  );

const OwnRecall = z.number().min(0.7).max(0.97);

export const StudyConfig = z.object({
  userId: LearnerId,
  selectedWordbookIds: z
    .array(z.string())
    .describe("Ids of the wordbooks that supply new words; empty: all words."),
  dailyWordCount: z.number().int().describe("New words per day, 1 to 200; default 20."),
  studyMode: StudyMode,
  dailyMasteryTarget: z
    .number()
    .int()
    .describe("Words to master in a session, 1 to 100; default 10."),
  goal: LearnerGoal,
  ownRecall: z
    .number()
    .nullable()
    .describe(
      "Beta. The recall at which words are due under the goal `own_recall`, 0.7 to 0.97: the " +
        "last one chosen; null if none was ever chosen.",
    ),
  learningLanguages: z
    .array(z.string())
    .describe(
      "Beta. Languages the caller learns, BCP 47 tags, at most 8; empty: all. Without selected " +
        "wordbooks, new words are all library words of these languages and all of the " +
        "caller's own words. `zh` includes `zh-Hans`.",
    ),
});

export const readStudyConfig = endpoint({
  method: "GET",
  path: "/api/study-config",
  summary: "The caller's study configuration.",
  ...learner,
  replies: { 200: enveloped(StudyConfig) },
  errors: [],
});

export const updateStudyConfig = endpoint({
  method: "PUT",
  path: "/api/study-config",
  summary: "Change the caller's study configuration.",
  ...learner,
  body: z.object({
    selectedWordbookIds: list(z.string(), { max: 500, tooMany: "INVALID_REQUEST_BODY" })
      .nullish()
      .describe(
        "Ids of system wordbooks or of the caller's own, at most 500; empty: all words. Omit " +
          "to keep the current ones.",
      ),
    dailyWordCount: z
      .number()
      .int()
      .min(1)
      .max(200)
      .nullish()
      .describe("New words per day, 1 to 200; omit to keep the current number."),
    studyMode: StudyMode.nullish().describe(
      "How the learner prefers to study; omit to keep the current mode.",
    ),
    dailyMasteryTarget: z
      .number()
      .int()
      .min(1)
      .max(100)
      .nullish()
      .describe("Words to master in a session, 1 to 100; omit to keep the current number."),
    goal: LearnerGoal.nullish(),
    ownRecall: OwnRecall.nullish().describe(
      "Beta. The recall for the goal `own_recall`, 0.7 to 0.97; omit to keep the current one, " +
        "initially 0.9.",
    ),
    learningLanguages: list(LanguageTag, { max: 8, tooMany: "INVALID_REQUEST_BODY" })
      .nullish()
      .describe(
        "Beta. Languages the caller learns, BCP 47 tags, at most 8; empty: all. Omit to keep " +
          "the current ones.",
      ),
  }),
  replies: { 200: enveloped(StudyConfig) },
  errors: ["WORDBOOK_NOT_FOUND", "INVALID_LANGUAGE", "FORBIDDEN"],
});

export const listTodayWords = endpoint({
  method: "GET",
  path: "/api/study-config/today-words",
  summary: "Words of the selected wordbooks that are not yet mastered and not yet answered today.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        words: z.array(WordPublic).describe("The words, at most `target`."),
        target: z.number().int().describe("`dailyWordCount` of the study configuration."),
      }),
    ),
  },
  errors: [],
});

export const readStudyProgress = endpoint({
  method: "GET",
  path: "/api/study-config/progress",
  summary: "Number of words by state.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        studied: z.number().int().describe("Number of words that are mastered or being reviewed."),
        target: z.number().int().describe("`dailyMasteryTarget` of the study configuration."),
        new: z
          .number()
          .int()
          .describe(
            "Number of words of the selected books in the state `new`, or without a state.",
          ),
        learning: z.number().int().describe("Number of words in the state `learning`."),
        reviewing: z.number().int().describe("Number of words in the state `reviewing`."),
        mastered: z.number().int().describe("Number of words in the state `mastered`."),
      }),
    ),
  },
  errors: [],
});

const ForecastGoal = z.object({
  goal: LearnerGoal,
  targetRecall: z
    .number()
    .nullable()
    .describe("The recall at which words are due; null if it differs from word to word."),
  reviewsPerDay: z.number().describe("Mean number of reviews per day."),
  minutesPerDay: z.number().describe("Mean study time per day including new words, minutes."),
  weeks: z
    .array(
      z.object({
        reviewsPerDay: z.number().describe("Mean number of reviews per day in the week."),
        minutesPerDay: z.number().describe("Mean study time per day in the week, minutes."),
      }),
    )
    .describe("The same figures for each week."),
  wordsKnown: z
    .number()
    .int()
    .describe("Expected number of words known at the end: the sum of their recall probabilities."),
});

const GoalForecast = z.object({
  days: z.number().int().describe("Number of days the forecast covers, in whole weeks."),
  newPerDay: z.number().int().describe("New words per day that the forecast assumes."),
  wordsMet: z.number().int().describe("Number of words the caller has met so far."),
  isPersonal: z
    .boolean()
    .describe("Whether the caller's own weights and response times are known."),
  goals: z.array(ForecastGoal).describe("One entry per goal."),
});

export const readGoalForecast = endpoint({
  method: "GET",
  path: "/api/study-config/goal-forecast",
  summary: "What each goal would mean for the caller.",
  description:
    "Simulated on the caller's own words, with their weights and response times as far as " +
    "these are known. Assumes `dailyWordCount` new words per day and every review done on its " +
    "day. Nothing is stored. Refused with `UNAVAILABLE` and `Retry-After` while too many " +
    "other callers ask.",
  stability: "beta",
  ...learner,
  query: z.object({
    ownRecall: queryNumber()
      .pipe(OwnRecall)
      .optional()
      .describe(
        "The recall to forecast for `own_recall`; default: that of the study configuration, " +
          "or 0.9.",
      ),
  }),
  replies: {
    200: enveloped(GoalForecast),
  },
  errors: [],
});

export type StudyConfig = z.infer<typeof StudyConfig>;
export type LearnerGoal = z.infer<typeof LearnerGoal>;
export type GoalForecast = z.infer<typeof GoalForecast>;

export const deleteWordbook = endpoint({
  method: "DELETE",
  path: "/api/wordbooks/:id",
  summary: "Delete one of the caller's wordbooks; its words and the progress on them are kept.",
  access: "learner",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});
