import { z } from "zod";
import { clampedInteger, Day, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const share = z.number().min(0).max(1);

const Minutes = count.meta({
  description:
    "Minutes, rounded up. Based on the learner's own median response time, which starts at a " +
    "typical one (responseTime.priorMedianMs), and a fixed time between questions.",
});

const PARAMS = "Values for the sentence of this reason.";
const code = <const C extends string>(name: C) =>
  z.literal(name).describe("Code of the reason, for programs.");

const LatestAnswers = z
  .object({
    answers: count.describe(
      "Number of answers on the latest day with an answer before today, or today if there is " +
        "no such day.",
    ),
    correct: count.describe("Number of right answers among these."),
  })
  .describe(PARAMS);

/** Why today begins as it does. The set of codes is closed, and the client writes the sentences. */
export const TodayReason = z
  .discriminatedUnion("code", [
    z.object({
      code: code("cold_start"),
      params: z
        .object({
          answers: count.meta({ description: "Number of answers so far." }),
          answersNeeded: count.meta({
            description: "Number of answers after which the estimates are reliable.",
          }),
        })
        .describe(PARAMS),
    }),
    z.object({
      code: code("long_break"),
      params: z
        .object({ days: count.meta({ description: "Same as `daysAway`; at least 3." }) })
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
      "The first code that applies, in this order: `long_break` (3 days or more), " +
      "`cold_start` (the engine is still getting to know the learner), `tired_lately`, " +
      "`many_slips` (fewer right answers than the engine aims at), `distracted_lately`, " +
      "`quick_and_sure` (more right answers than aimed at, and faster than usual), `steady`. " +
      "The estimates are as of the last answer.",
  });

export const StudyToday = z.object({
  date: Day.describe("Today in the learner's calendar."),
  due: count.meta({ description: "Number of reviews due now, including overdue ones." }),
  overdue: count.meta({ description: "Number of those that were due before today began." }),
  dueLater: count.meta({
    description: "Number of additional reviews that fall due before the day ends.",
  }),
  new: count.meta({
    description:
      "New words left in today's plan: the daily target minus the words met for the first " +
      "time today, limited to those left in the selected wordbooks.",
  }),
  expectedMinutes: Minutes,
  answeredToday: count.describe("Number of answers today."),
  correctToday: count.describe("Number of right answers today."),
  reviewedToday: count.meta({
    description:
      "Number of words answered today that were also answered on an earlier day, each counted " +
      "once.",
  }),
  dailyTarget: count.meta({ description: "`dailyWordCount` of the study configuration." }),
  masteredToday: count.describe("Number of words that became mastered today."),
  dailyMasteryTarget: count.describe("`dailyMasteryTarget` of the study configuration, words."),
  streakDays: count.meta({
    description: "Consecutive days with an answer, ending today or yesterday.",
  }),
  studiedToday: z.boolean().describe("Whether there was an answer today."),
  daysAway: count.nullable().meta({
    description:
      "Days of the learner's calendar since the last answer: 0 today, 1 yesterday; null if " +
      "there is none.",
  }),
  unfinished: z
    .object({
      sessionId: z.string().describe("Id of the session, a UUID."),
      startedAt: Timestamp.describe("When the session started."),
      answered: count.describe("Number of answers given in the session."),
      mastered: count.meta({ description: "Number of its words that are mastered now." }),
      target: count.meta({ description: "Number of words to master in it." }),
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
      confidence: share.describe("How confident the engine is about this learner, 0 to 1."),
      reason: TodayReason,
    })
    .describe("The engine's estimate of the learner, as of the last answer."),
});

export const StudyForecast = z.object({
  backlog: count.meta({ description: "Number of reviews that were due before today began." }),
  days: z
    .array(
      z.object({
        date: Day.describe("Day of the learner's calendar."),
        due: count.describe("Number of reviews that fall due on that day."),
        expectedMinutes: Minutes,
      }),
    )
    .meta({ description: "Today and the days after it; the backlog is not part of any day." }),
  reviews: count.meta({
    description:
      "Total reviews of the backlog and all days. A word counts once, at its next review; " +
      "answers given in the meantime add more.",
  }),
});

export const readStudyToday = endpoint({
  method: "GET",
  path: "/api/study/today",
  summary: "What the caller has to study today, and the progress so far.",
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
      "Days to look ahead, including today, 1 to 90; default 7.",
    ),
  }),
  replies: { 200: enveloped(StudyForecast) },
  errors: [],
});

export type TodayReason = z.infer<typeof TodayReason>;
export type StudyToday = z.infer<typeof StudyToday>;
export type StudyForecast = z.infer<typeof StudyForecast>;
