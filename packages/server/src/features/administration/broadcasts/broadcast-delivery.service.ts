import type { BroadcastAudience } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { notify } from "../../progress/notifications/notify.service.ts";
import { conditionsOf, listAudienceAfter } from "./broadcast-audience.service.ts";
import {
  addSent,
  changeBroadcast,
  findBroadcast,
  listAbandoned,
  listNamed,
  listScheduled,
  removeNamed,
  type BroadcastRow,
} from "./broadcasts.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "log" | "reports">;

/** Learners notified per transaction. */
const SLICE = 1_000;

/** Tries that may end with an error. */
const TRIES = 3;

/** A sender writes several slices a second. One that is silent for this long has died. */
const DEAD_AFTER_MS = MINUTE_MS;

const DUE_AT_ONCE = 20;
const ERROR_LENGTH_MAX = 500;

export const BROADCAST_WORKER = "scheduled_broadcast";

/** How a sender yields to other work. */
export interface Pace {
  /** False to leave the rest to the worker. */
  mayContinue(): boolean;
  /** The key of a broadcast's notifications. A learner has at most one per key. */
  rest(spentMs: number): Promise<unknown> | undefined;
}

/** The key of the notifications of a broadcast: a learner has one of each key at most. */
export function onceKeyOf(broadcastId: string): string {
  return `broadcast:${broadcastId}`;
}

/**
 * Sends the due broadcasts, and the rest of those whose sender has died or failed. A failing one
 * does not stop the others.
 */
export async function deliverDue(needs: Needs, pace: Pace): Promise<void> {
  const nowMs = needs.clock.nowMs();
  const due = await listScheduled(needs.database, { untilMs: nowMs, limit: DUE_AT_ONCE });
  for (const { id } of due) {
    const columns = { status: "sending", started_at_ms: nowMs, touched_at_ms: 0 } as const;
    await changeBroadcast(needs.database, id, { status: "scheduled" }, columns);
  }
  const silent = { sinceMs: nowMs - DEAD_AFTER_MS, latestMs: latestStoredMs(nowMs) };
  for (const id of await listAbandoned(needs.database, silent)) {
    if (!pace.mayContinue()) return;
    await deliver(needs, id, pace);
  }
}

/**
 * Sends the rest of a broadcast, slice by slice. Each slice is stored together with its end
 * position, so any process may continue without serving a slice or a learner twice.
 *
 * A fault counts as a try, after which the worker retries. The third fault ends the broadcast.
 *
 * @returns the broadcast afterwards; undefined without one
 */
export async function deliver(
  needs: Needs,
  id: string,
  pace: Pace,
): Promise<BroadcastRow | undefined> {
  try {
    await deliverSlices(needs, id, pace);
  } catch (cause) {
    needs.log.error({ cause, broadcastId: id }, "a broadcast could not be sent");
    await noteFailure(needs, id, cause);
  }
  return findBroadcast(needs.database, id);
}

async function deliverSlices(needs: Needs, id: string, pace: Pace): Promise<void> {
  const first = await findBroadcast(needs.database, id);
  if (first?.status !== "sending") return;
  const audience = await conditionsOf(needs, await audienceOf(needs.database, first));
  let { cursor } = first;
  while (pace.mayContinue()) {
    const startedMs = needs.clock.monotonicMs();
    const learners = await listAudienceAfter(needs.reports, audience, cursor, SLICE);
    const isLast = learners.length < SLICE;
    if (!(await deliverSlice(needs, { ...first, cursor }, learners, isLast)) || isLast) return;
    cursor = learners.at(-1) ?? cursor;
    await pace.rest(needs.clock.monotonicMs() - startedMs);
  }
  // Lets the worker continue at once.
  await changeBroadcast(needs.database, id, { status: "sending", cursor }, { touched_at_ms: 0 });
}

/** @returns false if another sender has served this slice */
async function deliverSlice(
  needs: Needs,
  { id, title, message, cursor }: BroadcastRow,
  learners: readonly string[],
  isLast: boolean,
): Promise<boolean> {
  const nowMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    const isOurs = await changeBroadcast(
      tx,
      id,
      { status: "sending", cursor },
      {
        cursor: learners.at(-1) ?? cursor,
        touched_at_ms: nowMs,
        ...(isLast && { status: "sent", finished_at_ms: nowMs }),
      },
    );
    if (!isOurs) return false;
    const onceKey = onceKeyOf(id);
    const drafts = learners.map((userId) => {
      return { userId, type: "broadcast", title, message, onceKey } as const;
    });
    await addSent(tx, id, await notify(needs, tx, drafts));
    if (isLast) await removeNamed(tx, id);
    return true;
  });
}

/** The original audience of a broadcast. */
export async function audienceOf(db: Database, row: BroadcastRow): Promise<BroadcastAudience> {
  const { namesUsers, ...audience } = JSON.parse(row.audience_json) as StoredAudience;
  if (namesUsers !== true) return audience;
  const named = await listNamed(db, [row.id]);
  return { ...audience, userIds: named.map(({ user_id: userId }) => userId) };
}

/** Named learners are stored separately, so that an erasure finds them. */
export interface StoredAudience extends Omit<BroadcastAudience, "userIds"> {
  readonly namesUsers?: true;
}

async function noteFailure(needs: Needs, id: string, cause: unknown): Promise<void> {
  const error = String(cause).slice(0, ERROR_LENGTH_MAX);
  await transact(needs.database, async (tx) => {
    const isOurs = await changeBroadcast(tx, id, { status: "sending" }, { error });
    const row = isOurs ? await findBroadcast(tx, id) : undefined;
    if (row === undefined) return;
    const attempts = row.attempts + 1;
    const isOver = attempts >= TRIES;
    const nowMs = needs.clock.nowMs();
    await changeBroadcast(
      tx,
      id,
      { status: "sending" },
      {
        attempts,
        touched_at_ms: 0,
        ...(isOver && { status: "failed", finished_at_ms: nowMs }),
      },
    );
    if (isOver) await removeNamed(tx, id);
  });
}
