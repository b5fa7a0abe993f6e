import { z } from "zod";
import { endpoint, enveloped } from "../core/endpoint.ts";
import { checkedByItself, dictionary, list } from "../core/sizes.ts";

/** Maximum number of events per request. */
export const APP_EVENTS_MAX = 50;

/** Limits of one event. Characters are code points. */
export const appEventLimits = {
  idCharacters: 128,
  propsKeys: 16,
  propsTextCharacters: 128,
  /** Size of the properties as JSON in UTF-8. */
  propsBytes: 2048,
  /** Times further in the past or future are clamped. */
  backMs: 7 * 86_400_000,
  aheadMs: 5 * 60_000,
} as const;

export const AppEventCategory = z
  .enum(["behavior", "error", "perf"])
  .describe("behavior: a learner's actions; error: faults; perf: durations.");

/** Form of an event name, by which events are counted. */
export const APP_EVENT_NAME = /^[a-z0-9_]{1,64}$/;

const noProps = z.object({});
const withWordCount = z.object({ wordCount: z.int().optional() });

export const AppScreen = z.enum([
  "home",
  "study",
  "review",
  "wordbook",
  "word_detail",
  "profile",
  "settings",
  "stats",
  "login",
  "onboarding",
  "notifications",
  "feedback",
]);

const faultProps = z.object({
  /** First 16 characters of a SHA-256; equal for occurrences of the same fault. */
  signature: z.string(),
  kind: z.string(),
});

/**
 * Known events and their properties. Events with other names are also accepted and counted; funnel,
 * crash and response-time statistics use these names.
 */
export const appEventVocabulary = {
  session_start: { category: "behavior", props: z.object({ launchType: z.string().optional() }) },
  session_end: { category: "behavior", props: z.object({ durationSec: z.number() }) },
  screen_view: { category: "behavior", props: z.object({ screen: AppScreen }) },
  study_start: { category: "behavior", props: withWordCount },
  study_complete: { category: "behavior", props: withWordCount },
  study_quit: { category: "behavior", props: withWordCount },
  word_lookup: { category: "behavior", props: noProps },
  word_favorite: { category: "behavior", props: noProps },
  word_note: { category: "behavior", props: noProps },
  wordbook_switch: { category: "behavior", props: noProps },
  feedback_submit: { category: "behavior", props: noProps },
  pack_update: { category: "behavior", props: z.object({ outcome: z.string() }) },
  api_failure: {
    category: "error",
    /** The endpoint is a path with the names of its parameters, never their values. */
    props: z.object({ endpoint: z.string(), status: z.int(), code: z.string().optional() }),
  },
  crash: { category: "error", props: faultProps },
  app_error: { category: "error", props: faultProps },
  app_launch: { category: "perf", props: z.object({ ms: z.number() }) },
  page_load: { category: "perf", props: z.object({ screen: AppScreen, ms: z.number() }) },
  api_rtt: {
    category: "perf",
    /** One request in ten is reported. */
    props: z.object({ endpoint: z.string(), ms: z.number(), status: z.int() }),
  },
} as const satisfies Record<string, { category: AppEventCategory; props: z.ZodType }>;

/** A valid event. */
export const AppEvent = z.object({
  clientEventId: z
    .string()
    .min(1)
    .max(appEventLimits.idCharacters)
    .describe("Id chosen by the app, 1 to 128 characters; repeated events count once per device."),
  name: z
    .string()
    .regex(APP_EVENT_NAME)
    .meta({
      description: `Known names: ${Object.keys(appEventVocabulary).join(", ")}.`,
    }),
  category: AppEventCategory,
  clientTsMs: z
    .number()
    .describe(
      "When it happened, Unix time in milliseconds by the server's clock; clamped to the range " +
        "from 7 days ago to 5 minutes ahead.",
    ),
  props: dictionary(z.union([z.string(), z.number(), z.boolean()]), {
    max: appEventLimits.propsKeys,
    tooMany: "APP_EVENT_INVALID_PROPS",
  })
    .optional()
    .describe("At most 16 entries and 2 KB as JSON, texts of at most 128 characters."),
});

const AppEventFaultCode = z.enum([
  "APP_EVENT_INVALID_ID",
  "APP_EVENT_DUPLICATE_ID",
  "APP_EVENT_INVALID_NAME",
  "APP_EVENT_INVALID_CATEGORY",
  "APP_EVENT_INVALID_TS",
  "APP_EVENT_INVALID_PROPS",
]);

const count = z.int().nonnegative();

/** Result of a batch; the counts add up to the number of events in it. */
export const AppEventsReceipt = z.object({
  accepted: count.describe("Number of events stored."),
  duplicates: count.describe("Number of events that the same device had already sent."),
  sampledOut: count.describe(
    "Number of events not stored because of sampling; the app must not send them again.",
  ),
  failed: count.describe("Number of events refused, see `errors`."),
  errors: z
    .array(
      z.object({
        index: count.describe("Index in the request, from 0."),
        clientEventId: z
          .string()
          .nullable()
          .describe("The id as sent; null if it could not be read."),
        code: AppEventFaultCode.describe("The rule that the event breaks."),
        message: z.string().describe("Reason for the refusal, in English, for people."),
      }),
    )
    .describe("One entry per refused event."),
  throttled: z
    .literal(true)
    .optional()
    .describe("Present if the whole batch was discarded because too many events were sent."),
});

export const sendAppEvents = endpoint({
  method: "POST",
  path: "/api/telemetry/app-events",
  summary: "Report app events from one of the caller's registered devices.",
  access: "learner",
  stability: "internal",
  bucket: "app_events",
  body: z.object({
    events: list(checkedByItself(AppEvent), {
      min: 1,
      max: APP_EVENTS_MAX,
      tooMany: "APP_EVENTS_TOO_LARGE",
    }).describe("The events, at most 50, in any order."),
  }),
  anyText: true,
  replies: { 200: enveloped(AppEventsReceipt) },
  errors: [
    "MISSING_DEVICE_ID",
    "INVALID_DEVICE_ID",
    "MISSING_OS",
    "MISSING_APP_VERSION",
    "DEVICE_NOT_REGISTERED",
    "DEVICE_OWNERSHIP_MISMATCH",
    "APP_EVENTS_TOO_LARGE",
    "PAYLOAD_TOO_LARGE",
  ],
});

export type AppEventCategory = z.infer<typeof AppEventCategory>;
export type AppEvent = z.infer<typeof AppEvent>;
export type AppEventFaultCode = z.infer<typeof AppEventFaultCode>;
export type AppEventsReceipt = z.infer<typeof AppEventsReceipt>;
export type AppScreen = z.infer<typeof AppScreen>;

/** Names of the known events, and the properties of each. */
export type KnownAppEvent = keyof typeof appEventVocabulary;
export type AppEventProps<N extends KnownAppEvent> = z.infer<
  (typeof appEventVocabulary)[N]["props"]
>;
