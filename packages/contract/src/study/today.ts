import { z } from "zod";
import { clampedInteger, Day, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);

const Minutes = count.meta({
  description:
    "Rounded up. From the learner's own median answer time, which starts at a typical one " +
    "(responseTime.priorMedianMs) and a fixed time between questions.",
});

const PARAMS = "What the sentence needs.";
const code = <const C extends string>(name: C) =>
  z.literal(name).describe("Which reason it is, for programs.");

const LatestAnswers = z
  .object({
    answers: count.describe(
      "Answers of the latest day with an answer before today, or of today if there is none.",
    ),
    correct: count.describe("Right answers of these."),
  })
  .describe(PARAMS);

/** Why today begins as it does: a closed set of codes, whose sentence the client writes. */
export const TodayReason = z
  .discriminatedUnion("code", [
    z.object({
      code: code("cold_start"),
      params: z
        .object({
          answers: count.meta({ description: "Answers so far." }),
          answersNeeded: count.meta({
            description: "Answers after which the estimates are settled.",
          }),
        })
        .describe(PARAMS),
    }),
    z.object({
      code: code("long_break"),
      params: z
        .object({ days: count.meta({ description: "As `daysAway`; at least 3." }) })
        .describe(PARAMS),
    }),
    z.object({
      code: code("tired_lately"),
      params: z
        .object({
          fatigue: share.describe("How tired the learner was after the last answer, 0 to 1."),
        })
        .describe(PARAMS),
    }),
    z.object({ code: code("many_slips"), params: LatestAnswers }),
    z.object({
      code: code("distracted_lately"),
      params: z
        .object({
          attention: share.describe("How attentive the learner was at the last answer, 0 to 1."),
        })
        .describe(PARAMS),
    }),
    z.object({ code: code("quick_and_sure"), params: LatestAnswers }),
    z.object({ code: code("steady"), params: LatestAnswers }),
  ])
  .meta({
    description:
      "The first that applies, in this order: `long_break` (3 days or more), `cold_start` (the " +
      "engine still gets to know the learner), `tired_lately`, `many_slips` (fewer right than " +
      "the engine aims at), `distracted_lately`, `quick_and_sure` (more right than aimed at, " +
      "and faster than usual), `steady`. The estimates are as of the last answer.",
  });

export const StudyToday = z.object({
  date: Day.describe("Today in the learner's calendar."),
  due: count.meta({ description: "Reviews whose time has come, the overdue ones included." }),
  overdue: count.meta({ description: "Those of them that were due before today began." }),
  dueLater: count.meta({ description: "Further reviews that fall due before the day ends." }),
  new: count.meta({
    description:
      "New words left of today's plan: the daily target less the words met for the first time " +
      "today, and not more than the selected wordbooks still have.",
  }),
  expectedMinutes: Minutes,
  answeredToday: count.describe("Answers given today."),
  correctToday: count.describe("Right answers given today."),
  reviewedToday: count.meta({
    description: "Words answered today that were answered on an earlier day, each once.",
  }),
  dailyTarget: count.meta({ description: "`dailyWordCount` of the study configuration." }),
  masteredToday: count.describe("Words that became mastered today."),
  dailyMasteryTarget: count.describe("`dailyMasteryTarget` of the study configuration, words."),
  streakDays: count.meta({
    description: "Consecutive days with an answer, ending today or yesterday.",
  }),
  studiedToday: z.boolean().describe("Whether there was an answer today."),
  daysAway: count.nullable().meta({
    description:
      "Days of the learner's calendar since the last answer: 0 today, 1 yesterday; null without " +
      "one.",
  }),
  unfinished: z
    .object({
      sessionId: z.string().describe("Id of the session, a UUID."),
      startedAt: Timestamp.describe("When it began."),
      answered: count.describe("Answers given in it."),
      mastered: count.meta({ description: "Its words that are mastered now." }),
      target: count.meta({ description: "Words to be mastered in it." }),
    })
    .nullable()
    .describe("The active session; null if there is none."),
  engine: z
    .object({
      attention: share.describe("How attentive the learner is, 0 to 1."),
      fatigue: share.describe("How tired the learner is, 0 (fresh) to 1."),
      motivation: z
        .number()
        .min(-1)
        .max(1)
        .describe("How motivated the learner is, -1 (frustrated) to 1."),
      confidence: share.describe("How sure the engine is about this learner, 0 to 1."),
      reason: TodayReason,
    })
    .describe("What the engine believes of the learner, as of the last answer."),
});

export const StudyForecast = z.object({
  backlog: count.meta({ description: "Reviews that were due before today began." }),
  days: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        due: count.describe("Reviews that fall due on that day."),
        expectedMinutes: Minutes,
      }),
    )
    .meta({ description: "Today and the days after it; the backlog is not part of any." }),
  reviews: count.meta({
    description:
      "The backlog and all days together. A word counts once, at its next review: answers given " +
      "meanwhile add further ones.",
  }),
});

export const readStudyToday = endpoint({
  method: "GET",
  path: "/api/study/today",
  summary: "What the caller has to study today, and how it has gone so far.",
  ...learner,
  replies: { 200: enveloped(StudyToday) },
  errors: [],
});

export const readStudyForecast = endpoint({
  method: "GET",
  path: "/api/study/forecast",
  summary: "Reviews of the selected wordbooks that fall due on each of the next days.",
  ...learner,
  query: z.object({
    days: clampedInteger(1, 90, 7).describe(
      "How many days ahead, today included, 1 to 90; default 7.",
    ),
  }),
  replies: { 200: enveloped(StudyForecast) },
  errors: [],
});

export type TodayReason = z.infer<typeof TodayReason>;
export type StudyToday = z.infer<typeof StudyToday>;
export type StudyForecast = z.infer<typeof StudyForecast>;
