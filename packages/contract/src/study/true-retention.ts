import { z } from "zod";
import { Day, daysBack } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const outcomes = {
  answers: count.describe("Number of reviews answered."),
  correct: count.describe("Number of reviews recalled."),
};

export const TrueRetention = z.object({
  target: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: "The recall that the schedule aims at for reviews." }),
  byAge: z
    .array(
      z.object({
        label: z
          .enum(["fresh", "young", "mature", "old"])
          .describe("fresh, young, mature or old, see `byAge`."),
        fromDays: count.meta({ description: "Start of the range in days, inclusive." }),
        toDays: count
          .nullable()
          .meta({ description: "End of the range in days, exclusive; null if unlimited." }),
        ...outcomes,
      }),
    )
    .meta({
      description:
        "By days between the answer and the word's previous one: fresh 0–3, young 3–21, " +
        "mature 21–90, old from 90.",
    }),
  byHour: z
    .array(
      z.object({
        hour: z.number().int().min(0).max(23).describe("Hour of the learner's clock, 0 to 23."),
        ...outcomes,
      }),
    )
    .meta({ description: "One entry for each of the 24 hours of the learner's clock." }),
  byDay: z
    .array(z.object({ date: Day.describe("Day of the learner's calendar."), ...outcomes }))
    .meta({ description: "One entry per day." }),
});

export const readTrueRetention = endpoint({
  method: "GET",
  path: "/api/study/retention",
  summary:
    "How many reviews the learner recalled; a review is an answer to a word last answered " +
    "before the preceding night.",
  ...learner,
  query: z.object({
    days: daysBack(90, 30),
  }),
  replies: { 200: enveloped(TrueRetention) },
  errors: [],
});

export type TrueRetention = z.infer<typeof TrueRetention>;
