import { z } from "zod";
import { Deleted, LearnerId, queryNumber } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { list } from "../core/sizes.ts";
import { WordPublic } from "../library/words.ts";

const learner = { access: "learner" } as const;

export const StudyMode = z
  .enum(["normal", "intensive", "review", "casual"])
  .describe("How the learner likes to study; for the apps, the engine does not use it.");

export const LearnerGoal = z
  .enum(["remember_most", "balanced", "learn_fastest", "own_recall"])
  .describe(
    "Beta. What the learner wants of the schedule: to remember most, most words for the time " +
      "(`balanced`, at first), to learn fastest, or one recall for all words. It decides when " +
      "words are due.",
  );

const OwnRecall = z.number().min(0.7).max(0.97);

export const StudyConfig = z.object({
  userId: LearnerId,
  selectedWordbookIds: z
    .array(z.string())
    .describe("Ids of the wordbooks that new words come from; empty: all words."),
  dailyWordCount: z.number().int().describe("New words a day, 1 to 200; 20 at first."),
  studyMode: StudyMode,
  dailyMasteryTarget: z
    .number()
    .int()
    .describe("Words to be mastered in a session, 1 to 100; 10 at first."),
  goal: LearnerGoal,
  ownRecall: z
    .number()
    .nullable()
    .describe(
      "Beta. The recall at which words are due under the goal `own_recall`, 0.7 to 0.97; the " +
        "last one chosen, null before the first.",
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
        "Ids of system wordbooks or one's own, at most 500; empty: all words. Absent: " +
          "they stay.",
      ),
    dailyWordCount: z
      .number()
      .int()
      .min(1)
      .max(200)
      .nullish()
      .describe("New words a day, 1 to 200; absent: it stays."),
    studyMode: StudyMode.nullish().describe("How the learner likes to study; absent: it stays."),
    dailyMasteryTarget: z
      .number()
      .int()
      .min(1)
      .max(100)
      .nullish()
      .describe("Words to be mastered in a session, 1 to 100; absent: it stays."),
    goal: LearnerGoal.nullish(),
    ownRecall: OwnRecall.nullish().describe(
      "Beta. The recall for the goal `own_recall`, 0.7 to 0.97; absent: it stays, 0.9 at first.",
    ),
  }),
  replies: { 200: enveloped(StudyConfig) },
  errors: ["WORDBOOK_NOT_FOUND", "FORBIDDEN"],
});

export const listTodayWords = endpoint({
  method: "GET",
  path: "/api/study-config/today-words",
  summary: "Words of the selected wordbooks not yet mastered and not yet answered today.",
  ...learner,
  replies: {
    200: enveloped(
      z.object({
        words: z.array(WordPublic).describe("The words, at most `target`."),
        target: z.number().int().describe("The `dailyWordCount` of the study configuration."),
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
        studied: z.number().int().describe("Words that are mastered or being reviewed."),
        target: z.number().int().describe("The `dailyMasteryTarget` of the study configuration."),
        new: z
          .number()
          .int()
          .describe("Words of the selected books in the state `new`, or without a state."),
        learning: z.number().int().describe("Words in the state `learning`."),
        reviewing: z.number().int().describe("Words in the state `reviewing`."),
        mastered: z.number().int().describe("Words in the state `mastered`."),
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
    .describe("The recall at which words are due; null: it differs from word to word."),
  reviewsPerDay: z.number().describe("Reviews a day, the mean over the days."),
  minutesPerDay: z.number().describe("Study time a day with new words, the mean over the days."),
  weeks: z
    .array(
      z.object({
        reviewsPerDay: z.number().describe("Reviews a day, the mean over the week."),
        minutesPerDay: z.number().describe("Study time a day, the mean over the week."),
      }),
    )
    .describe("The same for each week."),
  wordsKnown: z
    .number()
    .int()
    .describe("Words the learner would know at the end: the sum of their expected recall."),
});

const GoalForecast = z.object({
  days: z.number().int().describe("Days that the forecast covers, whole weeks."),
  newPerDay: z.number().int().describe("New words a day that it assumes."),
  wordsMet: z.number().int().describe("Words the caller has met so far."),
  isPersonal: z.boolean().describe("Whether the caller's own weights and answer times are known."),
  goals: z.array(ForecastGoal).describe("One entry for each goal."),
});

export const readGoalForecast = endpoint({
  method: "GET",
  path: "/api/study-config/goal-forecast",
  summary: "What each goal would mean for the caller.",
  description:
    "Simulated on the caller's own words with their weights and answer times, as far as these " +
    "are known, for `dailyWordCount` new words a day and every review done on its day. Nothing " +
    "is stored. Refused with `UNAVAILABLE` and `Retry-After` while too many others ask.",
  stability: "beta",
  ...learner,
  query: z.object({
    ownRecall: queryNumber()
      .pipe(OwnRecall)
      .optional()
      .describe(
        "The recall to forecast for `own_recall`; absent: that of the study configuration, or 0.9.",
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
  summary: "Delete one of the caller's wordbooks; its words and what was learned of them stay.",
  access: "learner",
  replies: { 200: enveloped(Deleted) },
  errors: ["NOT_FOUND", "FORBIDDEN"],
});
