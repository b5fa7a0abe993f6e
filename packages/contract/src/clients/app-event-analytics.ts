import { z } from "zod";
import { clampedInteger, Day, limitOf, Timestamp } from "../core/common.ts";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { AppEventCategory } from "./app-events.ts";

/** Longest range that can be requested. */
export const APP_EVENT_RANGE_DAYS_MAX = 90;

const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);

const day = z.iso.date().refine((text) => text >= "1970", "is not before 1970");

/**
 * Days to report on: the latest 7, 14, 30 or 90 up to today, or an inclusive range of at most 90
 * days, which takes precedence over `days`. Days are those of APP_TIMEZONE.
 */
export const AppEventRangeQuery = z.object({
  days: reportDays("7"),
  from: day
    .optional()
    .describe(
      "First day, yyyy-MM-dd, from 1970; only together with `to`, at most 90 days. The two " +
        "take precedence over `days`.",
    ),
  to: day.optional().describe("Last day, yyyy-MM-dd, inclusive; only together with `from`."),
});

/** Number of days covered by a report that ends today. */
export function reportDays(fallback: "7" | "30") {
  const days = z.enum(["7", "14", "30", "90"]).default(fallback);
  return days.describe(
    `Number of days up to and including today; default ${fallback}. See \`from\`.`,
  );
}

export const appEventRangeFaults = {
  days: "INVALID_RANGE",
  from: "INVALID_RANGE",
  to: "INVALID_RANGE",
} as const;

/** Part of every reply. */
export const AppEventRange = z.object({
  days: z.int().positive().describe("Number of days in the range."),
  rangeStart: Day.describe("First day of the report, in APP_TIMEZONE."),
  rangeEnd: Day.describe("Last day of the report, inclusive."),
});

const Compared = z.object({
  value: z.number().describe("The figure in the range."),
  prevValue: z.number().describe("The figure in the preceding range of the same length."),
  deltaPct: z.number().nullable().describe("Change in percent; null if the previous value was 0."),
});

export const AppEventOverview = AppEventRange.extend({
  generatedAt: Timestamp.describe("When the report was computed."),
  totalEvents: Compared.describe("Number of events of all kinds."),
  dauAverage: Compared.describe("Mean number of learners per day of the range."),
  errorCount: Compared.describe("Number of events in the category `error`."),
  crashFreePct: percent
    .nullable()
    .describe(
      "Percentage of learners whose app reported no `crash` in the range; null if there are " +
        "no learners.",
    ),
  apiRttP95: z
    .number()
    .nullable()
    .describe(
      "95th percentile of the duration of the apps' requests (`api_rtt`), milliseconds; null " +
        "if there are no reports.",
    ),
});

/** Every day of the range, in ascending order. */
export const AppEventTrend = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        day: Day.describe("Day of APP_TIMEZONE."),
        behavior: count.describe("Number of events in the category `behavior`."),
        error: count.describe("Number of events in the category `error`."),
        perf: count.describe("Number of events in the category `perf`."),
        dau: count.describe("Number of learners with any report on that day."),
      }),
    )
    .describe("Every day of the range, in ascending order."),
});

/**
 * Sorted by frequency, highest first. Beyond 200 names per category and day, the rest is counted as
 * `(other)`.
 */
export const AppEventTop = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        name: z.string().describe("Name of the event."),
        category: AppEventCategory,
        count: count.describe("Number of events with this name in the range."),
        users: count.describe("Number of distinct learners in the whole range."),
      }),
    )
    .describe(
      "Sorted by frequency, highest first. Beyond 200 names per category and day, the rest is " +
        "counted as `(other)`.",
    ),
});

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Sorted by frequency, highest first. Beyond 500 groups per day, the rest is counted as `(other)`
 * of its name.
 */
