import { z } from "zod";
import { AppEventCategory } from "./app-events.ts";
import { Day, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

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
  days: z.enum(["7", "14", "30", "90"]).default("7"),
  from: day.optional(),
  to: day.optional(),
});

export const appEventRangeFaults = {
  days: "INVALID_RANGE",
  from: "INVALID_RANGE",
  to: "INVALID_RANGE",
} as const;

/** Part of every reply. */
export const AppEventRange = z.object({
  /** Days in the range. */
  days: z.int().positive(),
  rangeStart: Day,
  rangeEnd: Day,
});

const Compared = z.object({
  value: z.number(),
  /** Value of the preceding range of the same length. */
  prevValue: z.number(),
  /** Change in percent; null if the previous value was 0. */
  deltaPct: z.number().nullable(),
});

export const AppEventOverview = AppEventRange.extend({
  generatedAt: Timestamp,
  totalEvents: Compared,
  /** Mean number of learners per day of the range. */
  dauAverage: Compared,
  /** Events of the category `error`. */
  errorCount: Compared,
  /** Percent of the learners whose app reported no `crash` in the range; null without learners. */
  crashFreePct: percent.nullable(),
  /** Of `api_rtt`, milliseconds; null without reports. */
  apiRttP95: z.number().nullable(),
});

/** Every day of the range, first to last. */
export const AppEventTrend = AppEventRange.extend({
  rows: z.array(
    z.object({
      day: Day,
      behavior: count,
      error: count,
      perf: count,
      /** Learners with any report on that day. */
      dau: count,
    }),
  ),
});

/** Most frequent first. Beyond 200 names per category and day, the rest is counted as `(other)`. */
export const AppEventTop = AppEventRange.extend({
  rows: z.array(
    z.object({
      name: z.string(),
      category: AppEventCategory,
      count,
      /** Distinct learners in the whole range. */
      users: count,
    }),
  ),
});

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Most frequent first. Beyond 500 groups per day, the rest is counted as `(other)` of its name. */
export const AppEventErrors = AppEventRange.extend({
  rows: z.array(
    z.object({
      name: z.string(),
      /**
       * The property `signature`; without one, endpoint, status and code of the event; empty if it
       * has none of these.
       */
      signature: z.string(),
      count,
      lastSeen: Timestamp,
      /** Up to three of the latest events that are still stored, newest first. */
      samples: z.array(
        z.object({
          at: Timestamp,
          platform: z.string(),
          appVersion: z.string(),
          props: z.record(z.string(), Scalar),
        }),
      ),
    }),
  ),
});

export const AppEventPerf = AppEventRange.extend({
  name: z.string(),
  /** Names of all measurements in the range. */
  names: z.array(z.string()),
  /** Days with measurements. Percentiles are accurate to 1 %. */
  rows: z.array(
    z.object({ day: Day, count, p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number() }),
  ),
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
      "replace the usual five steps; a learner has to do them in this order.",
  });

export const AppEventFunnel = AppEventRange.extend({
  steps: z.array(
    z.object({
      key: z.string().meta({
        description: `As requested; by default ${AppEventFunnelKey.options.join(", ")}.`,
      }),
      label: z.string(),
      sublabel: z.string(),
      /**
       * Distinct learners who reached the step in the range. Of the usual steps in any order; of
       * requested ones after those before it, among the events that are still stored.
       */
      count,
      /** Percent of the learners of the first step; at most 100, and 0 if that has none. */
      pct: percent,
      /** Difference from the previous step in percentage points; null for the first. */
      deltaPt: z.number().nullable(),
      /** `good`: loss of at most 10 points, `warn`: at most 30, `bad`: more; `neutral`: first. */
      tone: z.enum(["neutral", "good", "warn", "bad"]),
    }),
  ),
  /** The two steps with the largest loss between them, and the loss in points; null: no loss. */
  biggestDropFrom: z.string().nullable(),
  biggestDropTo: z.string().nullable(),
  biggestDropPt: z.number().nullable(),
});

/** The weeks up to the one in which the range ends, oldest first. Weeks begin on Monday. */
export const AppEventRetention = AppEventRange.extend({
  cohorts: z.array(
    z.object({
      cohortStart: Day,
      /** Learners whose first report ever was in that week. */
      size: count,
      /**
       * Share of them, 0 to 1, with reports in that week (always 1), the next week, and so on up to
       * the last week. Empty if the cohort is empty.
       */
      cells: z.array(z.number().min(0).max(1)),
    }),
  ),
});

/** Every day of the range, first to last. */
export const AppEventActivity = AppEventRange.extend({
  rows: z.array(
    z.object({
      day: Day,
      dau: count,
      /** Distinct learners in the seven days up to this one. */
      wau: count,
      /** Learners of the day by platform; a learner may be counted on several. */
      byPlatform: z.record(z.string(), count),
    }),
  ),
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
    category: AppEventCategory.optional(),
    limit: clampedInteger(1, 100, 20),
  }),
  faults: { ...appEventRangeFaults, category: "APP_EVENT_INVALID_CATEGORY" },
  replies: { 200: enveloped(AppEventTop) },
  errors: ["INVALID_RANGE", "APP_EVENT_INVALID_CATEGORY"],
});

export const readAppEventErrors = endpoint({
  ...admin,
  path: "/api/admin/app-events/errors",
  summary: "Errors reported by the apps, grouped by signature.",
  query: AppEventRangeQuery.extend({ limit: clampedInteger(1, 100, 20) }),
  faults: appEventRangeFaults,
  replies: { 200: enveloped(AppEventErrors) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventPerf = endpoint({
  ...admin,
  path: "/api/admin/app-events/perf",
  summary: "Durations measured in the apps, by day.",
  query: AppEventRangeQuery.extend({ name: z.string().default("api_rtt") }),
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
  query: AppEventRangeQuery.extend({ weeks: clampedInteger(1, 26, 7) }),
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
