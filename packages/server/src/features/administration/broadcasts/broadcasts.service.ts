import type { BroadcastAudience, BroadcastDraft, ScheduledBroadcast } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { VERSION } from "../../../platform/basics/version.ts";
import { withoutNullish } from "../../../platform/basics/without-nullish.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import { conditionsOf, countAudience, requireVersion } from "./broadcast-audience.service.ts";
import {
  audienceOf,
  BROADCAST_WORKER,
  deliver,
  type StoredAudience,
} from "./broadcast-delivery.service.ts";
import {
  changeBroadcast,
  countScheduled,
  findBroadcast,
  insertBroadcast,
  insertNamed,
  listScheduled,
  removeNamed,
} from "./broadcasts.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "jobs" | "log" | "reports">;

/** How long a caller waits for a broadcast to be sent. After that, the worker sends the rest. */
const WAIT_MAX_MS = 20_000;

const PAST_MAX_MS = MINUTE_MS;
const AHEAD_MAX_MS = 365 * DAY_MS;
const SCHEDULED_SHOWN = 200;

/** Sent to the whole audience, or left to the worker. */
export type BroadcastReceipt =
  | { readonly sent: number; readonly broadcastId: string }
  | { readonly scheduled: true; readonly scheduledAt: string; readonly broadcastId: string };

/**
 * Sends a broadcast, or stores it for later. One that cannot be sent at once, because of too many
 * learners or a fault, is left to the worker like a scheduled one.
 *
 * @throws AppError INVALID_VERSION_MIN, INVALID_SCHEDULED_AT, EMPTY_AUDIENCE
 */
export async function sendBroadcast(
  needs: Needs,
  by: Admin,
  draft: BroadcastDraft,
): Promise<BroadcastReceipt> {
  const audience = draft.audience ?? {};
  requireVersion(audience);
  const nowMs = needs.clock.nowMs();
  const scheduledAtMs = draft.scheduledAt == null ? null : requireTime(draft.scheduledAt, nowMs);
  const matched = await countAudience(needs.reports, await conditionsOf(needs, audience));
  if (matched === 0) refuse("EMPTY_AUDIENCE");
  const broadcastId = await storeBroadcast(needs, by, { ...draft, audience, scheduledAtMs });
  const scheduledAt = toTimestamp(scheduledAtMs ?? nowMs);
  if (scheduledAtMs !== null) return { scheduled: true, scheduledAt, broadcastId };
  const endMs = needs.clock.monotonicMs() + WAIT_MAX_MS;
  const row = await deliver(needs, broadcastId, {
    mayContinue: () => needs.clock.monotonicMs() < endMs,
    rest: takeTurns,
  });
  if (row?.status === "sent") return { sent: row.sent_count, broadcastId };
  needs.jobs.wake(BROADCAST_WORKER);
  return { scheduled: true, scheduledAt, broadcastId };
}

interface Order extends Pick<BroadcastDraft, "title" | "message"> {
  readonly audience: BroadcastAudience;
  /** null: at once. */
  readonly scheduledAtMs: number | null;
}

async function storeBroadcast(
  needs: Needs,
  by: Admin,
  { title, message, audience, scheduledAtMs }: Order,
): Promise<string> {
  const nowMs = needs.clock.nowMs();
  const { userIds, ...others } = withoutNullish(audience);
  const stored: StoredAudience = { ...others, ...(userIds && { namesUsers: true }) };
  const isNow = scheduledAtMs === null;
  const id = needs.ids.next();
  await transact(needs.database, async (tx) => {
    await insertBroadcast(tx, {
      id,
      title,
      message,
      audience_json: JSON.stringify(stored),
      created_by: by.id,
      status: isNow ? "sending" : "scheduled",
      scheduled_at_ms: scheduledAtMs,
      started_at_ms: isNow ? nowMs : null,
      touched_at_ms: nowMs,
      finished_at_ms: null,
      cursor: "",
      attempts: 0,
      sent_count: 0,
      read_count: null,
      error: null,
      created_at_ms: nowMs,
    });
    if (userIds) await insertNamed(tx, id, await lockExistingLearners(tx, [...new Set(userIds)]));
    await writeAudit(tx, {
      action: isNow ? "broadcast.send" : "broadcast.schedule",
      by,
      atMs: nowMs,
      target: { type: "broadcast", id, name: title },
      after: { title, message },
      metadata: {
        title,
        audience: others,
        ...(userIds && { namedUsers: userIds.length }),
        ...(scheduledAtMs !== null && { scheduledAt: toTimestamp(scheduledAtMs) }),
      },
    });
  });
  return id;
}

/** Scheduled broadcasts, next first, and their number. */
export async function listScheduledBroadcasts(
  needs: Pick<Deps, "database">,
): Promise<{ items: ScheduledBroadcast[]; total: number }> {
  const { database } = needs;
  const rows = await listScheduled(database, { limit: SCHEDULED_SHOWN });
  const items: ScheduledBroadcast[] = [];
  for (const row of rows) {
    items.push({
      broadcastId: row.id,
      title: row.title,
      message: row.message,
      audience: await audienceOf(database, row),
      scheduledAt: toTimestamp(row.scheduled_at_ms ?? row.created_at_ms),
    });
  }
  return { items, total: await countScheduled(database) };
}

/** @throws AppError NOT_FOUND, ALREADY_DISPATCHED */
export async function cancelBroadcast(
  needs: Pick<Deps, "clock" | "database">,
  by: Admin,
  id: string,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const columns = { status: "canceled", finished_at_ms: atMs } as const;
    const isCanceled = await changeBroadcast(tx, id, { status: "scheduled" }, columns);
    const row = await findBroadcast(tx, id);
    if (!isCanceled) {
      if (row === undefined || row.status === "canceled") {
        refuse("NOT_FOUND", "No such scheduled broadcast.");
      }
      refuse("ALREADY_DISPATCHED");
    }
    await removeNamed(tx, id);
    await writeAudit(tx, {
      action: "broadcast.cancel",
      by,
      atMs,
      target: { type: "broadcast", id, name: row?.title },
      before: { status: "scheduled" },
      after: { status: "canceled" },
    });
  });
}

/** Notifies all connected clients that a version of the service is available. */
export async function broadcastUpdate(
  needs: Pick<Deps, "clock" | "database" | "events">,
  by: Admin,
  wish: { version?: string; channel?: string; message?: string },
): Promise<void> {
  const { version = VERSION, channel = "stable" } = wish;
  const message = wish.message === undefined || wish.message === "" ? null : wish.message;
  await writeAudit(needs.database, {
    action: "broadcast.update",
    by,
    atMs: needs.clock.nowMs(),
    target: { type: "release", id: version },
    metadata: { version, channel, message },
  });
  needs.events.toAll({ type: "update_available", version, channel, message });
}

/** @throws AppError INVALID_SCHEDULED_AT */
function requireTime(text: string, nowMs: number): number {
  const atMs = Date.parse(text);
  const isFit = atMs >= nowMs - PAST_MAX_MS && atMs <= nowMs + AHEAD_MAX_MS;
  return isFit ? atMs : refuse("INVALID_SCHEDULED_AT");
}