export const AppEventErrors = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        name: z.string().describe("Name of the event, such as `crash`."),
        signature: z
          .string()
          .describe(
            "The property `signature` or, without one, endpoint, status and code of the " +
              "event; empty if it has none of these.",
          ),
        count: count.describe("Number of events of this group in the range."),
        lastSeen: Timestamp.describe("When the last of them occurred."),
        samples: z
          .array(
            z.object({
              at: Timestamp.describe("When it occurred."),
              platform: z.string().describe("Platform of the device, such as `web`."),
              appVersion: z.string().describe("Version of the app that sent it."),
              props: z.record(z.string(), Scalar).describe("Properties that the app sent with it."),
            }),
          )
          .describe("Up to three of the latest events that are still stored, newest first."),
      }),
    )
    .describe(
      "Sorted by frequency, highest first. Beyond 500 groups per day, the rest is counted as " +
        "`(other)` of its name.",
    ),
});

export const AppEventPerf = AppEventRange.extend({
  name: z.string().describe("Name of the measurement."),
  names: z.array(z.string()).describe("Names of all measurements in the range."),
  rows: z
    .array(
      z.object({
        day: Day.describe("Day of APP_TIMEZONE."),
        count: count.describe("Number of measurements on that day."),
        p50Ms: z.number().describe("Median, milliseconds."),
        p95Ms: z.number().describe("95th percentile, milliseconds."),
        p99Ms: z.number().describe("99th percentile, milliseconds."),
      }),
    )
    .describe("Days with measurements. Percentiles are accurate to 1 %."),
});

export const AppEventFunnelKey = z.enum([
  "session_start",
  "study_screen",
  "study_start",
  "study_complete",
  "word_lookup",
]);

/** Up to eight steps; a screen is named by its route without commas. */
const STEP = "(?:screen_view:[^,]{1,64}|[a-z0-9_]{1,64})";
const STEPS = new RegExp(`^${STEP}(?:,${STEP}){1,7}$`);

const Steps = z
  .string()
  .regex(STEPS)
  .transform((text) => text.split(","))
  .meta({
    description:
      "2 to 8 names of events, separated by commas, optionally screen_view:<screen>. They " +
      "replace the usual five steps, and a learner has to complete them in this order.",
  });

export const AppEventFunnel = AppEventRange.extend({
  steps: z
    .array(
      z.object({
        key: z.string().meta({
          description: `As requested; by default ${AppEventFunnelKey.options.join(", ")}.`,
        }),
        label: z.string().describe("Name of the step, in English."),
        sublabel: z.string().describe("Explanation of the step, in English."),
        count: count.describe(
          "Number of distinct learners who reached this and all earlier steps in the range. " +
            "The usual steps count in any order; requested steps count in their order, among " +
            "the events that are still stored.",
        ),
        pct: percent.describe(
          "Percentage of the learners of the first step, at most 100; 0 if that has none.",
        ),
        deltaPt: z
          .number()
          .nullable()
          .describe("Difference from the previous step in percentage points; null for the first."),
        tone: z
          .enum(["neutral", "good", "warn", "bad"])
          .describe(
            "`neutral`: first step; `good`: loss of at most 10 points; `warn`: at most 30; " +
              "`bad`: more.",
          ),
      }),
    )
    .describe("The steps, in order."),
  biggestDropFrom: z
    .string()
    .nullable()
    .describe("`key` of the step before the largest loss; null if there is none."),
  biggestDropTo: z
    .string()
    .nullable()
    .describe("`key` of the step after the largest loss; null if there is none."),
  biggestDropPt: z
    .number()
    .nullable()
    .describe("The largest loss between two steps in percentage points; null if there is none."),
});

/** The weeks up to the one in which the range ends, oldest first. Weeks begin on Monday. */
export const AppEventRetention = AppEventRange.extend({
  cohorts: z
    .array(
      z.object({
        cohortStart: Day.describe("Monday of the week."),
        size: count.describe("Number of learners whose first report ever was in that week."),
        cells: z
          .array(z.number().min(0).max(1))
          .describe(
            "Share of them, 0 to 1, with reports in that week (always 1), the next week, and " +
              "so on up to the last week. Empty if the cohort is empty.",
          ),
      }),
    )
    .describe("The weeks up to the one in which the range ends, oldest first."),
});

