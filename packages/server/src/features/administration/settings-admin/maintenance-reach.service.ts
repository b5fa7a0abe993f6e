import type { Deps } from "../../../deps.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { flushLastSeen } from "../../accounts/users/last-seen.service.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import { readOutboxBacklog } from "../../study/records/outbox.service.ts";
import { listActiveLearners } from "./maintenance-reach.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "reports">;

const ACTIVE_WITHIN_MS = 15 * MINUTE_MS;

/** The learners that maintenance would lock out now, and how many accepted answers are waiting. */
export async function previewMaintenance(needs: Needs) {
  const { clock, events, reports } = needs;
  await flushTouches(needs);
  await flushLastSeen(needs);
  const sinceMs = clock.nowMs() - ACTIVE_WITHIN_MS;
  const { pending } = await readOutboxBacklog(reports);
  return {
    learnerStreams: await events.learnerStreams(),
    activeLearners15m: (await activeLearners(needs, sinceMs)).size,
    pendingAnswers: pending,
  };
}

/** Includes all processes. An open stream counts as activity, however long ago it was opened. */
async function activeLearners({ events, reports }: Needs, sinceMs: number): Promise<Set<string>> {
  return new Set([
    ...(await listActiveLearners(reports, sinceMs)),
    ...(await events.liveLearners()),
  ]);
}
