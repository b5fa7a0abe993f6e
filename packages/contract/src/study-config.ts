import { z } from "zod";
import { endpoint, enveloped } from "./endpoint.ts";
import { list } from "./sizes.ts";
import { WordPublic } from "./words.ts";

const learner = { access: "learner" } as const;

export const StudyMode = z.enum(["normal", "intensive", "review", "casual"]);

export const StudyConfig = z.object({
  userId: z.string(),
  selectedWordbookIds: z.array(z.string()),
  dailyWordCount: z.number().int(),
  studyMode: StudyMode,
  dailyMasteryTarget: z.number().int(),
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
    selectedWordbookIds: list(z.string(), { max: 500, tooMany: "INVALID_REQUEST_BODY" }).nullish(),
    dailyWordCount: z.number().int().min(1).max(200).nullish(),
    studyMode: StudyMode.nullish(),
    dailyMasteryTarget: z.number().int().min(1).max(100).nullish(),
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
    200: enveloped(z.object({ words: z.array(WordPublic), target: z.number().int() })),
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
        studied: z.number().int(),
        target: z.number().int(),
        new: z.number().int(),
        learning: z.number().int(),
        reviewing: z.number().int(),
        mastered: z.number().int(),
      }),
    ),
  },
  errors: [],
});

export type StudyConfig = z.infer<typeof StudyConfig>;