/** Every day of the range, in ascending order. */
export const AppEventActivity = AppEventRange.extend({
  rows: z
    .array(
      z.object({
        day: Day.describe("Day of APP_TIMEZONE."),
        dau: count.describe("Number of distinct learners with a report on that day."),
        wau: count.describe("Number of distinct learners in the seven days up to this one."),
        byPlatform: z
          .record(z.string(), count)
          .describe("Number of the day's learners by platform; a learner may count on several."),
      }),
    )
    .describe("Every day of the range, in ascending order."),
});

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

export const readAppEventOverview = endpoint({
  ...admin,
  path: "/api/admin/app-events/overview",
  summary: "Overview of app events: volume, active learners, errors.",
  query: AppEventRangeQuery,
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventOverview) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventTrend = endpoint({
  ...admin,
  path: "/api/admin/app-events/trend",
  summary: "Events and learners by day.",
  query: AppEventRangeQuery,
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventTrend) },
  errors: ["INVALID_RANGE"],
});

export const readTopAppEvents = endpoint({
  ...admin,
  path: "/api/admin/app-events/top-events",
  summary: "The most frequent events.",
  query: AppEventRangeQuery.extend({
    category: AppEventCategory.optional().describe("Only events of this category."),
    limit: limitOf(100, 20),
  }),
  faults: { ...appEventRangeFaults, category: "APP_EVENT_INVALID_CATEGORY" },
  replies: { 200: enveloped(AppEventTop) },
  errors: ["INVALID_RANGE", "APP_EVENT_INVALID_CATEGORY"],
});

export const readAppEventErrors = endpoint({
  ...admin,
  path: "/api/admin/app-events/errors",
  summary: "Errors reported by the apps, grouped by signature.",
  query: AppEventRangeQuery.extend({ limit: limitOf(100, 20) }),
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventErrors) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventPerf = endpoint({
  ...admin,
  path: "/api/admin/app-events/perf",
  summary: "Durations measured in the apps, by day.",
  query: AppEventRangeQuery.extend({
    name: z
      .string()
      .default("api_rtt")
      .describe("Name of the measurement, as in `names`; default: api_rtt."),
  }),
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventPerf) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventFunnel = endpoint({
  ...admin,
  path: "/api/admin/app-events/funnel",
  summary: "Funnel from opening the app to looking up a word, or of requested steps.",
  query: AppEventRangeQuery.extend({ steps: Steps.optional() }),
  faults: { ...appEventRangeFaults, steps: "APP_EVENT_INVALID_NAME" },
  replies: { 200: enveloped(AppEventFunnel) },
  errors: ["INVALID_RANGE", "APP_EVENT_INVALID_NAME"],
});

export const readAppEventRetention = endpoint({
  ...admin,
  path: "/api/admin/app-events/retention-matrix",
  summary: "Retention matrix by week of first activity.",
  query: AppEventRangeQuery.extend({
    weeks: clampedInteger(1, 26, 7).describe(
      "Number of cohorts, by week of the first report; 1 to 26, default 7.",
    ),
  }),
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventRetention) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventActivity = endpoint({
  ...admin,
  path: "/api/admin/app-events/activity",
  summary: "Active learners by day and week, and by platform.",
  query: AppEventRangeQuery,
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventActivity) },
  errors: ["INVALID_RANGE"],
});

export type AppEventRange = z.infer<typeof AppEventRange>;
export type AppEventOverview = z.infer<typeof AppEventOverview>;
export type AppEventTrend = z.infer<typeof AppEventTrend>;
export type AppEventTop = z.infer<typeof AppEventTop>;
export type AppEventErrors = z.infer<typeof AppEventErrors>;
export type AppEventPerf = z.infer<typeof AppEventPerf>;
export type AppEventFunnel = z.infer<typeof AppEventFunnel>;
export type AppEventFunnelKey = z.infer<typeof AppEventFunnelKey>;
export type AppEventRetention = z.infer<typeof AppEventRetention>;
export type AppEventActivity = z.infer<typeof AppEventActivity>;
