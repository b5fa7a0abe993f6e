import { z } from "zod";
import { AppEventCategory } from "./app-events.ts";
import { Day, Timestamp, clampedInteger } from "./common.ts";
import { endpoint, enveloped } from "./endpoint.ts";

/** Longest range that may be asked for. */
export const APP_EVENT_RANGE_DAYS_MAX = 90;

const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);

const day = z.iso.date().refine((text) => text >= "1970", "is not before 1970");

/**
 * The days a read is about: the latest 7, 14, 30 or 90 up to today, or from a day to a day, both
 * included and at most 90, which counts more than `days`. Days are those of APP_TIMEZONE.
 */
const RangeQuery = z.object({
  days: z.enum(["7", "14", "30", "90"]).default("7"),
  from: day.optional(),
  to: day.optional(),
});

const faults = {
  days: "INVALID_RANGE",
  from: "INVALID_RANGE",
  to: "INVALID_RANGE",
} as const;

/** Stands in every reply. */
export const AppEventRange = z.object({
  /** Days in the range. */
  days: z.int().positive(),
  rangeStart: Day,
  rangeEnd: Day,
});

const Compared = z.object({
  value: z.number(),
  /** The same of as many days right before. */
  prevValue: z.number(),
  /** Change in percent; null when there was nothing before. */
  deltaPct: z.number().nullable(),
});

export const AppEventOverview = AppEventRange.extend({
  generatedAt: Timestamp,
  totalEvents: Compared,
  /** Learners a day, on average over all days of the range. */
  dauAverage: Compared,
  /** Events of the category `error`. */
  errorCount: Compared,
  /** Percent of the learners of the range whose app never reported `crash`; null without any. */
  crashFreePct: percent.nullable(),
  /** Milliseconds, of `api_rtt`; null when none was reported. */
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
      /** Learners of whom anything was reported that day. */
      dau: count,
    }),
  ),
});

/** Most frequent first. Beyond 200 names of a category on one day, the rest is `(other)`. */
export const AppEventTop = AppEventRange.extend({
  rows: z.array(
    z.object({
      name: z.string(),
      category: AppEventCategory,
      count,
      /** Different learners in the whole range. */
      users: count,
    }),
  ),
});

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Most frequent first. Beyond 500 groups on one day, the rest is `(other)` of its name. */
export const AppEventErrors = AppEventRange.extend({
  rows: z.array(
    z.object({
      name: z.string(),
      /**
       * The property `signature`; without one the endpoint, status and code that the event names;
       * empty when it names nothing.
       */
      signature: z.string(),
      count,
      lastSeen: Timestamp,
      /** Up to three of the latest events, newest first, as long as they are kept. */
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
  /** Everything that was timed in the range, by name. */
  names: z.array(z.string()),
  /** Days on which it was timed. Percentiles are within 1 % of the true ones. */
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

export const AppEventFunnel = AppEventRange.extend({
  steps: z.array(
    z.object({
      key: AppEventFunnelKey,
      label: z.string(),
      sublabel: z.string(),
      /** Different learners who got there in the range, whatever they did before. */
      count,
      /** Percent of the learners of the first step; at most 100, and 0 when that has none. */
      pct: percent,
      /** Percentage points against the step before; null for the first. */
      deltaPt: z.number().nullable(),
      /** `good` loses at most 10 points, `warn` at most 30, `bad` more; `neutral` is the first. */
      tone: z.enum(["neutral", "good", "warn", "bad"]),
    }),
  ),
  /** The two steps between which most learners are lost, and how many points; null: nowhere. */
  biggestDropFrom: AppEventFunnelKey.nullable(),
  biggestDropTo: AppEventFunnelKey.nullable(),
  biggestDropPt: z.number().nullable(),
});

/** The weeks up to the one the range ends in, oldest first. Weeks begin on Monday. */
export const AppEventRetention = AppEventRange.extend({
  cohorts: z.array(
    z.object({
      cohortStart: Day,
      /** Learners of whom that week brought the first report ever. */
      size: count,
      /**
       * Share of them, 0 to 1, who were there that week (always 1), the week after, and so on up
       * to the last week. Empty when the cohort is.
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
      /** Different learners of the seven days up to this one. */
      wau: count,
      /** Learners of the day by platform; who uses two is in both. */
      byPlatform: z.record(z.string(), count),
    }),
  ),
});

const admin = { method: "GET", access: "admin", stability: "beta" } as const;

export const readAppEventOverview = endpoint({
  ...admin,
  path: "/api/admin/app-events/overview",
  summary: "Overview of app events: volume, active learners, errors.",
  query: RangeQuery,
  faults,
  replies: { 200: enveloped(AppEventOverview) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventTrend = endpoint({
  ...admin,
  path: "/api/admin/app-events/trend",
  summary: "Events and learners by day.",
  query: RangeQuery,
  faults,
  replies: { 200: enveloped(AppEventTrend) },
  errors: ["INVALID_RANGE"],
});

export const readTopAppEvents = endpoint({
  ...admin,
  path: "/api/admin/app-events/top-events",
  summary: "The most frequent events.",
  query: RangeQuery.extend({
    category: AppEventCategory.optional(),
    limit: clampedInteger(1, 100, 20),
  }),
  faults: { ...faults, category: "APP_EVENT_INVALID_CATEGORY" },
  replies: { 200: enveloped(AppEventTop) },
  errors: ["INVALID_RANGE", "APP_EVENT_INVALID_CATEGORY"],
});

export const readAppEventErrors = endpoint({
  ...admin,
  path: "/api/admin/app-events/errors",
  summary: "Errors reported by the apps, grouped by signature.",
  query: RangeQuery.extend({ limit: clampedInteger(1, 100, 20) }),
  faults,
  replies: { 200: enveloped(AppEventErrors) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventPerf = endpoint({
  ...admin,
  path: "/api/admin/app-events/perf",
  summary: "Durations measured in the apps, by day.",
  query: RangeQuery.extend({ name: z.string().default("api_rtt") }),
  faults,
  replies: { 200: enveloped(AppEventPerf) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventFunnel = endpoint({
  ...admin,
  path: "/api/admin/app-events/funnel",
  summary: "Funnel from opening the app to completing a study session.",
  query: RangeQuery,
  faults,
  replies: { 200: enveloped(AppEventFunnel) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventRetention = endpoint({
  ...admin,
  path: "/api/admin/app-events/retention-matrix",
  summary: "Retention matrix by week of first activity.",
  query: RangeQuery.extend({ weeks: clampedInteger(1, 26, 7) }),
  faults,
  replies: { 200: enveloped(AppEventRetention) },
  errors: ["INVALID_RANGE"],
});

export const readAppEventActivity = endpoint({
  ...admin,
  path: "/api/admin/app-events/activity",
  summary: "Active learners by day and week, and by platform.",
  query: RangeQuery,
  faults,
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
