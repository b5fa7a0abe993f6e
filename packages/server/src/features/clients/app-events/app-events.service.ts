import type { AppEventsReceipt } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { createGroupCommit } from "../../../platform/database/group-commit.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import type { DeviceHeaders } from "../devices/device-headers.ts";
import { requireOwnDevice } from "../devices/devices.service.ts";
import { checkBatch, type CheckedEvent } from "./app-event-check.ts";
import { isSampled } from "./app-event-sampling.ts";
import { lockExistingLearners } from "../../accounts/users/users.service.ts";
import {
  announceInserts,
  insertEvents,
  noteRemovals,
  removeEventsBefore,
  type NewAppEventRow,
} from "./app-events.repo.ts";

export {
  listArrivals,
  listEventsBySeq,
  listEventsOfTime,
  readCompleteSince,
  readLastSeq,
  readSettledSeq,
  type AppEventRow,
  type CountedRow,
} from "./app-events.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** The events of one request. */
interface Submission {
  readonly userId: string;
  readonly rows: readonly NewAppEventRow[];
}

/** Number of new events of a request; undefined if the account no longer exists. */
type Stored = number | undefined;

/** Requests per transaction, which then stores a thousand events at most. */
const BATCHES_AT_ONCE = 20;

/**
 * Stores the events an app reports, checking each separately. Events reported as accepted are on
 * disk, and no event of a device is stored twice.
 *
 * @throws AppError DEVICE_NOT_REGISTERED, DEVICE_OWNERSHIP_MISMATCH
 */
export async function takeAppEvents(
  needs: Needs,
  learner: Learner,
  device: DeviceHeaders,
  batch: readonly unknown[],
): Promise<AppEventsReceipt> {
  await requireOwnDevice(needs, learner, device.deviceId, { claim: false });
  const nowMs = needs.clock.nowMs();
  const { events, faults } = checkBatch(batch, nowMs);
  const rate = needs.settings.TELEMETRY_SAMPLING_RATE;
  const kept = events.filter((event) => isSampled(event, device.deviceId, rate));
  const accepted = await store(needs, learner, kept.map(toRow(learner, device, nowMs)));
  return {
    accepted,
    duplicates: kept.length - accepted,
    sampledOut: events.length - kept.length,
    failed: faults.length,
    errors: [...faults],
  };
}

/** Concurrent batches share one commit. */
const intake = perApp((needs: Pick<Deps, "database">) =>
  createGroupCommit<Submission, Stored>(
    (submissions) =>
      transact(needs.database, async (tx) => {
        const senders = [...new Set(submissions.map(({ userId }) => userId))];
        const existing = new Set(await lockExistingLearners(tx, senders));
        await announceInserts(tx);
        const stored: Stored[] = [];
        for (const { userId, rows } of submissions) {
          stored.push(existing.has(userId) ? await insertEvents(tx, rows) : undefined);
        }
        return stored;
      }),
    { max: BATCHES_AT_ONCE },
  ),
);

/** @returns number of new rows */
async function store(
  needs: Needs,
  learner: Learner,
  rows: readonly NewAppEventRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const stored = await intake(needs).submit({ userId: learner.id, rows });
  return stored ?? refuse("AUTH_UNAUTHORIZED");
}

function toRow(learner: Learner, device: DeviceHeaders, receivedAtMs: number) {
  return ({ clientEventId, name, category, atMs, propsJson }: CheckedEvent): NewAppEventRow => ({
    device_id: device.deviceId,
    client_event_id: clientEventId,
    user_id: learner.id,
    name,
    category,
    at_ms: atMs,
    received_at_ms: receivedAtMs,
    platform: device.platform,
    app_version: device.appVersion,
    props_json: propsJson,
  });
}

/**
 * Removes events past their retention time, in small steps. Their totals stay.
 *
 * @returns number of events removed
 */
export async function removeOldAppEvents(needs: Needs, signal: AbortSignal): Promise<number> {
  const beforeMs = needs.clock.nowMs() - needs.settings.TELEMETRY_RETENTION_DAYS * DAY_MS;
  await noteRemovals(needs.database, beforeMs);
  return removeInSteps((limit) => removeEventsBefore(needs.database, beforeMs, limit), signal);
}
