import { z } from "zod";
import { clampedInteger, Day } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

const learner = { access: "learner", stability: "beta" } as const;
const count = z.number().int();
const outcomes = { answers: count, correct: count };

export const TrueRetention = z.object({
  target: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: "The recall that reviews are planned for." }),
  byAge: z
    .array(
      z.object({
        label: z.enum(["fresh", "young", "mature", "old"]),
        fromDays: count.meta({ description: "Included." }),
        toDays: count.nullable().meta({ description: "Not included; null: no limit." }),
        ...outcomes,
      }),
    )
    .meta({
      description:
        "By days between the answer and the word's previous one: fresh 0–3, young 3–21, mature " +
        "21–90, old from 90.",
    }),
  byHour: z
    .array(z.object({ hour: z.number().int().min(0).max(23), ...outcomes }))
    .meta({ description: "24 hours of the learner's clock." }),
  byDay: z.array(z.object({ date: Day, ...outcomes })).meta({ description: "Every day." }),
});

export const readTrueRetention = endpoint({
  method: "GET",
  path: "/api/study/retention",
  summary:
    "How many reviews were recalled: answers to words whose previous answer was before a night.",
  ...learner,
  query: z.object({
    days: clampedInteger(1, 90, 30).meta({ description: "Days until today, which is included." }),
  }),
  replies: { 200: enveloped(TrueRetention) },
  errors: [],
});

export type TrueRetention = z.infer<typeof TrueRetention>;
