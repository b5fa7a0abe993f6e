import { z } from "zod";
import { AdminNoticeKind, AdminNoticeSeverity } from "../accounts/admin-notices.ts";
import { ReleaseChannel, UpdatePhase } from "../administration/updates.ts";
import { PackChannel } from "../clients/resource-packs.ts";
import { Timestamp } from "./common.ts";

/**
 * Every event the service pushes over SSE: type → payload besides `type`, and audience.
 *
 * `user` events go to one learner, `device` events to one device of its owner, `admin` events to
 * every administrator, `all` to everyone.
 */
export const events = {
  maintenance: { audience: "all", payload: z.object({ active: z.boolean() }) },
  amas_state: {
    audience: "user",
    payload: z.object({
      attention: z.number(),
      fatigue: z.number(),
      motivation: z.number(),
      confidence: z.number(),
      sessionEventCount: z.number().int(),
      totalEventCount: z.number().int(),
    }),
  },
  record_applied: {
    audience: "user",
    payload: z.object({
      clientRecordId: z.string(),
      recordId: z.string(),
      wordId: z.string(),
      state: z.enum(["new", "learning", "reviewing", "mastered", "forgotten"]),
      masteryLevel: z.number(),
      nextReviewDate: Timestamp.nullable(),
    }),
  },
  record_failed: {
    audience: "user",
    payload: z.object({ clientRecordId: z.string(), code: z.string() }),
  },
  resync: { audience: "connection", payload: z.object({}) },
  import_progress: {
    audience: "user",
    payload: z.object({
      importId: z.string(),
      state: z.string(),
      progress: z.number(),
      step: z.string(),
    }),
  },
  telemetry_request: { audience: "device", payload: z.object({ requestId: z.string() }) },
  banned: { audience: "device", payload: z.object({}) },
  unbanned: { audience: "device", payload: z.object({}) },
  data_corrupted: { audience: "device", payload: z.object({}) },
  probe_request: {
    audience: "device",
    payload: z.object({
      requestId: z.string(),
      batchId: z.string(),
      scriptB64: z.string(),
      timeoutMs: z.number().int(),
      ctxVersion: z.literal(1),
    }),
  },
  probe_confirm: {
    audience: "device",
    payload: z.object({ requestId: z.string(), confirmToken: z.string() }),
  },
  update_available: {
    audience: "all",
    payload: z.object({
      version: z.string(),
      channel: z.string(),
      message: z.string().nullable(),
    }),
  },
  upgrade_required: {
    audience: "device",
    payload: z.object({ latestVersion: z.string(), message: z.string().nullable() }),
  },
  upgrade_cleared: {
    audience: "device",
    payload: z.object({ origin: z.enum(["gate", "targeted"]) }),
  },
  release_available: {
    audience: "all",
    payload: z.object({ latestTag: z.string(), channel: ReleaseChannel }),
  },
  update_progress: {
    audience: "admin",
    payload: z.object({
      taskId: z.string(),
      phase: UpdatePhase,
      percent: z.number().int(),
      error: z.string().optional(),
    }),
  },
  new_llm_suggestion: {
    audience: "admin",
    payload: z.object({ suggestionId: z.number().int() }),
  },
  llm_budget_exceeded: {
    audience: "admin",
    payload: z.object({ spentYuan: z.number(), capYuan: z.number(), resumeMonth: z.string() }),
  },
  worker_missed: {
    audience: "admin",
    payload: z.object({ workerName: z.string(), missCount: z.number().int() }),
  },
  admin_notice: {
    audience: "admin",
    payload: z.object({
      notificationId: z.string(),
      kind: AdminNoticeKind,
      severity: AdminNoticeSeverity,
    }),
  },
  incident: {
    audience: "all",
    payload: z.object({ errorRate: z.number(), windowSecs: z.number().int() }),
  },
  resource_pack_available: {
    audience: "all",
    payload: z.object({
      packId: z.string(),
      pack_id: z.string().meta({ description: "Same value as `packId`." }),
      version: z.string(),
      channel: PackChannel,
    }),
  },
} as const satisfies Record<string, { audience: Audience; payload: z.ZodType }>;

export type Audience = "all" | "user" | "device" | "admin" | "connection";
export type EventType = keyof typeof events;
export type PushedEvent = { [T in EventType]: { type: T } & PayloadOf<T> }[EventType];

/** TypeScript infers an empty object as an object without any keys, which would exclude `type`. */
type PayloadOf<T extends EventType> =
  Record<string, never> extends z.infer<(typeof events)[T]["payload"]>
    ? unknown
    : z.infer<(typeof events)[T]["payload"]>;
